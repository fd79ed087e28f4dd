import type { Route } from '../contract/route.ts'
import type { AppliedFaults } from '../faults/apply.ts'
import type { Scheduler } from '../runtime/scheduler.ts'
import type { KeyOwner, RequestStep } from '../recording/step.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import type { Worlds } from '../runtime/worlds.ts'
import { answeredIn } from '../recording/step.ts'
import type { CallRecord } from '../journal/call-record.ts'
import type { Reply } from '../support/reply.ts'
import { sharedText } from '../support/shared-text.ts'
import { delay } from '../support/time.ts'
import { chooseWorld, credentialOf, type Owner, type Presented } from './auth.ts'
import { bringsBody, BROKEN_OFF, readText, TOO_LARGE, type BodyText } from './body.ts'
import { headerOf, headersOf, type HttpCall } from './request.ts'
import type { Origin } from './response.ts'

/** A call that has come as far as the world it is for; it stands in the journal from then on. */
export interface RequestContext {
  readonly call: HttpCall
  readonly handle: WorldHandle
  /** The world that the path names, if it names one. */
  readonly prefixed: WorldHandle | undefined
  readonly presented: Presented
  /** Who gave out the key that it carries. */
  readonly owner: Owner
  /** The world that revoked the access token that it carries. */
  readonly revoker: WorldHandle | undefined
  readonly origin: Origin
  /** The epoch of the world at its arrival. */
  readonly epoch: number
  readonly entry: CallRecord
  /** The call among the steps of its world. */
  readonly step: RequestStep
  /** What is found out about it on its way. */
  route: Route | undefined
  query: ReadonlyMap<string, string>
  text: BodyText | undefined
  body: unknown
  strikes: AppliedFaults | undefined
  /** Frees the slot that it holds, if it holds one. */
  release: () => void
}

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map()

/** Where a path below the address of a world begins. */
function belowWorld(pathname: string): string {
  if (!pathname.startsWith('/_worlds/')) return pathname
  const slash = pathname.indexOf('/', '/_worlds/'.length)
  return slash === -1 ? '/' : pathname.slice(slash)
}

/** Who finds out which world a call is for, and what time it is there. */
interface Reception {
  readonly worlds: Worlds
  readonly pacer: Pick<Scheduler, 'sync'>
}

/**
 * Finds out which world a call is for, and writes it down there: at once, or as soon as a number is reserved for it. Rejects if none can be
 * reserved.
 */
export function openContext(
  reception: Reception,
  call: HttpCall,
  prefixed: WorldHandle | undefined,
): RequestContext | Promise<RequestContext> {
  const { worlds, pacer } = reception
  const presented = credentialOf(call)
  const owner = typeof presented === 'object' ? worlds.byKey(presented.key) : undefined
  const revoker = typeof presented === 'object' && owner === 'gone' ? worlds.revokerOf(presented.key) : undefined
  const handle = chooseWorld(worlds, { prefixed, owner, revoker })
  // Afterwards the key may belong to another world, and calls that waited as well may have used up the numbers.
  const reserved = handle.reserve()
  if (reserved) return reserved.then(() => openContext(reception, call, prefixed))
  pacer.sync(handle)
  const { id: request_id, number } = handle.nextRequest()
  const { method, pathname } = call
  const search = sharedText(call.search)
  const below = belowWorld(pathname)
  const path = sharedText(below)
  const headers = headersOf(call)
  const entry = handle.log.journal.arrive({
    id: request_id,
    via: 'http',
    method,
    path,
    search,
    headers,
  })
  const isPrefixed = prefixed !== undefined && below !== pathname
  const key = revoker === handle ? 'own' : keyOwner(handle, presented, owner)
  const step = handle.log.steps.arrive({
    number,
    method,
    path: isPrefixed || below === pathname ? path : sharedText(pathname),
    prefixed: isPrefixed,
    search,
    headers,
    key,
  })
  const origin = { base_url: handle.world.base_url, request_id }
  return {
    call,
    handle,
    prefixed,
    presented,
    owner,
    revoker,
    origin,
    epoch: handle.epoch,
    entry,
    step,
    route: undefined,
    query: NO_PARAMETERS,
    text: undefined,
    body: undefined,
    strikes: undefined,
    release: () => {},
  }
}

/** Whose key a call carries. */
function keyOwner(handle: WorldHandle, presented: Presented, owner: Owner): KeyOwner {
  if (presented === 'contradiction') return 'foreign'
  return owner === undefined ? 'external' : owner === handle ? 'own' : 'foreign'
}

/** The text of the body; it is read when it is first asked for, and written down. */
export async function textOf(exchange: RequestContext): Promise<BodyText> {
  const { call, handle } = exchange
  return exchange.text ?? takeIn(exchange, await readText(call, handle.world.settings.body_limit))
}

/** Nobody who was refused waits longer for the rest of his body to arrive. */
const PATIENCE_MS = 1_000

/** Takes in a body that nobody has asked for, if there is one. */
export function takenIn(exchange: RequestContext): Promise<void> | undefined {
  if (exchange.text !== undefined || !bringsBody(exchange.call)) return undefined
  return new Promise((resolve) => {
    const cancel = delay(PATIENCE_MS, resolve)
    void textOf(exchange).then(() => {
      cancel()
      resolve()
    })
  })
}

/** Writes down the body of a call. */
export function takeIn(exchange: RequestContext, text: BodyText): BodyText {
  const { call, handle, entry, step } = exchange
  exchange.text = text
  if (typeof text === 'string') handle.log.steps.receive(step, text)
  else step.unread = text === TOO_LARGE ? 'too_large' : text === BROKEN_OFF ? 'broken_off' : text.reason
  if (typeof text === 'string') {
    if (text !== '') handle.log.journal.receive(entry, text)
  } else if (text !== BROKEN_OFF)
    handle.log.journal.miss(entry, Number(headerOf(call, 'content-length') ?? handle.world.settings.body_limit))
  return text
}

/** Completes what stands in the journal by the answer as it leaves. A connection that breaks first leaves none. */
export function conclude({ handle, entry, strikes, step }: RequestContext, { status, headers, body, wire, source }: Reply): void {
  if (strikes) entry.faults = strikes.applied
  // What a call is told whose world was put back before it was performed is not the service's either.
  if (strikes?.injected || Object.hasOwn(headers, 'x-maildouble-dropped')) entry.injected = true
  const isLost = wire !== undefined && wire.kind !== 'truncate' && wire.kind !== 'slow'
  // What is sent piece by piece is not kept.
  const text = typeof body === 'object' ? (body === null ? '' : undefined) : body
  const answered = isLost ? null : status
  // A fault may have changed what was written.
  handle.log.journal.answer(entry, answered, headers, text, strikes ? undefined : source)
  step.answer = answeredIn(entry, answered, text, text && handle.log.steps.standIns.answered(step.path, text))
}
