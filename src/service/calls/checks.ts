import { checkSchema, type Validators } from '../../kernel/contract/check.ts'
import type { Route } from '../../kernel/contract/route.ts'
import { validators } from '../../kernel/contract/service.ts'
import { errors } from '../resources/answers/errors.ts'
import { loadOperations } from '../resources/index.ts'
import { Rendered } from '../resources/answers/rendered.ts'
import { Defect, NeedsLoad } from '../../kernel/world/errors.ts'
import type { Settings } from '../../kernel/world/world.ts'
import { InvalidAnswer } from './violations.ts'

const loaded = new Map<string, Validators>()

/** Returns the validators of a resource. Throws `NeedsLoad` until the first call of the resource has loaded them. */
export function checksOf(resource: string): Validators {
  const checks = loaded.get(resource)
  if (checks) return checks
  throw new NeedsLoad(loadChecks(resource))
}

/** Loads what a call of a resource needs: its validators and its handlers. */
export async function loadChecks(resource: string): Promise<Validators> {
  const load = validators[resource]
  if (!load) throw new Defect(`There are no checks for ${resource}.`)
  const [checks] = await Promise.all([load(), loadOperations(resource)])
  loaded.set(resource, checks)
  return checks
}

/** Rejects a body that does not match the contract. */
export function checkBody(route: Route, validate: Validators, body: unknown, settings: Settings): void {
  if (body === undefined) {
    if (route.body === 'required')
      throw errors.invalid({ field: '', message: 'The body must be a JSON object, but there is none.' })
    return
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const kind = Array.isArray(body) ? 'array' : body === null ? 'null' : typeof body
    throw errors.invalid({ field: '', message: `Schema describes object, ${kind} found instead.` })
  }
  const { id, bodyWhen } = route
  const validator = validate[bodyWhen && settings[bodyWhen.setting] === bodyWhen.is ? `request_${id}_when` : `request_${id}`]
  const violation = validator && checkSchema(validator, body)
  if (violation) throw errors.invalid(violation)
}

/** Checks an answer against the contract. Rendered objects are checked only once. */
export function checkAnswer(route: Route, validate: Validators, answer: unknown): void {
  const validator = validate[`response_${route.id}`]
  if (!validator) {
    if (answer !== undefined) throw new InvalidAnswer(route.id, '', 'The contract shows no body.')
    return
  }
  const records = recordsIn(answer)
  const fresh = records.some((record) => record.unchecked)
  if (!fresh && answer instanceof Rendered) return
  const violation = checkSchema(validator, toCheck(answer))
  if (violation) throw new InvalidAnswer(route.id, violation.field, violation.message)
  for (const record of records) record.approve()
}

function recordsIn(answer: unknown): Rendered<unknown>[] {
  if (answer instanceof Rendered) return [answer]
  if (Array.isArray(answer)) return answer[0] instanceof Rendered ? answer : NONE
  if (typeof answer !== 'object' || answer === null) return NONE
  return Object.values(answer).flatMap(recordsIn)
}

const NONE: Rendered<unknown>[] = []

/** An answer, reduced to the rendered objects that have not been checked yet. */
function toCheck(answer: unknown): unknown {
  if (answer instanceof Rendered) return answer.unchecked
  if (Array.isArray(answer))
    return answer[0] instanceof Rendered ? answer.flatMap((record: Rendered<unknown>) => record.unchecked ?? []) : answer
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, toCheck(value)]))
}
