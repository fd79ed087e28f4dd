import type { CheckResult, Checker } from '../drift/check.ts'
import { SchemaCheck } from '../drift/schema-check.ts'

/** An object of the account in an answer. */
export interface FoundResource {
  /** The name of its schema: `Member`. */
  readonly schema: string
  readonly value: { readonly [name: string]: unknown }
  /** The JSON pointer to it in the answer, with `*` for items of lists; empty for the answer itself. */
  readonly at: string
}

/** The objects of the account in an answer, outer ones first. */
export function resourcesIn(checker: Checker, { route, answer }: Pick<CheckResult, 'route' | 'answer'>): FoundResource[] {
  const schema = route && checker.parts.get(route.id)?.answer
  if (!schema || answer === undefined) return []
  const found: FoundResource[] = []
  const nothing = (): void => {}
  const visitor = {
    agrees: nothing,
    differs: nothing,
    // The record of a member in a segment shows less of the same object.
    linked: (value: FoundResource['value'], name: string, at: string) =>
      void found.push({ schema: name === 'SegmentMember' ? 'Member' : name, value, at }),
  }
  new SchemaCheck(checker.contract.components.schemas, visitor, { isClosed: false, isPartial: true }).check(answer, schema, {
    at: '',
    assumption: undefined,
  })
  return found
}
