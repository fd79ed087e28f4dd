import type { Attempt } from '../resources/deliveries/attempt.ts'
import { deliveries, type DeliveryRow } from '../resources/deliveries/delivery.ts'
import { countOutstanding, dueDeliveries } from '../resources/deliveries/queue.ts'
import { settleDelivery, withdrawDelivery } from '../resources/deliveries/settle.ts'
import { objectionTo } from '../resources/deliveries/target.ts'
import {
  deliveryAttemptOf,
  type WebhookRequest,
  webhookRequestOf,
  urlCheckRequest,
} from '../resources/deliveries/webhook-request.ts'
import type { Outside } from '../resources/preparation.ts'
import { durationMs } from '../resources/settings.ts'
import { PersistenceError } from '../runtime/persistence-error.ts'
import type { Outbox, Scheduler } from '../runtime/scheduler.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import type { Worlds } from '../runtime/worlds.ts'
import { delay, yieldToEventLoop, type Millis, realNow } from '../support/time.ts'
import { peek } from '../world/tx.ts'
import type { World } from '../world/world.ts'
import type { Egress } from './egress.ts'

/** A delivery that is under way: what comes of it is brought about by what brought about the delivery. */
type Underway = Pick<DeliveryRow, 'id' | 'cause'>

/** Takes down what came of an attempt to deliver something. */
export function endAttempt(
  handle: WorldHandle,
  pacer: Pick<Scheduler, 'run'>,
  { id, cause }: Underway,
  attempt: Attempt,
): Promise<void> {
  const { request: _, ...found } = attempt
  return handle.log.steps.act(
    (moment) => ({ kind: 'outcome', ...moment, delivery: id, found }),
    () => pacer.run(handle, (tx) => settleDelivery(tx, id, attempt), cause),
  )
}

/** Ends a delivery that is not to be sent any more. */
export function endDelivery(handle: WorldHandle, pacer: Pick<Scheduler, 'run'>, { id, cause }: Underway): Promise<void> {
  return handle.log.steps.act(
    (moment) => ({ kind: 'withdrawal', ...moment, delivery: id }),
    () => pacer.run(handle, (tx) => withdrawDelivery(tx, id), cause),
  )
}

/** In one world so many receivers are called at once. */
const UNDERWAY_MAX = 16

/** Longer than a call may take, an attempt is left to the process that has taken it on. */
const CLAIM_MS = 5_000

/** What is on its way out of a world. */
interface WebhookQueue {
  readonly epoch: number
  readonly underway: Map<number, AbortController>
}

/** What the courier works with. */
export interface WebhookSenderOptions {
  readonly worlds: Worlds
  readonly pacer: Pick<Scheduler, 'run' | 'sync'>
  readonly egress: Egress
  readonly log: (message: string) => void
}

/**
 * Sends what the worlds have to send. It hears of each new version of a world, calls the receivers of what is due in it, and
 * feeds back what came of that as a transaction of its own. It never keeps the call that caused a delivery waiting.
 */
export class WebhookSender implements Outbox {
  readonly #parts: WebhookSenderOptions
  readonly #rounds = new Map<WorldHandle, WebhookQueue>()
  readonly #called = new Set<WorldHandle>()
  readonly #waiting = new Map<WorldHandle, Set<() => void>>()
  readonly #asking = new Set<AbortController>()
  readonly #end = new AbortController()

  constructor(parts: WebhookSenderOptions) {
    this.#parts = parts
    parts.worlds.follow((handle, before) => this.#hear(handle, before))
  }

  /** Whether something in a world has not been attempted yet. */
  isBusy(handle: WorldHandle): boolean {
    const { world } = handle
    return world.tables[deliveries.number] !== undefined && peek(world, countOutstanding) > 0
  }

  /** Resolves to true once everything in a world has been attempted, to false if that takes longer than it may. */
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
        waiting.delete(look)
        if (waiting.size === 0) this.#waiting.delete(handle)
        resolve(emptied)
      }
      const look = (): void => {
        if (handle.epoch !== epoch || !this.isBusy(handle)) end(true)
        else if (this.#end.signal.aborted) end(false)
      }
      const cancel = delay(ms, () => end(false))
      // Another process may have taken on what is to be attempted.
      const leave = handle.listen()
      waiting.add(look)
    })
  }

  /** Attends to a world once more: it may have changed elsewhere. */
  look(handle: WorldHandle): void {
    if (this.isBusy(handle)) this.#call(handle)
  }

  /** The world outside, for calls that have to ask it something first. */
  outsideOf(handle: WorldHandle): Outside {
    return { ask: (url) => this.#ask(handle.world, url) }
  }

  /** Sends nothing more, and drops what is on its way. */
  stop(): void {
    this.#end.abort()
    for (const round of this.#rounds.values()) drop(round)
    this.#rounds.clear()
    for (const controller of this.#asking) controller.abort()
    for (const handle of this.#waiting.keys()) this.#lookAgain(handle)
  }

  #hear(handle: WorldHandle, before: World): void {
    const { number } = deliveries
    const isNew = before === handle.world || before.tables[number] !== handle.world.tables[number]
    const round = this.#rounds.get(handle)
    if (isNew || (round && round.epoch !== handle.epoch)) this.#call(handle)
    this.#lookAgain(handle)
  }

  #lookAgain(handle: WorldHandle): void {
    for (const look of this.#waiting.get(handle) ?? []) look()
  }

  /** Attends to a world as soon as whoever changed it has been answered. */
  #call(handle: WorldHandle): void {
    if (!handle.isOwner || this.#called.has(handle) || this.#end.signal.aborted) return
    this.#called.add(handle)
    void yieldToEventLoop().then(() => {
      this.#called.delete(handle)
      this.#attend(handle)
    })
  }

  #attend(handle: WorldHandle): void {
    const { pacer } = this.#parts
    try {
      const known = this.#rounds.get(handle)
      if (known) dropForgotten(handle.world, known)
      const round = this.#end.signal.aborted ? undefined : this.#roundOf(handle)
      if (!round) return
      pacer.sync(handle)
      // What is on its way is still due, so that among twice as many there is all that can be sent.
      const due = peek(handle.world, (tx) => dueDeliveries(tx, 2 * UNDERWAY_MAX))
      for (const delivery of due) {
        if (round.underway.size >= UNDERWAY_MAX) return
        if (!round.underway.has(delivery.id)) void this.#attempt(handle, round, delivery)
      }
    } catch (error) {
      this.#report(handle, error)
    }
  }

  /** What is on its way out of a world that has something to send. What belongs to a time before a reset is dropped. */
  #roundOf(handle: WorldHandle): WebhookQueue | undefined {
    const known = this.#rounds.get(handle)
    if (known && known.epoch !== handle.epoch) {
      drop(known)
      this.#rounds.delete(handle)
    }
    if (this.#parts.worlds.byId(handle.world.id) !== handle || !this.isBusy(handle)) return undefined
    const round = this.#rounds.get(handle) ?? { epoch: handle.epoch, underway: new Map() }
    this.#rounds.set(handle, round)
    return round
  }

  async #attempt(handle: WorldHandle, round: WebhookQueue, delivery: DeliveryRow): Promise<void> {
    const { pacer } = this.#parts
    const { id } = delivery
    try {
      // It may have waited for its turn while the webhook came to its end.
      if (peek(handle.world, (tx) => objectionTo(tx, delivery)) !== undefined) {
        return await endDelivery(handle, pacer, delivery)
      }
      const controller = new AbortController()
      round.underway.set(id, controller)
      const turn = handle.claim(turnOf(delivery), durationMs(handle.world.settings.webhooks.timeout) + CLAIM_MS)
      if (turn && !((await turn) && isWaiting(handle, round, delivery))) return void round.underway.delete(id)
      const letter = webhookRequestOf(delivery, Math.floor(handle.world.clock.now / 1000))
      const attempt = await this.#send(handle.world, letter, controller.signal)
      round.underway.delete(id)
      if (controller.signal.aborted || this.#rounds.get(handle) !== round || handle.epoch !== round.epoch) return
      await endAttempt(handle, pacer, delivery, attempt)
    } catch (error) {
      this.#report(handle, error)
    }
  }

  async #ask(world: World, url: string): Promise<Attempt> {
    // One of its own: very many may be asked at once.
    const controller = new AbortController()
    if (this.#end.signal.aborted) controller.abort()
    this.#asking.add(controller)
    try {
      return await this.#send(world, urlCheckRequest(url), controller.signal)
    } finally {
      this.#asking.delete(controller)
    }
  }

  #report({ world }: WorldHandle, error: unknown): void {
    // What cannot be kept is said once, by who keeps it, and is tried again when it can be.
    if (error instanceof PersistenceError) return
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.#parts.log(`DEFECT of maildouble in the deliveries of the world ${world.id}: ${what}`)
  }

  async #send({ clock, settings }: World, letter: WebhookRequest, signal: AbortSignal): Promise<Attempt> {
    const real_at = realNow()
    const timeout = durationMs(settings.webhooks.timeout)
    // Most servers never call anybody.
    const { deliver } = await import('./deliver.ts')
    const outcome = await deliver(letter, this.#parts.egress, timeout, signal)
    return deliveryAttemptOf(letter, { at: clock.now, real_at, duration_ms: realNow() - real_at, ...outcome })
  }
}

/** What only one process is to do: one attempt to deliver something. */
function turnOf({ id, attempts }: DeliveryRow): string {
  return `delivery ${id} ${attempts.length}`
}

/** Whether a delivery still waits for the same attempt. */
function isWaiting(handle: WorldHandle, { epoch }: WebhookQueue, delivery: DeliveryRow): boolean {
  const now = peek(handle.world, (tx) => tx.first(deliveries.key, { id: delivery.id }))
  return handle.epoch === epoch && now !== undefined && now.turn === delivery.turn && turnOf(now) === turnOf(delivery)
}

/** Breaks off what is on its way although nobody wants to know any more what comes of it. */
function dropForgotten(world: World, { underway }: WebhookQueue): void {
  for (const [id, controller] of underway) {
    if (peek(world, (tx) => tx.first(deliveries.key, { id }))) continue
    controller.abort()
    underway.delete(id)
  }
}

function drop({ underway }: WebhookQueue): void {
  for (const controller of underway.values()) controller.abort()
  underway.clear()
}
