import type { Checker } from '../drift/check.ts'
import { resolvedNode, type SchemaNode } from '../drift/schema-check.ts'

/** What the contract says about a place of an answer. */
export interface AnswerPlace {
  /** The ids of the assumptions about it. */
  readonly assumptions: readonly string[]
  /** Its values, if the contract lists them. They are no data of an account. */
  readonly listed: readonly unknown[] | undefined
  /** Whether every complete answer has it. */
  readonly isRequired: boolean
}

const known = new WeakMap<Checker, Map<string, ReadonlyMap<string, AnswerPlace>>>()

/** The places of the answer of an operation, by their JSON pointers with `*` for items. */
export function placesOf(checker: Checker, operation: string): ReadonlyMap<string, AnswerPlace> {
  const byOperation = known.get(checker) ?? new Map<string, ReadonlyMap<string, AnswerPlace>>()
  known.set(checker, byOperation)
  const before = byOperation.get(operation)
  if (before) return before
  const places = new Map<string, AnswerPlace>()
  const parts = checker.parts.get(operation)
  const own = parts?.assumption === undefined ? [] : [parts.assumption]
  if (parts?.answer) visit(checker, parts.answer, { at: '', above: [], assumptions: own, isRequired: true, places })
  byOperation.set(operation, places)
  return places
}

interface PlaceVisit {
  readonly at: string
  readonly above: readonly string[]
  readonly assumptions: readonly string[]
  readonly isRequired: boolean
  readonly places: Map<string, AnswerPlace>
}

function visit(checker: Checker, schema: SchemaNode, given: PlaceVisit): void {
  const { at, above, places } = given
  const { node, name, own } = resolvedNode(checker.contract.components.schemas, schema)
  const assumptions = own.length > 0 ? own : given.assumptions
  if (!places.has(at)) places.set(at, { assumptions, listed: node.enum, isRequired: given.isRequired })
  // A schema that holds itself is followed once.
  if (name !== undefined && above.includes(name)) return
  const below = { ...given, assumptions, above: name === undefined ? above : [...above, name] }
  for (const part of [...(node.oneOf ?? []), ...(node.anyOf ?? []), ...(node.allOf ?? [])]) visit(checker, part, below)
  if (node.items) visit(checker, node.items, { ...below, at: `${at}/*` })
  for (const [member, each] of Object.entries(node.properties ?? {}))
    visit(checker, each, { ...below, at: `${at}/${member}`, isRequired: node.required?.includes(member) ?? false })
  if (typeof node.additionalProperties === 'object')
    visit(checker, node.additionalProperties, { ...below, at: `${at}/*`, isRequired: false })
}
