import type { Schemas } from '../contract/control.ts'
import { routes as publicRoutes } from '../contract/public.ts'
import { errors as catalogue, routes } from '../contract/service.ts'
import { nearest } from '../support/nearest.ts'
import { type Millis, readDuration, readInstantMillis } from '../support/time.ts'
import { neverTurn, type When } from '../support/when.ts'
import { defineTable } from '../world/table.ts'
import type { Tx } from '../world/tx.ts'

/** A fault that cannot be: nothing was planted. */
export class InvalidFaultError extends Error {
  override readonly name = 'FaultRefusal'
  /** A JSON pointer to what is wrong in the fault; nothing where there are too many of them. */
  readonly pointer: string | undefined

  constructor(message: string, pointer?: string) {
    super(message)
    this.pointer = pointer
  }
}

/** When a fault is to have its way, as the one who asks for it says at `/when`. What could never be is refused. */
export function readWhen({ until, ...others }: Schemas['FaultWhen'] = {}, now: Millis): When {
  const at = until === undefined ? undefined : readInstantMillis(until)
  if (until !== undefined && at === undefined) {
    const given = JSON.stringify(until).slice(0, 100)
    throw new InvalidFaultError(`must be an ISO 8601 instant such as 2026-01-15T09:30:00Z; ${given} is none.`, '/when/until')
  }
  const when = { ...others, ...(at === undefined ? {} : { until: at }) }
  const never = neverTurn(when, now)
  if (never) throw new InvalidFaultError(never.message, `/when/${never.member}`)
  return when
}

type Effect = Schemas['FaultEffect']

/** What is to go wrong, with which calls, and when. */
export interface FaultFields {
  readonly match: Schemas['FaultMatch']
  readonly when: When
  readonly effect: Effect
  readonly stage: Schemas['FaultStage']
  /** Whether a test expects it to fire at least once. */
  readonly must_fire: boolean
}

/** What is kept of a fault that somebody asks for. The contract has checked its members; what they say is checked here. */
export function readFault(wish: Schemas['CreateFault'], now: Millis): FaultFields {
  const { match = {}, effect, stage = 'before', must_fire = false } = wish
  checkMatch(match)
  checkEffect(effect)
  if (match.via === 'batch') checkInBatch(match, effect)
  return { match, when: readWhen(wish.when, now), effect, stage, must_fire }
}

function checkMatch({ operation = [], path, headers = {}, body = {} }: Schemas['FaultMatch']): void {
  if (typeof operation === 'string') checkOperation(operation, '/match/operation')
  else operation.forEach((each, number) => checkOperation(each, `/match/operation/${number}`))
  if (path !== undefined) checkPath(path)
  for (const name of Object.keys(headers)) checkHeaderName(name, '/match/headers')
  for (const pointer of Object.keys(body)) checkPointer(pointer)
}

function checkPointer(pointer: string): void {
  const refuse = (message: string) => new InvalidFaultError(`has the key ${quoted(pointer)}, ${message}`, '/match/body')
  if (pointer !== '' && !pointer.startsWith('/'))
    throw refuse(`which is no JSON pointer: say ${quoted(`/${pointer.replaceAll('.', '/')}`)}.`)
  if (/~(?![01])/.test(pointer)) throw refuse('which is no JSON pointer: a ~ is written as ~0, and a slash in a name as ~1.')
}

/** What operations of a batch can never meet is refused where nobody else is meant. */
function checkInBatch({ headers = {} }: Schemas['FaultMatch'], { problem }: Effect): void {
  if (!problem) throw new InvalidFaultError('is never: an operation of a batch meets no other effect than problem.', '/match/via')
  if (Object.keys(headers).length > 0)
    throw new InvalidFaultError('is never: an operation of a batch has no headers.', '/match/headers')
}

const operations: readonly string[] = [...routes, ...publicRoutes].map(({ id }) => id)

function checkOperation(id: string, pointer: string): void {
  if (!operations.includes(id)) throw unheardOf('operation', id, operations, pointer)
}

function checkPath(path: string): void {
  const refuse = (message: string) => new InvalidFaultError(message, '/match/path')
  if (path.includes('?')) throw refuse('must be a path only: use query to match what follows the question mark.')
  if (path === '/3.0' || path.startsWith('/3.0/')) throw refuse(`is matched below /3.0: say ${quoted(path.slice(4) || '/')}.`)
  if (!path.startsWith('/') && !path.startsWith('**')) throw refuse(`must start with a slash: ${quoted(`/${path}`)}.`)
}

/** The members of an effect that say what happens: a fault has one of them. */
export const EFFECTS = ['problem', 'latency', 'connection', 'mutate'] as const satisfies readonly (keyof Effect)[]

function checkEffect(effect: Effect): void {
  const given = EFFECTS.filter((kind) => effect[kind] !== undefined)
  if (given.length === 0) throw new InvalidFaultError(`must have one of ${EFFECTS.join(', ')}.`, '/effect')
  if (given.length > 1) throw new InvalidFaultError(`has ${given.join(' and ')}: make a fault for each.`, '/effect')
  const { problem, headers, latency, connection, bytes_per_second, mutate } = effect
  if (headers && !problem) throw new InvalidFaultError('goes with problem only.', '/effect/headers')
  if (bytes_per_second !== undefined && connection !== 'slow')
    throw new InvalidFaultError('goes with the connection slow only.', '/effect/bytes_per_second')
  if (problem) checkProblem(problem)
  if (headers) checkHeaders(headers)
  if (latency !== undefined) checkLatency(latency)
  if (typeof mutate === 'object' && !Array.isArray(mutate) && !Object.values(mutate).some(Boolean))
    throw new InvalidFaultError('changes nothing: say true, or how many.', '/effect/mutate')
}

function checkProblem({ preset, status, title }: Schemas['FaultProblem']): void {
  if (preset !== undefined) {
    if (!Object.hasOwn(catalogue, preset))
      throw unheardOf('error in the catalogue', preset, Object.keys(catalogue), '/effect/problem/preset')
    return
  }
  const hint = 'or say preset with a word of the error catalogue, such as TooManyRequests'
  if (status === undefined) throw new InvalidFaultError(`must be given, 400 to 599, ${hint}.`, '/effect/problem/status')
  if (title === undefined) throw new InvalidFaultError(`must be given, ${hint}.`, '/effect/problem/title')
}

/** What decides about where an answer ends is not for a header to say. */
const FRAMING = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'trailer', 'upgrade']

function checkHeaders(headers: NonNullable<Effect['headers']>): void {
  for (const [name, value] of Object.entries(headers)) {
    const refuse = (message: string) => new InvalidFaultError(`has ${quoted(name)}, ${message}`, '/effect/headers')
    checkHeaderName(name, '/effect/headers')
    if (FRAMING.includes(name.toLowerCase())) throw refuse('which the server sets by itself; connection has truncate and others.')
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) throw refuse('whose value has characters that headers cannot carry.')
  }
}

function checkHeaderName(name: string, pointer: string): void {
  if (/^[!#$%&'*+\-.^_`|~\dA-Za-z]{1,200}$/.test(name)) return
  throw new InvalidFaultError(`has ${quoted(name)}, which is no name of a header.`, pointer)
}

/** No call is held up for longer. */
const LATENCY_MS_MAX = 600_000

function checkLatency(latency: NonNullable<Effect['latency']>): void {
  if (typeof latency !== 'object') return void readLatency(latency, '/effect/latency')
  if (readLatency(latency.min, '/effect/latency/min') > readLatency(latency.max, '/effect/latency/max'))
    throw new InvalidFaultError('is longer than max.', '/effect/latency/min')
}

function readLatency(given: string | number, pointer: string): Millis {
  const ms = readDuration(given)
  if (ms !== undefined && ms >= 0 && ms <= LATENCY_MS_MAX) return ms
  throw new InvalidFaultError(
    `must be milliseconds or an ISO 8601 duration such as PT2S, not negative and at most PT10M; ${quoted(given)} is not.`,
    pointer,
  )
}

function unheardOf(what: string, name: string, names: readonly string[], pointer: string): InvalidFaultError {
  const meant = nearest(name, names)
  const hint = meant.length > 0 ? ` Did you mean ${meant.join(' or ')}?` : ` GET /_control/contract/openapi.json lists them.`
  return new InvalidFaultError(`There is no ${what} ${name.slice(0, 100)}.${hint}`, pointer)
}

function quoted(text: unknown): string {
  return JSON.stringify(text).slice(0, 100)
}

/** Something that goes wrong with calls. What it has met stands beside the state of the world: see `FaultTallies`. */
export interface FaultRow extends FaultFields {
  readonly seq: number
  readonly id: number
}

export const faults = defineTable<FaultRow>({ remembered: false })('faults', { key: ['id'] })

/** A world has at most so many. */
export const FAULTS_MAX = 1_000

/**
 * Plants a fault. Throws a `FaultRefusal` for one that cannot be.
 *
 * @example
 * armFault(tx, { match: { operation: 'createBatch' }, when: { first: 2 }, effect: { problem: { preset: 'TooManyRequests' } } })
 */
export function armFault(tx: Tx, fault: Schemas['CreateFault']): FaultRow {
  const fields = readFault(fault, tx.nowMs)
  if (tx.range(faults.key).count >= FAULTS_MAX)
    throw new InvalidFaultError(`This world has ${FAULTS_MAX} faults, which is as many as it may.`)
  return tx.insert(faults, { id: tx.count('faults.id'), ...fields })
}
