import { check } from '../contract/check.ts'
import type { Route } from '../contract/route.ts'
import type { Validators } from '../contract/validator.ts'
import { Rendered } from '../resources/rendered.ts'
import { BrokenAnswer } from './violations.ts'

/** What leaves us keeps to the contract. Records that were rendered and held against it before are not looked at again. */
export function checkAnswer(route: Route, validate: Validators, answer: unknown): void {
  const validator = validate[`response_${route.id}`]
  if (!validator) {
    if (answer !== undefined) throw new BrokenAnswer(route.id, '', 'The contract shows no body.')
    return
  }
  const records = recordsIn(answer)
  const fresh = records.some((record) => record.unchecked)
  if (!fresh && answer instanceof Rendered) return
  const complaint = check(validator, toCheck(answer))
  if (complaint) throw new BrokenAnswer(route.id, complaint.field, complaint.message)
  for (const record of records) record.approve()
}

function recordsIn(answer: unknown): Rendered<unknown>[] {
  if (answer instanceof Rendered) return [answer]
  if (Array.isArray(answer)) return answer[0] instanceof Rendered ? answer : NONE
  if (typeof answer !== 'object' || answer === null) return NONE
  return Object.values(answer).flatMap(recordsIn)
}

const NONE: Rendered<unknown>[] = []

/** An answer with only those records in it that nobody has looked at yet. */
function toCheck(answer: unknown): unknown {
  if (answer instanceof Rendered) return answer.unchecked
  if (Array.isArray(answer))
    return answer[0] instanceof Rendered ? answer.flatMap((record: Rendered<unknown>) => record.unchecked ?? []) : answer
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, toCheck(value)]))
}
