import type { FoundOperation } from '../../service/calls/call.ts'
import type { ContractName } from '../../kernel/contract/operation-index.ts'
import type { AppliedFaults } from '../../service/faults/apply.ts'
import type { WebhookSender } from '../outbound/webhook-sender.ts'
import type { ServerMetrics } from '../metrics/server-metrics.ts'
import type { Scheduler } from '../runtime/scheduler.ts'
import type { AttemptOutcome } from '../../service/resources/deliveries/attempt.ts'
import type { Caller } from '../../service/resources/requests/operation.ts'
import { belowWorld, type Call, type KeyOwner } from '../log/call.ts'
import type { Gate } from '../log/gate.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import type { WorldRegistry } from '../runtime/worlds.ts'
import type { Reply } from '../../kernel/support/reply.ts'
import { delay, realNow } from '../../kernel/support/time.ts'
import { Defect, type NeedsLoad } from '../../kernel/world/errors.ts'
import type { Words } from '../../service/vocabulary/words.ts'
import { loadVocabulary, wordsOf } from '../../service/vocabulary/world-vocabulary.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import { type CallKey, type CallKeyOwner, chooseWorld, credentialOf, type Presented } from './auth.ts'
import { hasBody, INCOMPLETE, readText, TOO_LARGE, type BodyText } from './body.ts'
import { headerOf, requestHeaders, type HttpCall } from './request.ts'
import { defectResponse, type AnswerOrigin } from './response.ts'

/** The parts of the server that calls of the service and of public pages use. */
export interface RequestParts {
  readonly worlds: WorldRegistry
  readonly scheduler: Scheduler
  readonly webhookSender: WebhookSender
  readonly gate: Gate
  readonly metrics: ServerMetrics
}

/** The world of a call was reset or deleted while the call waited, so the call must not continue. */
export class WorldWasReset extends Error {
  override readonly name = 'WorldWasReset'
}

/** The members of a context that are known on arrival. */
type Arrival = Pick<RequestContext, 'parts' | 'call' | 'below' | 'handle' | 'key' | 'origin' | 'logged'>

/** A call of a known world, on its way through the pipeline. */
export class RequestContext {
  readonly parts: RequestParts
  readonly call: HttpCall
  /** Its path relative to the part of the server it is for. */
  readonly below: string
  readonly handle: WorldHandle
  readonly key: CallKey
  readonly origin: AnswerOrigin
  /** The call in the log of its world. */
  readonly logged: Call
  /** This member and the ones below are set while the call is processed. */
  found: FoundOperation | undefined
  /** Its path below `/3.0` and its query, in the reference's words. */
  path = ''
  query: ReadonlyMap<string, string> = NO_PARAMETERS
  caller: Caller | undefined
  /** The body as text, and parsed. */
  text: BodyText | undefined
  body: unknown
  appliedFaults: AppliedFaults | undefined
  /** The result of a preflight, and the outcome of its latest request until the call continues. */
  prepared: unknown
  outcome: AttemptOutcome | undefined
  /** Releases its slot, if it holds one. */
  release: () => void = NOTHING
  /** The epoch of the world on arrival. */
  readonly #epoch: number

  constructor(arrival: Arrival) {
    this.parts = arrival.parts
    this.call = arrival.call
    this.below = arrival.below
    this.handle = arrival.handle
    this.key = arrival.key
    this.origin = arrival.origin
    this.logged = arrival.logged
    this.#epoch = arrival.handle.epoch
  }

  /** The words of the call's world. */
  get words(): Words {
    return wordsOf(this.handle.world.settings)
  }

  /** The operation of the call; throws a Defect before it has been found. */
  get operation(): FoundOperation {
    if (!this.found) throw new Defect('The operation of the call has not been found yet.')
    return this.found
  }

  /** The authenticated caller; throws a Defect before it has been authenticated. */
  get authenticated(): Caller {
    if (!this.caller) throw new Defect('The call has not been authenticated yet.')
    return this.caller
  }

  /**
   * The point at which a call continues after a wait: brings the time of the world up to date and appends to the log that the call continues. Throws
   * `WorldWasReset` if it must not continue. Returns a promise if the call has to wait on.
   */
  checkpoint(): Promise<void> | undefined {
    const { outcome } = this
    this.outcome = undefined
    this.parts.scheduler.sync(this.handle)
    const turn = this.parts.gate.resume(this.handle.log, this.logged, outcome)
    return turn ? turn.then(() => this.#assertSameEpoch()) : this.#assertSameEpoch()
  }

  /** Continues with `proceed` once a module is loaded. */
  whenLoaded<Result>(error: NeedsLoad, proceed: () => Result | Promise<Result>): Promise<Result> {
    return this.parts.scheduler.whenLoaded(this.handle, error, this.logged, () => {
      this.#assertSameEpoch()
      return proceed()
    })
  }

  /** Runs a function in a transaction of the call's world. Its writes are discarded if a fault answers in place of the service. */
  run<Result>(work: (tx: Tx) => Result): Result | Promise<Result> {
    const { handle, logged, origin, appliedFaults } = this
    const current = (tx: Tx): Result => {
      this.#assertSameEpoch()
      return work(tx)
    }
    const isDry = appliedFaults?.dry ?? false
    return this.parts.scheduler.run(handle, current, { cause: { request: origin.request_id }, call: logged, isDry })
  }

  #assertSameEpoch(): undefined {
    if (this.handle.epoch !== this.#epoch) throw new WorldWasReset('The world was reset while this call waited.')
  }
}

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map()
const NOTHING = (): void => {}

/** A call as the server received it. */
type ReceivedCall = Pick<RequestContext, 'call' | 'below'> & Pick<CallKey, 'prefixed'>

/**
 * Finds the world of a call, appends the call to its log and answers it: at once, or as soon as the world is ready. Nothing happens between
 * the appending and `answer`, so that a replay can repeat the call.
 */
export function openContext(
  parts: RequestParts,
  received: ReceivedCall,
  answer: (context: RequestContext) => Response | Promise<Response>,
): Response | Promise<Response> {
  const { worlds, scheduler } = parts
  const { call, prefixed, below } = received
  const presented = credentialOf(call)
  const owner = typeof presented === 'object' ? worlds.byKey(presented.key) : undefined
  const revoker = typeof presented === 'object' && owner === 'gone' ? worlds.revokerOf(presented.key) : undefined
  const key = { presented, prefixed, owner, revoker }
  const handle = chooseWorld(worlds, key)
  // Starts over, since meanwhile the key may belong to another world, and other waiting calls may have used up the numbers.
  const ready = handle.persistence.ready() ?? loadVocabulary(handle.world.settings)
  if (ready)
    return ready.then(
      () => openContext(parts, received, answer),
      (error: unknown) => failCall(parts, call, error),
    )
  scheduler.sync(handle)
  const { id: request_id, number } = handle.nextRequest()
  const { method, pathname, search } = call
  const inWorld = belowWorld(pathname)
  const isPrefixed = prefixed !== undefined && inWorld !== pathname
  const logged = handle.log.arrive({
    id: request_id,
    request: number,
    method,
    path: isPrefixed ? inWorld : pathname,
    prefixed: isPrefixed,
    search,
    headers: requestHeaders(call),
    key: revoker === handle ? 'own' : keyOwner(handle, presented, owner),
  })
  parts.gate.arrived(logged)
  const origin = { base_url: handle.world.base_url, request_id }
  return answer(new RequestContext({ parts, call, below, handle, key, origin, logged }))
}

/** Answers a call that failed before it reached its world. The call is in no journal, but counts in the metrics. */
export function failCall({ metrics }: Pick<RequestParts, 'metrics'>, { method, arrivedAt }: HttpCall, error: unknown): Response {
  const response = defectResponse(error)
  metrics.requests.note({ contract: 'service', route: undefined, method, status: response.status }, realNow() - arrivedAt)
  return response
}

/** The issuer of the key of a call, as the log has it. */
function keyOwner(handle: WorldHandle, presented: Presented, owner: CallKeyOwner): KeyOwner {
  if (presented === 'contradiction') return 'foreign'
  return owner === undefined ? 'external' : owner === handle ? 'own' : 'foreign'
}

/** Returns the text of the body. The first use reads the body and adds it to the log. */
export function bodyTextOf(context: RequestContext): Promise<BodyText> {
  const { call, handle } = context
  if (context.text !== undefined) return Promise.resolve(context.text)
  return readText(call, handle.world.settings.body_limit).then((text) => recordBody(context, text))
}

/** Longest time a refused call waits for the rest of its body to arrive. */
const UNREAD_BODY_MS_MAX = 1_000

/** Reads a body that has not been read yet, and adds it to the log. Returns `undefined` if there is none. */
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

export function recordBody(context: RequestContext, text: BodyText): BodyText {
  const { call, handle, logged } = context
  context.text = text
  if (typeof text === 'string') handle.log.receive(logged, text)
  else if (text === INCOMPLETE) handle.log.receiveUnread(logged, 'broken_off')
  else {
    const bytes = Number(headerOf(call, 'content-length') ?? handle.world.settings.body_limit)
    handle.log.receiveUnread(logged, text === TOO_LARGE ? 'too_large' : text.reason, bytes)
  }
  return text
}

/** Completes a call in the log with its answer as sent. An answer that a broken connection prevents is lost: its status is `null`. */
export function recordAnswer(
  { handle, logged, found, query, body, appliedFaults }: RequestContext,
  contract: ContractName,
  { status, headers, body: answered, wire, source }: Reply,
): void {
  if (appliedFaults) logged.faults = appliedFaults.applied
  // The answer to a call whose world was reset meanwhile is not the service's either.
  if (appliedFaults?.injected || Object.hasOwn(headers, 'x-maildouble-dropped')) logged.injected = true
  const isLost = wire !== undefined && wire.kind !== 'truncate' && wire.kind !== 'slow'
  const answer = {
    status: isLost ? null : status,
    headers,
    // A streamed body is not stored.
    text: typeof answered === 'object' ? (answered === null ? '' : undefined) : answered,
    // A fault may have changed the text, so it can't be serialized from its source again.
    source: appliedFaults ? undefined : source,
  }
  handle.log.answer(logged, answer, { contract, route: found?.route, query, body })
}
