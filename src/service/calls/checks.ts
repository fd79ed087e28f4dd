import { checkSchema, checkWholeSchema, markFlaws, type Validators, wrongType } from '../../kernel/contract/check.ts'
import type { Route } from '../../kernel/contract/route.ts'
import { validators } from '../../kernel/contract/service.ts'
import { errors } from '../model/errors.ts'
import { bodyMistakes, loadOperations } from '../resources/index.ts'
import { Rendered } from '../rules/answers/rendered.ts'
import { Defect, ApiError, type FieldError } from '../../kernel/world/errors.ts'
import type { ReadTx } from '../../kernel/world/tx.ts'
import type { Settings } from '../../kernel/world/world.ts'

const loaded = new Map<string, Validators>()

/** Returns the validators of a resource, which must have been loaded. */
export function requireChecks(resource: string): Validators {
  const checks = loaded.get(resource)
  if (checks) return checks
  throw new Defect(`The checks of ${resource} have not been loaded.`)
}

/** Loads what a call of a resource needs: its validators and its handlers. Returns `undefined` if they are loaded. */
export function loadResource(resource: string): Promise<void> | undefined {
  if (loaded.has(resource)) return undefined
  const load = validators[resource]
  if (!load) throw new Defect(`There are no checks for ${resource}.`)
  return Promise.all([load(), loadOperations(resource)]).then(([checks]) => void loaded.set(resource, checks))
}

/** A call whose body has been parsed. */
export interface ParsedCall {
  readonly route: Route
  readonly path: { readonly [parameter: string]: string }
  readonly body: unknown
}

/** Rejects a body that does not match the contract. `read` reads the world, for rules that no schema states. */
export function checkBody({ route, path, body }: ParsedCall, settings: Settings, read: Read): void {
  const checks = requireChecks(route.resource)
  if (body === undefined) {
    if (route.body === 'required')
      throw errors.invalid({ field: '', message: 'The body must be a JSON object, but there is none.' })
    return
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw errors.invalid({ field: '', message: wrongType('object', body) })
  }
  const { id, bodyWhen } = route
  const validator = checks[bodyWhen && settings[bodyWhen.setting] === bodyWhen.is ? `request_${id}_when` : `request_${id}`]
  if (!validator) return
  if (route.allErrors) {
    const violations = checkWholeSchema(validator, body)
    if (violations.length === 0) return
    const fields = new Set(violations.map(({ field }) => field))
    const flawed = markFlaws(validator, body)
    const more = read((tx) => bodyMistakes(id, { tx, path, body: flawed, checks }))
    throw errors.invalid(...violations, ...more.filter(({ field }) => !fields.has(field)))
  }
  const violation = checkSchema(validator, body)
  if (violation) throw errors.invalid(violation)
}

type Read = (look: (tx: ReadTx) => readonly FieldError[]) => readonly FieldError[]

/** Checks an answer against the contract. Rendered objects are checked only once: a page of ten takes an eighth less (`bench/compare.mjs`, 2026-11-30). */
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
  if (Array.isArray(answer)) return answer[0] instanceof Rendered ? answer : NO_RECORDS
  if (typeof answer !== 'object' || answer === null) return NO_RECORDS
  return Object.values(answer).flatMap(recordsIn)
}

const NO_RECORDS: Rendered<unknown>[] = []

/** An answer, reduced to the rendered objects that have not been checked yet. */
function toCheck(answer: unknown): unknown {
  if (answer instanceof Rendered) return answer.unchecked
  if (Array.isArray(answer))
    return answer[0] instanceof Rendered ? answer.flatMap((record: Rendered<unknown>) => record.unchecked ?? []) : answer
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, toCheck(value)]))
}

/** Where a call, or its answer, violates the contract. */
export interface Violation {
  readonly side: 'request' | 'response'
  /** The invalid field, query parameter or path, as the service names it; empty for the body as a whole. */
  readonly at: string
  readonly message: string
}

/** An answer that violates the contract: a bug in maildouble. */
export class InvalidAnswer extends Defect {
  readonly at: string
  readonly problem: string

  constructor(operation: string, at: string, complaint: string) {
    super(`The answer of ${operation} breaks the contract at ${at || 'its top'}: ${complaint}`)
    this.at = at
    this.problem = complaint
  }
}

/** The contract violations for which a call failed. The list is empty if it failed for other reasons. */
export function listViolations(error: unknown, operation: string | undefined): readonly Violation[] {
  if (error instanceof InvalidAnswer) return [{ side: 'response', at: error.at, message: error.problem }]
  if (!(error instanceof ApiError)) return NONE
  const { word, refusal } = error
  const fields = refusal.errors ?? NONE
  if (fields.length > 0)
    return fields.map((wrong) => {
      const { field, message } = wrong.precise ?? wrong
      return { side: 'request', at: field, message }
    })
  const at = locateViolation(word, operation)
  return at === undefined ? NONE : [{ side: 'request', at, message: refusal.hint ?? refusal.detail }]
}

/** The part of a call that violates the contract, for errors that name no field. */
function locateViolation(word: string, operation: string | undefined): string | undefined {
  if (word === 'JSONParseError') return ''
  if (word === 'InvalidMethodOverride') return 'method'
  if (word === 'ResourceNestingTooDeep') return 'path'
  // If an operation was found, the resource does not exist, or its state forbids the method.
  if (operation !== undefined) return undefined
  if (word === 'ResourceNotFound') return 'path'
  return word === 'MethodNotAllowed' ? 'method' : undefined
}

const NONE: readonly never[] = []
