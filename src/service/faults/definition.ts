import type { ControlSchemas } from '../../kernel/contract/control.ts'
import { routes as publicRoutes } from '../../kernel/contract/public.ts'
import { errorCatalogue, routes } from '../../kernel/contract/service.ts'
import { didYouMean } from '../../kernel/support/nearest.ts'
import { type Millis, readDuration, readInstantMillis } from '../../kernel/support/time.ts'
import { contradictionIn, type When } from '../../kernel/support/when.ts'
import { defineTable } from '../../kernel/world/table.ts'
import type { Tx } from '../../kernel/world/tx.ts'

/** A fault that is invalid. It was not created. */
export class InvalidFaultError extends Error {
  override readonly name = 'InvalidFaultError'
  /** What is wrong in the fault, and where; none if there are too many faults. */
  readonly mistakes: readonly FaultMistake[]

  constructor(problem: string | readonly FaultMistake[]) {
    super(typeof problem === 'string' ? problem : problem.map(({ pointer, message }) => `${pointer}: ${message}`).join(' '))
    this.mistakes = typeof problem === 'string' ? [] : problem
  }
}

/** What is wrong at a place of a fault: a JSON pointer, and what would be right there. */
export interface FaultMistake {
  readonly pointer: string
  readonly message: string
}

/** The mistakes that a part of a fault has. */
export type FaultMistakes = Iterable<FaultMistake>

/** Throws an `InvalidFaultError` with all mistakes of a fault, if it has any. */
export function assertValid(...parts: readonly FaultMistakes[]): void {
  const mistakes = parts.flatMap((part) => [...part])
  if (mistakes.length > 0) throw new InvalidFaultError(mistakes)
}

/** Reads the member `when` of a fault, which has been checked. */
export function readWhen({ until, ...others }: ControlSchemas['FaultWhen'] = {}): When {
  const at = until === undefined ? undefined : readInstantMillis(until)
  return { ...others, ...(at === undefined ? {} : { until: at }) }
}

/** Checks the member `when` of a fault. One that can never select a call is a mistake. */
export function* checkWhen(when: ControlSchemas['FaultWhen'] = {}, now: Millis): FaultMistakes {
  const read = readWhen(when)
  const { until } = when
  if (until !== undefined && read.until === undefined) {
    const text = JSON.stringify(until).slice(0, 100)
    yield { pointer: '/when/until', message: `must be an ISO 8601 instant such as 2026-01-15T09:30:00Z; ${text} is not.` }
  }
  const never = contradictionIn(read, now)
  if (never) yield { pointer: `/when/${never.member}`, message: never.message }
}

type EffectFields = ControlSchemas['FaultEffect']

/** The effect of a fault, its matching calls, and the conditions under which it fires. */
export interface FaultFields {
  readonly match: ControlSchemas['FaultMatch']
  readonly when: When
  readonly effect: EffectFields
  readonly stage: ControlSchemas['FaultStage']
  /** Whether a test expects the fault to fire at least once. */
  readonly must_fire: boolean
}

/** Reads the fault of a request. The contract has checked its members; this function checks their meaning. */
export function readFault(request: ControlSchemas['CreateFault'], now: Millis): FaultFields {
  const { match = {}, effect, stage = 'before', must_fire = false } = request
  assertValid(checkMatch(match), checkEffect(effect), checkInBatch(match, effect), checkWhen(request.when, now))
  return { match, when: readWhen(request.when), effect, stage, must_fire }
}

function* checkMatch({ operation = [], path, headers = {}, body = {} }: ControlSchemas['FaultMatch']): FaultMistakes {
  if (typeof operation === 'string') yield* checkOperation(operation, '/match/operation')
  else for (const [number, each] of operation.entries()) yield* checkOperation(each, `/match/operation/${number}`)
  if (path !== undefined) yield* checkPath(path)
  for (const name of Object.keys(headers)) yield* checkHeaderName(name, '/match/headers')
  for (const pointer of Object.keys(body)) yield* checkPointer(pointer)
}

function* checkPointer(key: string): FaultMistakes {
  const pointer = '/match/body'
  const wrong = `has the key ${quoted(key)}, which is not a JSON pointer: `
  if (key !== '' && !key.startsWith('/')) yield { pointer, message: `${wrong}use ${quoted(`/${key.replaceAll('.', '/')}`)}.` }
  else if (/~(?![01])/.test(key)) yield { pointer, message: `${wrong}a ~ is written as ~0, and a slash in a name as ~1.` }
}

/** A fault for batches only that no operation of a batch can match is a mistake. */
function* checkInBatch({ via, headers = {} }: ControlSchemas['FaultMatch'], { problem }: EffectFields): FaultMistakes {
  if (via !== 'batch') return
  if (!problem) yield { pointer: '/match/via', message: 'never matches: batch operations support only the effect problem.' }
  if (Object.keys(headers).length > 0)
    yield { pointer: '/match/headers', message: 'never matches: batch operations have no headers.' }
}

const operations: readonly string[] = [...routes, ...publicRoutes].map(({ id }) => id)

function* checkOperation(id: string, pointer: string): FaultMistakes {
  if (!operations.includes(id)) yield { pointer, message: unknownName('operation', id, operations) }
}

function* checkPath(path: string): FaultMistakes {
  const message = path.includes('?')
    ? 'must be a path without a query string: use query to match parameters.'
    : path === '/3.0' || path.startsWith('/3.0/')
      ? `is relative to /3.0: use ${quoted(path.slice(4) || '/')}.`
      : !path.startsWith('/') && !path.startsWith('**')
        ? `must begin with a slash: use ${quoted(`/${path}`)}.`
        : undefined
  if (message !== undefined) yield { pointer: '/match/path', message }
}

/** The kinds of effects. */
export type EffectKind = Exclude<keyof EffectFields, 'headers' | 'bytes_per_second'>

/** What the contract cannot say about each kind of effect. */
const checks: { readonly [Kind in EffectKind]: (effect: EffectFields) => FaultMistakes } = {
  *problem({ problem = {}, headers = {} }) {
    yield* checkProblem(problem)
    yield* checkHeaders(headers)
  },
  latency: ({ latency = 0 }) => checkLatency(latency),
  connection: () => [],
  *mutate({ mutate }) {
    if (typeof mutate === 'object' && !Array.isArray(mutate) && !Object.values(mutate).some(Boolean))
      yield { pointer: '/effect/mutate', message: 'changes nothing: use true, or a number.' }
  },
}

/** All kinds of effects. A fault has exactly one. */
export const EFFECTS = Object.keys(checks) as readonly EffectKind[]

function* checkEffect(effect: EffectFields): FaultMistakes {
  const given = EFFECTS.filter((each) => effect[each] !== undefined)
  if (given.length === 0) yield { pointer: '/effect', message: `must have one of ${EFFECTS.join(', ')}.` }
  if (given.length > 1) yield { pointer: '/effect', message: `has ${given.join(' and ')}: create one fault per effect.` }
  const { problem, headers, connection, bytes_per_second } = effect
  if (headers && !problem) yield { pointer: '/effect/headers', message: 'is allowed only with problem.' }
  if (bytes_per_second !== undefined && connection !== 'slow')
    yield { pointer: '/effect/bytes_per_second', message: 'is allowed only with the connection slow.' }
  for (const kind of given) yield* checks[kind](effect)
}

function* checkProblem({ preset, status, title }: ControlSchemas['FaultProblem']): FaultMistakes {
  if (preset !== undefined) {
    if (!Object.hasOwn(errorCatalogue, preset))
      yield {
        pointer: '/effect/problem/preset',
        message: unknownName('error in the catalogue', preset, Object.keys(errorCatalogue)),
      }
    return
  }
  const hint = 'or set preset to a word of the error catalogue, such as TooManyRequests'
  if (status === undefined) yield { pointer: '/effect/problem/status', message: `must be given, 400 to 599, ${hint}.` }
  if (title === undefined) yield { pointer: '/effect/problem/title', message: `must be given, ${hint}.` }
}

/** Headers that frame a response. Faults may not set them. */
const FRAMING = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'trailer', 'upgrade']

function* checkHeaders(headers: NonNullable<EffectFields['headers']>): FaultMistakes {
  const pointer = '/effect/headers'
  for (const [name, value] of Object.entries(headers)) {
    const wrong = `has ${quoted(name)}, `
    yield* checkHeaderName(name, pointer)
    if (FRAMING.includes(name.toLowerCase()))
      yield { pointer, message: `${wrong}which the server sets itself; use connection for broken responses.` }
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      yield { pointer, message: `${wrong}whose value has characters that are not allowed in headers.` }
  }
}

function* checkHeaderName(name: string, pointer: string): FaultMistakes {
  if (!/^[!#$%&'*+\-.^_`|~\dA-Za-z]{1,200}$/.test(name))
    yield { pointer, message: `has ${quoted(name)}, which is not a valid header name.` }
}

/** Longest time a fault may delay a call. */
const LATENCY_MS_MAX = 600_000

function* checkLatency(latency: NonNullable<EffectFields['latency']>): FaultMistakes {
  if (typeof latency !== 'object') return yield* checkDelay(latency, '/effect/latency')
  const { min, max } = latency
  yield* checkDelay(min, '/effect/latency/min')
  yield* checkDelay(max, '/effect/latency/max')
  if ((readDuration(min) ?? 0) > (readDuration(max) ?? Infinity))
    yield { pointer: '/effect/latency/min', message: 'is longer than max.' }
}

function* checkDelay(delay: string | number, pointer: string): FaultMistakes {
  const ms = readDuration(delay)
  if (ms !== undefined && ms >= 0 && ms <= LATENCY_MS_MAX) return
  const expected = 'must be milliseconds or an ISO 8601 duration such as PT2S, not negative and at most PT10M'
  yield { pointer, message: `${expected}; ${quoted(delay)} is not.` }
}

function unknownName(what: string, name: string, names: readonly string[]): string {
  const hint = didYouMean(name, names) || 'GET /_control/contract/openapi.json lists them.'
  return `There is no ${what} ${name.slice(0, 100)}. ${hint}`
}

function quoted(text: unknown): string {
  return JSON.stringify(text).slice(0, 100)
}

/** A fault of a world. Its tally is kept beside the world: see `FaultTallies`. */
export interface FaultRow extends FaultFields {
  readonly seq: number
  readonly id: number
}

export const faults = defineTable<FaultRow>({ remembered: false })('faults', { key: ['id'] })

/** Maximum number of faults in a world. */
export const FAULTS_MAX = 1_000

/**
 * Creates a fault. Throws an `InvalidFaultError` if it is invalid.
 *
 * @example
 * insertFault(tx, { match: { operation: 'createBatch' }, when: { first: 2 }, effect: { problem: { preset: 'TooManyRequests' } } })
 */
export function insertFault(tx: Tx, fault: ControlSchemas['CreateFault']): FaultRow {
  const fields = readFault(fault, tx.nowMs)
  if (tx.range(faults.key).count >= FAULTS_MAX) throw new InvalidFaultError(`This world has ${FAULTS_MAX} faults, the maximum.`)
  return tx.insert(faults, { id: tx.count('faults.id'), ...fields })
}
