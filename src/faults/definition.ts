import type { ControlSchemas } from '../contract/control.ts'
import { routes as publicRoutes } from '../contract/public.ts'
import { errorCatalogue, routes } from '../contract/service.ts'
import { nearest } from '../support/nearest.ts'
import { type Millis, readDuration, readInstantMillis } from '../support/time.ts'
import { contradictionIn, type When } from '../support/when.ts'
import { defineTable } from '../world/table.ts'
import type { Tx } from '../world/tx.ts'

/** A fault that is invalid. It was not created. */
export class InvalidFaultError extends Error {
  override readonly name = 'InvalidFaultError'
  /** A JSON pointer to what is wrong in the fault; `undefined` if there are too many faults. */
  readonly pointer: string | undefined

  constructor(message: string, pointer?: string) {
    super(message)
    this.pointer = pointer
  }
}

/** Reads the member `when` of a fault. Rejects one that can never select a call. */
export function readWhen({ until, ...others }: ControlSchemas['FaultWhen'] = {}, now: Millis): When {
  const at = until === undefined ? undefined : readInstantMillis(until)
  if (until !== undefined && at === undefined) {
    const text = JSON.stringify(until).slice(0, 100)
    throw new InvalidFaultError(`must be an ISO 8601 instant such as 2026-01-15T09:30:00Z; ${text} is not.`, '/when/until')
  }
  const when = { ...others, ...(at === undefined ? {} : { until: at }) }
  const never = contradictionIn(when, now)
  if (never) throw new InvalidFaultError(never.message, `/when/${never.member}`)
  return when
}

type EffectFields = ControlSchemas['FaultEffect']

/** The effect of a fault, the calls that it matches, and when it fires. */
export interface FaultFields {
  readonly match: ControlSchemas['FaultMatch']
  readonly when: When
  readonly effect: EffectFields
  readonly stage: ControlSchemas['FaultStage']
  /** Whether a test expects the fault to fire at least once. */
  readonly must_fire: boolean
}

/** Reads the fault of a request. The contract has checked its members; this checks what they mean. */
export function readFault(request: ControlSchemas['CreateFault'], now: Millis): FaultFields {
  const { match = {}, effect, stage = 'before', must_fire = false } = request
  checkMatch(match)
  checkEffect(effect)
  if (match.via === 'batch') checkInBatch(match, effect)
  return { match, when: readWhen(request.when, now), effect, stage, must_fire }
}

function checkMatch({ operation = [], path, headers = {}, body = {} }: ControlSchemas['FaultMatch']): void {
  if (typeof operation === 'string') checkOperation(operation, '/match/operation')
  else operation.forEach((each, number) => checkOperation(each, `/match/operation/${number}`))
  if (path !== undefined) checkPath(path)
  for (const name of Object.keys(headers)) checkHeaderName(name, '/match/headers')
  for (const pointer of Object.keys(body)) checkPointer(pointer)
}

function checkPointer(pointer: string): void {
  const refuse = (message: string) => new InvalidFaultError(`has the key ${quoted(pointer)}, ${message}`, '/match/body')
  if (pointer !== '' && !pointer.startsWith('/'))
    throw refuse(`which is not a JSON pointer: use ${quoted(`/${pointer.replaceAll('.', '/')}`)}.`)
  if (/~(?![01])/.test(pointer)) throw refuse('which is not a JSON pointer: a ~ is written as ~0, and a slash in a name as ~1.')
}

/** Rejects a fault for batches only that no operation of a batch can match. */
function checkInBatch({ headers = {} }: ControlSchemas['FaultMatch'], { problem }: EffectFields): void {
  if (!problem) throw new InvalidFaultError('never matches: batch operations support only the effect problem.', '/match/via')
  if (Object.keys(headers).length > 0)
    throw new InvalidFaultError('never matches: batch operations have no headers.', '/match/headers')
}

const operations: readonly string[] = [...routes, ...publicRoutes].map(({ id }) => id)

function checkOperation(id: string, pointer: string): void {
  if (!operations.includes(id)) throw unknownName('operation', id, operations, pointer)
}

function checkPath(path: string): void {
  const refuse = (message: string) => new InvalidFaultError(message, '/match/path')
  if (path.includes('?')) throw refuse('must be a path without a query string: use query to match parameters.')
  if (path === '/3.0' || path.startsWith('/3.0/')) throw refuse(`is relative to /3.0: use ${quoted(path.slice(4) || '/')}.`)
  if (!path.startsWith('/') && !path.startsWith('**')) throw refuse(`must begin with a slash: use ${quoted(`/${path}`)}.`)
}

/** The kinds of effects. */
export type EffectKind = Exclude<keyof EffectFields, 'headers' | 'bytes_per_second'>

/** What the contract cannot say about each kind of effect. */
const checks: { readonly [Kind in EffectKind]: (effect: EffectFields) => void } = {
  problem({ problem = {}, headers = {} }) {
    checkProblem(problem)
    checkHeaders(headers)
  },
  latency({ latency = 0 }) {
    checkLatency(latency)
  },
  connection() {},
  mutate({ mutate }) {
    if (typeof mutate === 'object' && !Array.isArray(mutate) && !Object.values(mutate).some(Boolean))
      throw new InvalidFaultError('changes nothing: use true, or a number.', '/effect/mutate')
  },
}

/** All kinds of effects. A fault has exactly one. */
export const EFFECTS = Object.keys(checks) as readonly EffectKind[]

function checkEffect(effect: EffectFields): void {
  const given = EFFECTS.filter((each) => effect[each] !== undefined)
  const [kind] = given
  if (!kind) throw new InvalidFaultError(`must have one of ${EFFECTS.join(', ')}.`, '/effect')
  if (given.length > 1) throw new InvalidFaultError(`has ${given.join(' and ')}: create one fault per effect.`, '/effect')
  const { problem, headers, connection, bytes_per_second } = effect
  if (headers && !problem) throw new InvalidFaultError('is allowed only with problem.', '/effect/headers')
  if (bytes_per_second !== undefined && connection !== 'slow')
    throw new InvalidFaultError('is allowed only with the connection slow.', '/effect/bytes_per_second')
  checks[kind](effect)
}

function checkProblem({ preset, status, title }: ControlSchemas['FaultProblem']): void {
  if (preset !== undefined) {
    if (!Object.hasOwn(errorCatalogue, preset))
      throw unknownName('error in the catalogue', preset, Object.keys(errorCatalogue), '/effect/problem/preset')
    return
  }
  const hint = 'or set preset to a word of the error catalogue, such as TooManyRequests'
  if (status === undefined) throw new InvalidFaultError(`must be given, 400 to 599, ${hint}.`, '/effect/problem/status')
  if (title === undefined) throw new InvalidFaultError(`must be given, ${hint}.`, '/effect/problem/title')
}

/** Headers that frame a response. Faults may not set them. */
const FRAMING = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'trailer', 'upgrade']

function checkHeaders(headers: NonNullable<EffectFields['headers']>): void {
  for (const [name, value] of Object.entries(headers)) {
    const refuse = (message: string) => new InvalidFaultError(`has ${quoted(name)}, ${message}`, '/effect/headers')
    checkHeaderName(name, '/effect/headers')
    if (FRAMING.includes(name.toLowerCase())) throw refuse('which the server sets itself; use connection for broken responses.')
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) throw refuse('whose value has characters that are not allowed in headers.')
  }
}

function checkHeaderName(name: string, pointer: string): void {
  if (/^[!#$%&'*+\-.^_`|~\dA-Za-z]{1,200}$/.test(name)) return
  throw new InvalidFaultError(`has ${quoted(name)}, which is not a valid header name.`, pointer)
}

/** Longest time a fault may delay a call. */
const LATENCY_MS_MAX = 600_000

function checkLatency(latency: NonNullable<EffectFields['latency']>): void {
  if (typeof latency !== 'object') return void readLatency(latency, '/effect/latency')
  if (readLatency(latency.min, '/effect/latency/min') > readLatency(latency.max, '/effect/latency/max'))
    throw new InvalidFaultError('is longer than max.', '/effect/latency/min')
}

function readLatency(latency: string | number, pointer: string): Millis {
  const ms = readDuration(latency)
  if (ms !== undefined && ms >= 0 && ms <= LATENCY_MS_MAX) return ms
  throw new InvalidFaultError(
    `must be milliseconds or an ISO 8601 duration such as PT2S, not negative and at most PT10M; ${quoted(latency)} is not.`,
    pointer,
  )
}

function unknownName(what: string, name: string, names: readonly string[], pointer: string): InvalidFaultError {
  const meant = nearest(name, names)
  const hint = meant.length > 0 ? ` Did you mean ${meant.join(' or ')}?` : ` GET /_control/contract/openapi.json lists them.`
  return new InvalidFaultError(`There is no ${what} ${name.slice(0, 100)}.${hint}`, pointer)
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
