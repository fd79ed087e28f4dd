import { type Attempt, deliveries, type DeliveryRow } from '../../service/model/deliveries/delivery.ts'
import { countOutstanding, dueDeliveries } from '../../service/rules/deliveries/queue.ts'
import {
  signedAt,
  makeDeliveryAttempt,
  feedRequest,
  pageRequest,
  type WebhookRequest,
  makeWebhookRequest,
  urlCheckRequest,
} from '../../service/rules/deliveries/webhook-request.ts'
import { settleDelivery, withdrawDelivery, objectionTo } from '../../service/rules/deliveries/settle.ts'
import { shownDelivery } from '../../service/rules/deliveries/payload.ts'
import type { Outbound } from '../../service/rules/requests/operation.ts'
import { durationMs } from '../../kernel/contract/settings.ts'
import { type FeedFetchRow, feedFetches, pendingFetches } from '../../service/model/campaigns/feed.ts'
import { PAGE_BYTES_MAX } from '../../service/rules/campaigns/content/fetch.ts'
import { PersistenceError } from '../runtime/persistence-error.ts'
import { loadForChange } from '../runtime/rules.ts'
import type { Outbox, Scheduler } from '../runtime/scheduler.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import type { WorldEvent, WorldRegistry } from '../runtime/worlds.ts'
import { type Log, stackOf } from '../../kernel/support/thrown.ts'
import { delay, yieldToEventLoop, type Millis, realNow } from '../../kernel/support/time.ts'
import { type TraceContext, pickTrace } from '../../kernel/support/traceparent.ts'
import { onDemand, untilLoaded } from '../../kernel/world/on-demand.ts'
import { peek } from '../../kernel/world/tx.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import type { Egress } from './egress.ts'
import { type CallLimits, handOver } from './hand-over.ts'
import type { InProcessReceivers } from './in-process-receivers.ts'

/** A delivery in progress: its outcome has the same cause as the delivery. */
type DeliveryInProgress = Pick<DeliveryRow, 'id' | 'cause'>

/** Appends the outcome of an attempt to deliver. */
export function endAttempt(
  handle: WorldHandle,
  scheduler: Pick<Scheduler, 'run'>,
  { id, cause }: DeliveryInProgress,
  attempt: Attempt,
): void | Promise<void> {
  const { request: _, ...found } = attempt
  return handle.log.entries.append(
    (moment) => ({ kind: 'outcome', ...moment, delivery: id, found }),
    () => scheduler.run(handle, (tx) => settleDelivery(tx, id, attempt), { cause }),
  )
}

/** Withdraws a delivery that must not be sent any more. */
export function endDelivery(
  handle: WorldHandle,
  scheduler: Pick<Scheduler, 'run'>,
  { id, cause }: DeliveryInProgress,
): void | Promise<void> {
  return handle.log.entries.append(
    (moment) => ({ kind: 'withdrawal', ...moment, delivery: id }),
    () => scheduler.run(handle, (tx) => withdrawDelivery(tx, id), { cause }),
  )
}

/** Loads what the outcome of a delivery needs, before `endAttempt`. */
export function loadForAttempt({ world }: WorldHandle): Promise<void> {
  return untilLoaded(() => loadForChange(world))
}

const rss = onDemand(() => import('../../service/rules/campaigns/rss/rss.ts'))

/** Loads what the outcome of a request for a feed needs, before `endFetch`. */
export function loadForFetch({ world }: WorldHandle): Promise<void> {
  return untilLoaded(() => loadForChange(world) ?? rss.load())
}

/** Appends the outcome of a request for the feed of a campaign, which ends the run of the campaign. */
export function endFetch(
  handle: WorldHandle,
  scheduler: Pick<Scheduler, 'run'>,
  { campaign_id, cause }: Pick<FeedFetchRow, 'campaign_id' | 'cause'>,
  attempt: Attempt,
): void | Promise<void> {
  const { request: _, ...found } = attempt
  return handle.log.entries.append(
    (moment) => ({ kind: 'fetch', ...moment, campaign: campaign_id, found }),
    () => scheduler.run(handle, (tx) => rss().finishRun(tx, campaign_id, attempt), { cause }),
  )
}

/** Maximum number of concurrent deliveries per world. */
const IN_FLIGHT_MAX = 16

/** How much longer than its timeout an attempt can take. */
const SPARE_MS = 5_000

/** The deliveries in flight in one world. */
interface WebhookQueue {
  readonly epoch: number
  readonly inFlight: Map<number, AbortController>
  /** The campaigns whose feeds are being fetched. */
  readonly fetching: Set<string>
}

/** The terms of an outgoing call: its allowed hosts, the limit of its answer, and its start in real time, by default now. */
interface CallTerms extends Pick<CallLimits, 'bytesMax' | 'isDecoded'> {
  readonly egress?: Egress
  readonly real_at?: Millis
}

/** Dependencies of a `WebhookSender`. */
interface WebhookSenderOptions {
  readonly worlds: WorldRegistry
  readonly scheduler: Pick<Scheduler, 'run' | 'sync'>
  readonly egress: Egress
  readonly inProcess: InProcessReceivers
  readonly log: Log
}

/**
 * Sends the deliveries of all worlds, and the requests for feeds at the runs of their RSS campaigns. It listens to every new version of a world,
 * calls the receivers of due deliveries, and applies each outcome in a transaction of its own. The call that caused a delivery never waits
 * for it.
 */
export class WebhookSender implements Outbox {
  readonly #parts: WebhookSenderOptions
  readonly #queues = new Map<WorldHandle, WebhookQueue>()
  readonly #scheduled = new Set<WorldHandle>()
  readonly #waiting = new Map<WorldHandle, Set<() => void>>()
  readonly #urlChecks = new Set<AbortController>()
  readonly #end = new AbortController()

  constructor(parts: WebhookSenderOptions) {
    this.#parts = parts
    parts.worlds.subscribe((event) => this.#onChange(event))
  }

  /** Whether a world has deliveries that have not been attempted yet, or requests for feeds. */
  isBusy(handle: WorldHandle): boolean {
    const { world } = handle
    const hasDeliveries = world.tables[deliveries.number] !== undefined && peek(world, countOutstanding) > 0
    return hasDeliveries || (world.tables[feedFetches.number] !== undefined && peek(world, pendingFetches).length > 0)
  }

  /** Resolves to `true` once every delivery of a world has been attempted, or to `false` after `ms` milliseconds. */
  emptied(handle: WorldHandle, ms: Millis): Promise<boolean> {
    if (!this.isBusy(handle)) return Promise.resolve(true)
    if (this.#end.signal.aborted || ms <= 0) return Promise.resolve(false)
    const { epoch } = handle
    const waiting = this.#waiting.get(handle) ?? new Set()
    this.#waiting.set(handle, waiting)
    return new Promise((resolve) => {
      const end = (emptied: boolean): void => {
        cancel()
        leave()
        waiting.delete(check)
        if (waiting.size === 0) this.#waiting.delete(handle)
        resolve(emptied)
      }
      const check = (): void => {
        if (handle.epoch !== epoch || !this.isBusy(handle)) end(true)
        else if (this.#end.signal.aborted) end(false)
      }
      const cancel = delay(ms, () => end(false))
      // Their outcomes may come from outside.
      const leave = handle.persistence.listen()
      waiting.add(check)
    })
  }

  /** Checks a world again, after it was replaced or its work was paused. */
  refresh(handle: WorldHandle): void {
    if (this.isBusy(handle)) this.#schedule(handle)
  }

  /** Access to the outside world for calls that must contact a host first. The requests carry `trace`. */
  outboundOf(handle: WorldHandle, trace: TraceContext): Outbound {
    const { world } = handle
    return {
      checkUrl: (url) => this.#ask(world, urlCheckRequest(url, world.settings, trace)),
      fetchPage: (url) => this.#fetch(world, (next) => pageRequest(next, world.settings, trace), url),
      fetchFeed: (url) => this.#fetch(world, (next) => feedRequest(next, world.settings, trace), url),
    }
  }

  /** Stops sending and aborts the deliveries in flight. */
  stop(): void {
    this.#end.abort()
    for (const queue of this.#queues.values()) abortAll(queue)
    this.#queues.clear()
    for (const controller of this.#urlChecks) controller.abort()
    for (const handle of this.#waiting.keys()) this.#recheck(handle)
  }

  #onChange({ kind, handle, before }: WorldEvent): void {
    const isNew = kind !== 'changed' || SENT.some(({ number }) => before.tables[number] !== handle.world.tables[number])
    const queue = this.#queues.get(handle)
    if (isNew || (queue && queue.epoch !== handle.epoch)) this.#schedule(handle)
    this.#recheck(handle)
  }

  #recheck(handle: WorldHandle): void {
    for (const check of this.#waiting.get(handle) ?? []) check()
  }

  /** Schedules sending for after the answer to the call that changed the world. */
  #schedule(handle: WorldHandle): void {
    if (handle.persistence.isPaused || this.#scheduled.has(handle) || this.#end.signal.aborted) return
    this.#scheduled.add(handle)
    void yieldToEventLoop().then(() => {
      this.#scheduled.delete(handle)
      this.#sendDue(handle)
    })
  }

  #sendDue(handle: WorldHandle): void {
    const { scheduler } = this.#parts
    try {
      const existing = this.#queues.get(handle)
      if (existing) abortDeleted(handle.world, existing)
      const queue = this.#end.signal.aborted ? undefined : this.#queueOf(handle)
      if (!queue) return
      scheduler.sync(handle)
      for (const fetch of peek(handle.world, pendingFetches)) {
        if (!queue.fetching.has(fetch.campaign_id)) void this.#fetchFeed(handle, queue, fetch)
      }
      // Deliveries in flight are still due, so twice the limit includes every one that can be sent.
      const due = peek(handle.world, (tx) => dueDeliveries(tx, 2 * IN_FLIGHT_MAX))
      for (const delivery of due) {
        if (queue.inFlight.size >= IN_FLIGHT_MAX) return
        if (!queue.inFlight.has(delivery.id)) void this.#attempt(handle, queue, delivery)
      }
    } catch (error) {
      this.#report(handle, error)
    }
  }

  /** The queue of a world that has something to send. A queue from before a reset is dropped. */
  #queueOf(handle: WorldHandle): WebhookQueue | undefined {
    const existing = this.#queues.get(handle)
    if (existing && existing.epoch !== handle.epoch) {
      abortAll(existing)
      this.#queues.delete(handle)
    }
    if (this.#parts.worlds.byId(handle.world.id) !== handle || !this.isBusy(handle)) return undefined
    const queue = this.#queues.get(handle) ?? { epoch: handle.epoch, inFlight: new Map(), fetching: new Set() }
    this.#queues.set(handle, queue)
    return queue
  }

  async #attempt(handle: WorldHandle, queue: WebhookQueue, delivery: DeliveryRow): Promise<void> {
    const { scheduler } = this.#parts
    const { id } = delivery
    try {
      // The webhook may have been deleted while the delivery was waiting.
      if (peek(handle.world, (tx) => objectionTo(tx, delivery)) !== undefined) {
        return await endDelivery(handle, scheduler, delivery)
      }
      const controller = new AbortController()
      queue.inFlight.set(id, controller)
      const turn = handle.persistence.mayStart(
        nameAttempt(delivery),
        durationMs(handle.world.settings.webhooks.timeout) + SPARE_MS,
      )
      if (turn && !((await turn) && isWaiting(handle, queue, delivery))) return void queue.inFlight.delete(id)
      const { clock, settings } = handle.world
      const real_at = realNow()
      const at = signedAt(settings, { at: clock.now, real_at })
      const outgoing = makeWebhookRequest(shownDelivery(handle.world, delivery), at, settings)
      const attempt = await this.#send(handle.world, outgoing, { signal: controller.signal, real_at })
      await loadForAttempt(handle)
      queue.inFlight.delete(id)
      if (controller.signal.aborted || this.#queues.get(handle) !== queue || handle.epoch !== queue.epoch) return
      await endAttempt(handle, scheduler, delivery, attempt)
    } catch (error) {
      this.#report(handle, error)
    }
  }

  /** Fetches the feed of a campaign for a run. A world that is reset or deleted meanwhile gets no outcome. */
  async #fetchFeed(handle: WorldHandle, queue: WebhookQueue, fetch: FeedFetchRow): Promise<void> {
    const { campaign_id, number, url, traceparent } = fetch
    queue.fetching.add(campaign_id)
    try {
      const timeout = (REDIRECTS_MAX + 1) * durationMs(handle.world.settings.webhooks.timeout) + SPARE_MS
      const turn = handle.persistence.mayStart(`feed ${campaign_id} ${number}`, timeout)
      if (turn && !((await turn) && isPending(handle, fetch))) return
      const { world } = handle
      const attempt = await this.#fetch(world, (next) => feedRequest(next, world.settings, pickTrace({ traceparent })), url)
      await loadForFetch(handle)
      if (this.#end.signal.aborted || this.#queues.get(handle) !== queue || handle.epoch !== queue.epoch) return
      if (!isPending(handle, fetch)) return
      await endFetch(handle, this.#parts.scheduler, fetch, attempt)
    } catch (error) {
      this.#report(handle, error)
    } finally {
      queue.fetching.delete(campaign_id)
    }
  }

  /** Fetches a page or a feed, if the setting `imports` allows its host. Each redirect is a call of its own. */
  async #fetch(world: WorldState, requestOf: (url: string) => WebhookRequest, url: string): Promise<Attempt> {
    const { egress } = this.#parts
    const reach = world.settings.imports === 'any' ? egress : egress.loopback()
    const terms = { egress: reach, bytesMax: PAGE_BYTES_MAX + 1, isDecoded: true }
    let attempt = await this.#ask(world, requestOf(url), terms)
    for (let followed = 0; followed < REDIRECTS_MAX; followed++) {
      const next = redirectIn(attempt)
      if (next === undefined) break
      attempt = await this.#ask(world, requestOf(next), terms)
    }
    return attempt
  }

  async #ask(world: WorldState, outgoing: WebhookRequest, terms: CallTerms = {}): Promise<Attempt> {
    // Its own signal, since a shared one would collect a listener for every concurrent call.
    const controller = new AbortController()
    if (this.#end.signal.aborted) controller.abort()
    this.#urlChecks.add(controller)
    try {
      return await this.#send(world, outgoing, { signal: controller.signal, ...terms })
    } finally {
      this.#urlChecks.delete(controller)
    }
  }

  #report({ world }: WorldHandle, error: unknown): void {
    // The persister reports failed writes and retries the delivery.
    if (error instanceof PersistenceError) return
    const what = stackOf(error)
    this.#parts.log(`DEFECT of maildouble in the deliveries of the world ${world.id}: ${what}`, 'defect')
  }

  async #send(
    { id, clock, settings }: WorldState,
    outgoing: WebhookRequest,
    { signal, egress = this.#parts.egress, real_at = realNow(), ...limits }: CallTerms & Pick<CallLimits, 'signal'>,
  ): Promise<Attempt> {
    const timeout = durationMs(settings.webhooks.timeout)
    const receive = this.#parts.inProcess.find(id, outgoing.url)
    const outcome = receive
      ? await handOver(outgoing, receive, { timeout, signal, ...limits, log: this.#parts.log })
      : // Imported on first use: most servers never send anything.
        await (await import('./deliver.ts')).deliver(outgoing, egress, { timeout, signal, ...limits })
    return makeDeliveryAttempt(outgoing, { at: clock.now, real_at, duration_ms: realNow() - real_at, ...outcome })
  }
}

/** The tables with outgoing requests. */
const SENT = [deliveries, feedFetches]

/** The target of a redirect. */
function redirectIn({ request, response }: Attempt): string | undefined {
  const location = response && REDIRECTS.has(response.status) ? response.headers['location'] : undefined
  return location !== undefined && URL.canParse(location, request.url) ? new URL(location, request.url).href : undefined
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Maximum number of redirects that are followed for a page or a feed. */
const REDIRECTS_MAX = 5

/** The name of an attempt, which is made once. */
function nameAttempt({ id, attempts }: DeliveryRow): string {
  return `delivery ${id} ${attempts.length}`
}

/** Whether a delivery still waits for the same attempt. */
function isWaiting(handle: WorldHandle, { epoch }: WebhookQueue, delivery: DeliveryRow): boolean {
  const now = peek(handle.world, (tx) => tx.first(deliveries.key, { id: delivery.id }))
  return handle.epoch === epoch && now !== undefined && now.turn === delivery.turn && nameAttempt(now) === nameAttempt(delivery)
}

/** Whether a request for a feed has not ended yet. */
function isPending(handle: WorldHandle, { campaign_id, number }: FeedFetchRow): boolean {
  const now = peek(handle.world, (tx) => tx.first(feedFetches.key, { campaign_id }))
  return now?.state === 'pending' && now.number === number
}

function abortDeleted(world: WorldState, { inFlight }: WebhookQueue): void {
  for (const [id, controller] of inFlight) {
    if (peek(world, (tx) => tx.first(deliveries.key, { id }))) continue
    controller.abort()
    inFlight.delete(id)
  }
}

function abortAll({ inFlight }: WebhookQueue): void {
  for (const controller of inFlight.values()) controller.abort()
  inFlight.clear()
}
