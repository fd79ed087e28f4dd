import type { Route } from '../contract/route.ts'
import type { AppliedFaults } from '../faults/apply.ts'
import type { Scheduler } from '../runtime/scheduler.ts'
import { answerDigestOf, type KeyOwner, type RequestStep } from '../recording/step.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import type { WorldRegistry } from '../runtime/worlds.ts'
import type { CallRecord } from '../journal/call-record.ts'
import type { Reply } from '../support/reply.ts'
import { sharedText } from '../support/shared-text.ts'
import { delay } from '../support/time.ts'
import { chooseWorld, credentialOf, type CallKeyOwner, type Presented } from './auth.ts'
import { hasBody, INCOMPLETE, readText, TOO_LARGE, type BodyText } from './body.ts'
import { headerOf, requestHeaders, type HttpCall } from './request.ts'
import type { AnswerOrigin } from './response.ts'

/** A call whose world is known. It is in the journal from then on. */
export interface RequestContext {
  readonly call: HttpCall
  readonly handle: WorldHandle
  /** The world that the path names, if it names one. */
  readonly prefixed: WorldHandle | undefined
  readonly presented: Presented
  /** The issuer of its key. */
  readonly owner: CallKeyOwner
  /** The world that revoked its access token. */
  readonly revoker: WorldHandle | undefined
  readonly origin: AnswerOrigin
  /** The epoch of the world on arrival. */
  readonly epoch: number
  readonly record: CallRecord
  /** The call in the recording of its world. */
  readonly step: RequestStep
  /** Set while the call is processed, as are the members below. */
  route: Route | undefined
  query: ReadonlyMap<string, string>
  text: BodyText | undefined
  body: unknown
  appliedFaults: AppliedFaults | undefined
  /** Releases its slot, if it holds one. */
  release: () => void
}

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map()

/** Returns a path without the `/_worlds/<id>` prefix. */
function belowWorld(pathname: string): string {
  if (!pathname.startsWith('/_worlds/')) return pathname
  const slash = pathname.indexOf('/', '/_worlds/'.length)
  return slash === -1 ? '/' : pathname.slice(slash)
}

/** What is needed to open a context. */
interface ContextParts {
  readonly worlds: WorldRegistry
  readonly scheduler: Pick<Scheduler, 'sync'>
}

/**
 * Finds the world of a call and records the call there: at once, or as soon as a request number is reserved. Rejects if none can be
 * reserved.
 */
export function openContext(
  parts: ContextParts,
  call: HttpCall,
  prefixed: WorldHandle | undefined,
): RequestContext | Promise<RequestContext> {
  const { worlds, scheduler } = parts
  const presented = credentialOf(call)
  const owner = typeof presented === 'object' ? worlds.byKey(presented.key) : undefined
  const revoker = typeof presented === 'object' && owner === 'gone' ? worlds.revokerOf(presented.key) : undefined
  const handle = chooseWorld(worlds, { prefixed, owner, revoker })
  // Starts over, since meanwhile the key may belong to another world, and other waiting calls may have used up the numbers.
  const reserved = handle.reserve()
  if (reserved) return reserved.then(() => openContext(parts, call, prefixed))
  scheduler.sync(handle)
  const { id: request_id, number } = handle.nextRequest()
  const { method, pathname } = call
  const search = sharedText(call.search)
  const below = belowWorld(pathname)
  const path = sharedText(below)
  const headers = requestHeaders(call)
  const record = handle.log.journal.arrive({
    id: request_id,
    via: 'http',
    method,
    path,
    search,
    headers,
  })
  const isPrefixed = prefixed !== undefined && below !== pathname
  const key = revoker === handle ? 'own' : keyOwner(handle, presented, owner)
  const step = handle.log.recording.arrive({
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
    record,
    step,
    route: undefined,
    query: NO_PARAMETERS,
    text: undefined,
    body: undefined,
    appliedFaults: undefined,
    release: () => {},
  }
}

/** Who issued the key of a call, as the recording has it. */
function keyOwner(handle: WorldHandle, presented: Presented, owner: CallKeyOwner): KeyOwner {
  if (presented === 'contradiction') return 'foreign'
  return owner === undefined ? 'external' : owner === handle ? 'own' : 'foreign'
}

/** Returns the text of the body. The first call reads and records it. */
export async function bodyTextOf(context: RequestContext): Promise<BodyText> {
  const { call, handle } = context
  return context.text ?? recordBody(context, await readText(call, handle.world.settings.body_limit))
}

/** Longest time a refused call waits for the rest of its body to arrive. */
const UNREAD_BODY_MS_MAX = 1_000

/** Reads and records a body that has not been read yet. Returns `undefined` if there is none. */
export function drainBody(context: RequestContext): Promise<void> | undefined {
  if (context.text !== undefined || !hasBody(context.call)) return undefined
  return new Promise((resolve) => {
    const cancel = delay(UNREAD_BODY_MS_MAX, resolve)
    void bodyTextOf(context).then(() => {
      cancel()
      resolve()
    })
  })
}

/** Records the body of a call. */
export function recordBody(context: RequestContext, text: BodyText): BodyText {
  const { call, handle, record, step } = context
  context.text = text
  if (typeof text === 'string') handle.log.recording.receive(step, text)
  else step.unread = text === TOO_LARGE ? 'too_large' : text === INCOMPLETE ? 'broken_off' : text.reason
  if (typeof text === 'string') {
    if (text !== '') handle.log.journal.receive(record, text)
  } else if (text !== INCOMPLETE)
    handle.log.journal.noteUnreadBody(record, Number(headerOf(call, 'content-length') ?? handle.world.settings.body_limit))
  return text
}

/** Records the answer of a call as it is sent. An answer that a broken connection prevents is recorded as lost. */
export function recordAnswer(
  { handle, record, appliedFaults, step }: RequestContext,
  { status, headers, body, wire, source }: Reply,
): void {
  if (appliedFaults) record.faults = appliedFaults.applied
  // The answer to a call whose world was reset meanwhile is not the service's either.
  if (appliedFaults?.injected || Object.hasOwn(headers, 'x-maildouble-dropped')) record.injected = true
  const isLost = wire !== undefined && wire.kind !== 'truncate' && wire.kind !== 'slow'
  // A streamed body is not recorded.
  const text = typeof body === 'object' ? (body === null ? '' : undefined) : body
  const answered = isLost ? null : status
  // A fault may have changed the text, so it can't be serialized from its source again.
  handle.log.journal.answer(record, answered, headers, text, appliedFaults ? undefined : source)
  step.answer = answerDigestOf(
    record,
    answered,
    text,
    text && handle.log.recording.secretStandIns.replaceInAnswer(step.path, text),
  )
}
