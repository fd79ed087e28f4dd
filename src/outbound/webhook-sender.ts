import type { Attempt } from '../resources/deliveries/attempt.ts'
import { deliveries, type DeliveryRow } from '../resources/deliveries/delivery.ts'
import { countOutstanding, dueDeliveries } from '../resources/deliveries/queue.ts'
import { settleDelivery, withdrawDelivery } from '../resources/deliveries/settle.ts'
import { objectionTo } from '../resources/deliveries/target.ts'
import { attemptOf, type Letter, letterOf, questionTo } from '../resources/deliveries/webhook-request.ts'
import type { Outside } from '../resources/preparation.ts'
import { durationMs } from '../resources/settings.ts'
import { Unkept } from '../runtime/persistence-error.ts'
import type { Outbox, Pacer } from '../runtime/scheduler.ts'
import type { Cell } from '../runtime/world-handle.ts'
import type { Worlds } from '../runtime/worlds.ts'
import { delay, breathe, type Millis, realNow } from '../support/time.ts'
import { peek } from '../world/tx.ts'
import type { World } from '../world/world.ts'
import type { Egress } from './egress.ts'

/** A delivery that is under way: what comes of it is brought about by what brought about the delivery. */
type Underway = Pick<DeliveryRow, 'id' | 'cause'>

/** Takes down what came of an attempt to deliver something. */
export function endAttempt(cell: Cell, pacer: Pick<Pacer, 'run'>, { id, cause }: Underway, attempt: Attempt): Promise<void> {
  const { request: _, ...found } = attempt
  return cell.log.steps.act(
    (moment) => ({ kind: 'outcome', ...moment, delivery: id, found }),
    () => pacer.run(cell, (tx) => settleDelivery(tx, id, attempt), cause),
  )
}

/** Ends a delivery that is not to be sent any more. */
export function endDelivery(cell: Cell, pacer: Pick<Pacer, 'run'>, { id, cause }: Underway): Promise<void> {
  return cell.log.steps.act(
    (moment) => ({ kind: 'withdrawal', ...moment, delivery: id }),
    () => pacer.run(cell, (tx) => withdrawDelivery(tx, id), cause),
  )
}

/** In one world so many receivers are called at once. */
const UNDERWAY_MAX = 16

/** Longer than a call may take, an attempt is left to the process that has taken it on. */
const CLAIM_MS = 5_000

/** What is on its way out of a world. */
interface Round {
  readonly epoch: number
  readonly underway: Map<number, AbortController>
}

/** What the courier works with. */
export interface CourierParts {
  readonly worlds: Worlds
  readonly pacer: Pick<Pacer, 'run' | 'sync'>
  readonly egress: Egress
  readonly log: (message: string) => void
}

/**
 * Sends what the worlds have to send. It hears of each new version of a world, calls the receivers of what is due in it, and
 * feeds back what came of that as a transaction of its own. It never keeps the call that caused a delivery waiting.
 */
export class Courier implements Outbox {
  readonly #parts: CourierParts
  readonly #rounds = new Map<Cell, Round>()
  readonly #called = new Set<Cell>()
  readonly #waiting = new Map<Cell, Set<() => void>>()
  readonly #asking = new Set<AbortController>()
  readonly #end = new AbortController()

  constructor(parts: CourierParts) {
    this.#parts = parts
    parts.worlds.follow((cell, before) => this.#hear(cell, before))
  }

  /** Whether something in a world has not been attempted yet. */
  isBusy(cell: Cell): boolean {
    const { world } = cell
    return world.tables[deliveries.number] !== undefined && peek(world, countOutstanding) > 0
  }

  /** Resolves to true once everything in a world has been attempted, to false if that takes longer than it may. */
  emptied(cell: Cell, ms: Millis): Promise<boolean> {
    if (!this.isBusy(cell)) return Promise.resolve(true)
    if (this.#end.signal.aborted || ms <= 0) return Promise.resolve(false)
    const { epoch } = cell
    const waiting = this.#waiting.get(cell) ?? new Set()
    this.#waiting.set(cell, waiting)
    return new Promise((resolve) => {
      const end = (emptied: boolean): void => {
        cancel()
        leave()
        waiting.delete(look)
        if (waiting.size === 0) this.#waiting.delete(cell)
        resolve(emptied)
      }
      const look = (): void => {
        if (cell.epoch !== epoch || !this.isBusy(cell)) end(true)
        else if (this.#end.signal.aborted) end(false)
      }
      const cancel = delay(ms, () => end(false))
      // Another process may have taken on what is to be attempted.
      const leave = cell.listen()
      waiting.add(look)
    })
  }

  /** Attends to a world once more: it may have changed elsewhere. */
  look(cell: Cell): void {
    if (this.isBusy(cell)) this.#call(cell)
  }

  /** The world outside, for calls that have to ask it something first. */
  outsideOf(cell: Cell): Outside {
    return { ask: (url) => this.#ask(cell.world, url) }
  }

  /** Sends nothing more, and drops what is on its way. */
  stop(): void {
    this.#end.abort()
    for (const round of this.#rounds.values()) drop(round)
    this.#rounds.clear()
    for (const controller of this.#asking) controller.abort()
    for (const cell of this.#waiting.keys()) this.#lookAgain(cell)
  }

  #hear(cell: Cell, before: World): void {
    const { number } = deliveries
    const isNew = before === cell.world || before.tables[number] !== cell.world.tables[number]
    const round = this.#rounds.get(cell)
    if (isNew || (round && round.epoch !== cell.epoch)) this.#call(cell)
    this.#lookAgain(cell)
  }

  #lookAgain(cell: Cell): void {
    for (const look of this.#waiting.get(cell) ?? []) look()
  }

  /** Attends to a world as soon as whoever changed it has been answered. */
  #call(cell: Cell): void {
    if (!cell.leads || this.#called.has(cell) || this.#end.signal.aborted) return
    this.#called.add(cell)
    void breathe().then(() => {
      this.#called.delete(cell)
      this.#attend(cell)
    })
  }

  #attend(cell: Cell): void {
    const { pacer } = this.#parts
    try {
      const known = this.#rounds.get(cell)
      if (known) dropForgotten(cell.world, known)
      const round = this.#end.signal.aborted ? undefined : this.#roundOf(cell)
      if (!round) return
      pacer.sync(cell)
      // What is on its way is still due, so that among twice as many there is all that can be sent.
      const due = peek(cell.world, (tx) => dueDeliveries(tx, 2 * UNDERWAY_MAX))
      for (const delivery of due) {
        if (round.underway.size >= UNDERWAY_MAX) return
        if (!round.underway.has(delivery.id)) void this.#attempt(cell, round, delivery)
      }
    } catch (error) {
      this.#report(cell, error)
    }
  }

  /** What is on its way out of a world that has something to send. What belongs to a time before a reset is dropped. */
  #roundOf(cell: Cell): Round | undefined {
    const known = this.#rounds.get(cell)
    if (known && known.epoch !== cell.epoch) {
      drop(known)
      this.#rounds.delete(cell)
    }
    if (this.#parts.worlds.byId(cell.world.id) !== cell || !this.isBusy(cell)) return undefined
    const round = this.#rounds.get(cell) ?? { epoch: cell.epoch, underway: new Map() }
    this.#rounds.set(cell, round)
    return round
  }

  async #attempt(cell: Cell, round: Round, delivery: DeliveryRow): Promise<void> {
    const { pacer } = this.#parts
    const { id } = delivery
    try {
      // It may have waited for its turn while the webhook came to its end.
      if (peek(cell.world, (tx) => objectionTo(tx, delivery)) !== undefined) {
        return await endDelivery(cell, pacer, delivery)
      }
      const controller = new AbortController()
      round.underway.set(id, controller)
      const turn = cell.claim(turnOf(delivery), durationMs(cell.world.settings.webhooks.timeout) + CLAIM_MS)
      if (turn && !((await turn) && isWaiting(cell, round, delivery))) return void round.underway.delete(id)
      const letter = letterOf(delivery, Math.floor(cell.world.clock.now / 1000))
      const attempt = await this.#send(cell.world, letter, controller.signal)
      round.underway.delete(id)
      if (controller.signal.aborted || this.#rounds.get(cell) !== round || cell.epoch !== round.epoch) return
      await endAttempt(cell, pacer, delivery, attempt)
    } catch (error) {
      this.#report(cell, error)
    }
  }

  async #ask(world: World, url: string): Promise<Attempt> {
    // One of its own: very many may be asked at once.
    const controller = new AbortController()
    if (this.#end.signal.aborted) controller.abort()
    this.#asking.add(controller)
    try {
      return await this.#send(world, questionTo(url), controller.signal)
    } finally {
      this.#asking.delete(controller)
    }
  }

  #report({ world }: Cell, error: unknown): void {
    // What cannot be kept is said once, by who keeps it, and is tried again when it can be.
    if (error instanceof Unkept) return
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.#parts.log(`DEFECT of maildouble in the deliveries of the world ${world.id}: ${what}`)
  }

  async #send({ clock, settings }: World, letter: Letter, signal: AbortSignal): Promise<Attempt> {
    const real_at = realNow()
    const timeout = durationMs(settings.webhooks.timeout)
    // Most servers never call anybody.
    const { deliver } = await import('./deliver.ts')
    const outcome = await deliver(letter, this.#parts.egress, timeout, signal)
    return attemptOf(letter, { at: clock.now, real_at, duration_ms: realNow() - real_at, ...outcome })
  }
}

/** What only one process is to do: one attempt to deliver something. */
function turnOf({ id, attempts }: DeliveryRow): string {
  return `delivery ${id} ${attempts.length}`
}

/** Whether a delivery still waits for the same attempt. */
function isWaiting(cell: Cell, { epoch }: Round, delivery: DeliveryRow): boolean {
  const now = peek(cell.world, (tx) => tx.first(deliveries.key, { id: delivery.id }))
  return cell.epoch === epoch && now !== undefined && now.turn === delivery.turn && turnOf(now) === turnOf(delivery)
}

/** Breaks off what is on its way although nobody wants to know any more what comes of it. */
function dropForgotten(world: World, { underway }: Round): void {
  for (const [id, controller] of underway) {
    if (peek(world, (tx) => tx.first(deliveries.key, { id }))) continue
    controller.abort()
    underway.delete(id)
  }
}

function drop({ underway }: Round): void {
  for (const controller of underway.values()) controller.abort()
  underway.clear()
}
