import { after, breathe, CLOCK_MAX, realNow, type Millis } from '../support/time.ts'
import { nextJob, runJob, setNow, type Ran } from '../world/clock.ts'
import { Defect, Later } from '../world/errors.ts'
import type { Rules, Tx } from '../world/tx.ts'
import type { Clock } from '../world/world.ts'
import type { Cell } from './worlds.ts'

/** So long may jobs keep others waiting before they are let through. */
const SLICE_MS = 10

/** An advance tells of so many jobs, and counts the rest. */
const RAN_SHOWN_MAX = 1_000

/** One advance runs at most so many jobs: a job that plans itself for now would never end. */
const JOBS_PER_ADVANCE_MAX = 1_000_000

/** Where an advance leads: an instant, one that depends on when it begins, or until nothing waits any more. */
export type Target = Millis | 'idle' | ((from: Millis) => Millis | 'idle')

/** What ran in an advance: the first of it, and how much in all; and when it began. */
export interface Advanced {
  readonly from: Millis
  readonly ran: readonly Ran[]
  readonly total: number
}

/** A timer of the machine waits at most so long. */
const TIMER_MS_MAX = 2 ** 31 - 1

/** Where the two times met: the real one and that of the world. */
interface Anchor {
  readonly epoch: number
  readonly clock: Clock
  readonly real: Millis
  readonly now: Millis
}

/**
 * Moves worlds through time: on request, and by itself in worlds whose clock runs. Advances of one world queue, and
 * other calls to it are served between slices of ten milliseconds.
 */
export class Pacer {
  readonly #rules: Rules
  readonly #log: (message: string) => void
  readonly #anchors = new WeakMap<Cell, Anchor>()
  readonly #queues = new WeakMap<Cell, Promise<unknown>>()
  readonly #timers = new Map<Cell, () => void>()

  constructor(rules: Rules, log: (message: string) => void = console.error) {
    this.#rules = rules
    this.#log = log
  }

  /** Lets a running clock catch up with the real one, so that a call sees the time it comes at. */
  sync(cell: Cell): void {
    if (cell.world.clock.mode === 'frozen') return
    const target = this.#target(cell)
    if (target <= cell.world.clock.now) return
    if (nextJob(cell.world, this.#rules, target)) this.#catchUp(cell)
    else cell.world = setNow(cell.world, target)
  }

  /** Moves a world on and answers what ran on the way. It begins when the advances before it have ended. */
  advance(cell: Cell, to: Target): Promise<Advanced> {
    const before = this.#queues.get(cell) ?? Promise.resolve()
    const { epoch } = cell
    const moving = before.then(() => this.#move(cell, to, epoch))
    this.#queues.set(
      cell,
      moving.catch(() => undefined),
    )
    return moving
  }

  /** Runs a function in a transaction of a world, and lets happen by itself what falls due then. */
  async run<Result>(cell: Cell, work: (tx: Tx) => Result): Promise<Result> {
    for (;;) {
      try {
        const result = cell.run(this.#rules, work)
        if (cell.world.clock.mode !== 'frozen') this.watch(cell)
        return result
      } catch (error) {
        if (!(error instanceof Later)) throw error
        await error.ready
      }
    }
  }

  /** Changes how time passes in a world. */
  setClock(cell: Cell, mode: Clock['mode'], rate: number): void {
    this.sync(cell)
    cell.world = { ...cell.world, clock: { ...cell.world.clock, mode, rate } }
    // A clock that stood still goes on from where it stands.
    this.#anchors.delete(cell)
    this.watch(cell)
  }

  /** Makes what falls due in a running world happen by itself. */
  watch(cell: Cell): void {
    this.forget(cell)
    if (cell.world.clock.mode === 'frozen') return
    // Asked for in any case: a clock that nobody looks at yet runs as well.
    const now = this.#target(cell)
    const job = this.#next(cell)
    if (!job) return
    const wait = Math.max((job.due_at - now) / cell.world.clock.rate, 0)
    this.#timers.set(
      cell,
      after(Math.min(wait, TIMER_MS_MAX), () => this.#catchUp(cell)),
    )
  }

  /** Stops the timer of a world. */
  forget(cell: Cell): void {
    this.#timers.get(cell)?.()
    this.#timers.delete(cell)
  }

  #catchUp(cell: Cell): void {
    this.advance(cell, this.#target(cell)).then(
      () => this.watch(cell),
      // The job would fail again at once: nobody waits for it, until somebody asks for the time of this world.
      (error: unknown) => this.#log(`DEFECT of maildouble in the world ${cell.world.id}: ${stackOf(error)}`),
    )
  }

  #next(cell: Cell) {
    return nextJob(cell.world, this.#rules, Number.POSITIVE_INFINITY)
  }

  async #move(cell: Cell, target: Target, epoch: number): Promise<Advanced> {
    const from = cell.world.clock.now
    // A reset drops what waited for its turn as well.
    if (cell.epoch !== epoch) return { from, ran: [], total: 0 }
    const to = typeof target === 'function' ? target(from) : target
    const ran: Ran[] = []
    let total = 0
    let slice = realNow()
    const until = to === 'idle' ? Number.POSITIVE_INFINITY : to
    for (let job = nextJob(cell.world, this.#rules, until); job; job = nextJob(cell.world, this.#rules, until)) {
      if (++total > JOBS_PER_ADVANCE_MAX) {
        throw new Defect(`More than ${JOBS_PER_ADVANCE_MAX} jobs in one advance; the last was ${job.kind} of ${job.subject}.`)
      }
      try {
        cell.world = runJob(cell.world, this.#rules, job)
      } catch (error) {
        if (!(error instanceof Later)) throw error
        // The job left nothing behind, and is the next one again once it can run.
        total--
        await error.ready
        if (cell.epoch !== epoch) return { from, ran, total }
        continue
      }
      if (ran.length < RAN_SHOWN_MAX) ran.push({ at: cell.world.clock.now, job: job.kind, subject: job.subject })
      if (realNow() - slice < SLICE_MS) continue
      await breathe()
      if (cell.epoch !== epoch) return { from, ran, total }
      slice = realNow()
    }
    if (to !== 'idle' && to > cell.world.clock.now) cell.world = setNow(cell.world, to)
    return { from, ran, total }
  }

  /** The time it should be in a world whose clock runs. */
  #target(cell: Cell): Millis {
    const { clock } = cell.world
    let anchor = this.#anchors.get(cell)
    if (
      !anchor ||
      anchor.epoch !== cell.epoch ||
      anchor.clock.mode !== clock.mode ||
      anchor.clock.rate !== clock.rate ||
      clock.now > this.#at(anchor)
    ) {
      anchor = { epoch: cell.epoch, clock, real: realNow(), now: clock.now }
      this.#anchors.set(cell, anchor)
    }
    return this.#at(anchor)
  }

  #at({ now, real, clock }: Anchor): Millis {
    return Math.min(now + Math.floor((realNow() - real) * clock.rate), CLOCK_MAX)
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
