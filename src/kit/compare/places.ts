import type { Checker } from '../drift/check.ts'
import { type SchemaPlace, walkSchema } from '../drift/parts.ts'

/** What the contract says about a place of an answer. */
export interface AnswerPlace {
  /** The ids of the assumptions about it. */
  readonly assumptions: readonly string[]
  /** Its values, if the contract lists them. They are no data of an account. */
  readonly listed: readonly unknown[] | undefined
  /** Whether every complete answer has it. */
  readonly isRequired: boolean
}

/** The places of the answer of an operation, by their JSON pointers with `*` for items. */
export function findAnswerPlaces(checker: Checker, operation: string): ReadonlyMap<string, AnswerPlace> {
  const places = new Map<string, AnswerPlace>()
  const parts = checker.parts.get(operation)
  const own = parts?.assumption === undefined ? [] : [parts.assumption]
  const add = ({ at, node, assumptions, isRequired }: SchemaPlace): void => {
    const relied = assumptions.length > 0 ? assumptions : own
    if (!places.has(at)) places.set(at, { assumptions: relied, listed: node.enum, isRequired })
  }
  if (parts?.answer) walkSchema(checker.contract.components.schemas, parts.answer, add)
  return places
}
