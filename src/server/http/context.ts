import type { AppliedFaults } from '../../service/faults/apply.ts'
import type { WebhookSender } from '../outbound/webhook-sender.ts'
import type { ServerMetrics } from '../metrics/server-metrics.ts'
import type { Scheduler } from '../runtime/scheduler.ts'
import type { Attempt } from '../../service/model/deliveries/delivery.ts'
import type { AttemptOutcome, WebhookRequest } from '../../service/rules/deliveries/webhook-request.ts'
import { belowWorld, type Call, type KeyOwner, type WorldChoice } from '../log/call.ts'
import type { Gate } from '../log/gate.ts'
import type { ReadParts } from '../log/log.ts'
import { logDefect } from '../runtime/persistence-error.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import type { WorldRegistry } from '../runtime/worlds.ts'
import { tryTrigger } from '../../service/calls/other-people.ts'
import type { Reply } from '../../kernel/support/reply.ts'
import type { Log } from '../../kernel/support/thrown.ts'
import { delay, type Millis, realNow } from '../../kernel/support/time.ts'
import { type Words, chooseWords } from '../../service/vocabulary/words.ts'
import { rehearse, type Tx } from '../../kernel/world/tx.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import { type CallKey, type CallKeyOwner, chooseWorld, readCredential, type Presented, type WorldHeaders } from './auth.ts'
import { hasBody, INCOMPLETE, readText, TOO_LARGE, type BodyText } from './body.ts'
import { readHeader, requestHeaders, type HttpCall } from './request.ts'
import { defectResponse, type AnswerOrigin } from './response.ts'

/** The parts of the server that calls of the service and of public pages use. */
export interface RequestParts {
  readonly worlds: WorldRegistry
  readonly scheduler: Scheduler
  readonly webhookSender: WebhookSender
  readonly gate: Gate
  readonly metrics: ServerMetrics
  readonly log: Log
  /** `undefined` in a sandbox, whose calls are all for its only world. */
  readonly worldHeaders: WorldHeaders | undefined
}

type Writable<T> = { -readonly [Member in keyof T]: T[Member] }

/** The world of a call was reset or deleted while the call waited, so the call must not continue. */
export class WorldWasReset extends Error {
  override readonly name = 'WorldWasReset'
}

/** The members of a context that are known on arrival. */
type CallArrival = Pick<RequestContext, 'parts' | 'call' | 'below' | 'handle' | 'key' | 'origin' | 'logged' | 'read'>

/**
 * A call of a known world: how it arrived, and what answering the call needs, however far it gets. What one step of a pipeline makes for the next
 * ones, the step returns.
 */
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
  /** The parts of the call that have been read so far. */
  readonly read: Writable<ReadParts>
  /** The faults that apply to the call. */
  faults: AppliedFaults | undefined = undefined
  /** Releases its slot, if it holds one. */
  release = NOTHING
  /** The body as text, once it has been read. */
  #text: BodyText | undefined = undefined
  /** The outcome of its latest outgoing request, until the call continues. */
  #outcome: AttemptOutcome | undefined = undefined
  /** The epoch of the world on arrival. */
  readonly #epoch: number

  constructor(arrival: CallArrival) {
    this.parts = arrival.parts
    this.call = arrival.call
    this.below = arrival.below
    this.handle = arrival.handle
    this.key = arrival.key
    this.origin = arrival.origin
    this.logged = arrival.logged
    this.read = arrival.read
    this.#epoch = arrival.handle.epoch
  }

  /** The words of the call's world. */
  get words(): Words {
    return chooseWords(this.handle.world.settings)
  }

  /**
   * The point at which a call continues after a wait: brings the time of the world up to date and appends to the log that the call continues. Throws
   * `WorldWasReset` if it must not continue. Returns a promise if the call has to wait on.
   */
  checkpoint(): Promise<void> | undefined {
    const outcome = this.#outcome
    this.#outcome = undefined
    this.parts.scheduler.sync(this.handle)
    const turn = this.parts.gate.resume(this.handle.log, this.logged, outcome)
    return turn ? turn.then(() => this.#assertSameEpoch()) : this.#assertSameEpoch()
  }

  /** Makes an outgoing request of the call by `send`. The call continues after its previous request first. */
  async ask(request: () => WebhookRequest, send: () => Promise<Attempt>): Promise<Attempt> {
    if (this.#outcome) await this.checkpoint()
    const attempt = await this.parts.gate.ask(this.handle.log, this.logged, request(), send)
    this.#outcome = attempt
    return attempt
  }

  /**
   * Runs a function in a transaction of the call's world. Its writes are discarded if a fault answers in place of the service. With a `lag`, it reads
   * the state of the world so long ago.
   */
  run<Result>(work: (tx: Tx) => Result, lag: Millis = 0): Result | Promise<Result> {
    const { handle, logged, origin, faults } = this
    const past = this.#pastVersion(Math.max(lag, faults?.lag ?? 0))
    if (past) return handle.commit(() => rehearse(past, work))
    const current = (tx: Tx): Result => {
      this.#assertSameEpoch()
      return faults ? faults.within(tx, () => work(tx), tryTrigger) : work(tx)
    }
    const isDry = faults?.dry ?? false
    return this.parts.scheduler.run(handle, current, { cause: { request: origin.request_id }, call: logged, isDry })
  }

  #pastVersion(lag: Millis): WorldState | undefined {
    if (lag === 0) return undefined
    const { handle, logged } = this
    const instant = handle.world.clock.now - lag
    const past = handle.past.at(instant, handle.world)
    if (past) logged.asOf = Math.max(instant, past.clock.now)
    return past
  }

  /** Returns the text of the body. The first use reads the body and adds it to the log. */
  bodyText(): Promise<BodyText> {
    if (this.#text !== undefined) return Promise.resolve(this.#text)
    return readText(this.call, this.handle.world.settings.body_limit).then((text) => this.receive(text))
  }

  /** Reads a body that has not been read yet, and adds it to the log. Returns `undefined` if there is none. */
  drainBody(): Promise<void> | undefined {
    if (this.#text !== undefined || !hasBody(this.call)) return undefined
    return new Promise((resolve) => {
      const cancel = delay(UNREAD_BODY_MS_MAX, resolve)
      void this.bodyText().then(() => {
        cancel()
        resolve()
      })
    })
  }

  /** Adds the body of the call to the log, or the reason why it could not be read. */
  receive(text: BodyText): BodyText {
    const { call, handle, logged } = this
    this.#text = text
    if (typeof text === 'string') handle.log.receive(logged, text)
    else if (text === INCOMPLETE) handle.log.receiveUnread(logged, 'broken_off')
    else {
      const bytes = Number(readHeader(call, 'content-length') ?? handle.world.settings.body_limit)
      handle.log.receiveUnread(logged, text === TOO_LARGE ? 'too_large' : text.reason, bytes)
    }
    return text
  }

  /** Completes the call in the log with its answer as sent. An answer that a broken connection prevents is lost: its status is `null`. */
  complete({ status, headers, body, wire, source }: Reply): void {
    const { handle, logged, faults } = this
    if (faults) logged.faults = faults.applied
    // The answer to a call whose world was reset meanwhile is not the service's either.
    if (faults?.injected || Object.hasOwn(headers, 'x-maildouble-dropped')) logged.injected = true
    const isLost = wire !== undefined && wire.kind !== 'truncate' && wire.kind !== 'slow'
    const answer = {
      status: isLost ? null : status,
      headers,
      // A streamed body is not stored.
      text: typeof body === 'object' ? (body === null ? '' : undefined) : body,
      // A fault may have changed the text, so it can't be serialized from its source again.
      source: faults ? undefined : source,
    }
    handle.log.answer(logged, answer, this.read)
  }

  #assertSameEpoch(): undefined {
    if (this.handle.epoch !== this.#epoch) throw new WorldWasReset('The world was reset while this call waited.')
  }
}

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map()
const NOTHING = (): void => {}

/** Longest time a refused call waits for the rest of its body to arrive. */
const UNREAD_BODY_MS_MAX = 1_000

/** A call as the server received it, and its contract. */
type ReceivedCall = Pick<RequestContext, 'call' | 'below'> &
  Pick<CallKey, 'prefixed'> &
  Pick<ReadParts, 'contract'> & {
    /** Starts to load what the call needs in its world. Returns `undefined` if nothing is missing. */
    readonly load: (world: WorldState) => Promise<unknown> | undefined
  }

/** The loading in progress: calls that arrive meanwhile wait for it, so that they keep their order. */
let loading: Promise<unknown> | undefined

/** Loads before a call is in the log, so that a replay need not know of it. */
function loadBefore({ load }: ReceivedCall, world: WorldState): Promise<unknown> | undefined {
  if (loading) return loading
  const started = load(world)
  if (started) loading = started.finally(() => (loading = undefined))
  return loading
}

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
  const { call, prefixed, below, contract } = received
  const presented = readCredential(call)
  const sent = typeof presented === 'object' ? presented.key : undefined
  const isShared = sent !== undefined && sent === parts.worldHeaders?.sharedKey
  const owner = isShared ? prefixed : sent === undefined ? undefined : worlds.byKey(sent)
  const revoker = sent !== undefined && owner === 'gone' ? worlds.revokerOf(sent) : undefined
  const key = { presented, prefixed, owner, revoker, isShared }
  const handle = chooseWorld(worlds, key)
  // Starts over, since meanwhile the key may belong to another world, and other waiting calls may have used up the numbers.
  const ready = handle.persistence.ready() ?? loadBefore(received, handle.world)
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
    key: isShared ? 'shared' : revoker === handle ? 'own' : keyOwner(handle, presented, owner),
    chosenBy: isPrefixed ? 'path' : explainChoice(received, handle, key),
  })
  parts.gate.arrived(logged)
  const origin = { base_url: handle.world.base_url, like: handle.world.settings.like, request_id }
  const read = { contract, route: undefined, query: NO_PARAMETERS, body: undefined }
  return answer(new RequestContext({ parts, call, below, handle, key, origin, logged, read }))
}

/** Answers a call that failed before it reached its world. The call is in no journal, but counts in the metrics. A defect is logged. */
export function failCall(
  { metrics, log }: Pick<RequestParts, 'metrics' | 'log'>,
  { method, arrivedAt }: HttpCall,
  error: unknown,
): Response {
  logDefect(log, 'before a request', error)
  const response = defectResponse(error)
  metrics.requests.note({ contract: 'service', route: undefined, method, status: response.status }, realNow() - arrivedAt)
  return response
}

/** What chose the world of a call, other than its path. */
function explainChoice({ contract, prefixed }: ReceivedCall, handle: WorldHandle, { owner, revoker }: CallKey): WorldChoice {
  if (contract === 'service' && prefixed) return 'header'
  const isChosen = contract === 'public' ? handle.world.id !== 'default' : owner === handle || revoker === handle
  return isChosen ? 'key' : 'default'
}

/** The issuer of the key of a call, as the log has it. */
function keyOwner(handle: WorldHandle, presented: Presented, owner: CallKeyOwner): KeyOwner {
  if (presented === 'contradiction') return 'foreign'
  return owner === undefined ? 'external' : owner === handle ? 'own' : 'foreign'
}
