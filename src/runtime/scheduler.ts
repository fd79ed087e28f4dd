import { delay, breathe, realNow, type Millis } from '../support/time.ts'
import { dropJob, nextJob, runJob, setNow } from '../world/clock.ts'
import { Defect, Later } from '../world/errors.ts'
import type { JobRow } from '../world/job.ts'
import type { Cause, Committed, Rules, Tx } from '../world/tx.ts'
import type { Clock } from '../world/world.ts'
import { RealTime } from './real-time.ts'
import type { RequestStep } from '../recording/step.ts'
import { onceKept, Superseded } from './conflicts.ts'
import { bookmark, newTrip, note, soundOrThrow, type Advanced, type Trip } from './advance-run.ts'
import { Unkept } from './persistence-error.ts'
import type { Cell } from './worlds.ts'

/** So long may jobs keep others waiting before they are let through. */
const SLICE_MS = 10

/** One advance runs at most so many jobs: a job that plans itself for now would never end. */
const JOBS_PER_ADVANCE_MAX = 1_000_000

/** Where an advance leads: an instant, one that depends on when it begins, or until nothing waits any more. */
export type Target = Millis | 'idle' | ((from: Millis) => Millis | 'idle')

/** What has to go out of the worlds: an advance does not leave an instant behind before that has been attempted. */
export interface Outbox {
  /** Whether something in a world has not been attempted yet. */
  readonly isBusy: (cell: Cell) => boolean
  /** Resolves to true once everything in a world has been attempted, to false if that takes longer than it may. */
  readonly emptied: (cell: Cell, ms: Millis) => Promise<boolean>
}

const NOTHING_GOES_OUT: Outbox = { isBusy: () => false, emptied: () => Promise.resolve(true) }

/**
 * Moves worlds through time: on request, and by itself in worlds whose clock runs. Advances of one world queue, and
 * other calls to it are served between slices of ten milliseconds.
 */
export class Pacer {
  readonly #rules: Rules
  readonly #log: (message: string) => void
  readonly #outbox: () => Outbox
  readonly #realTime: RealTime
  readonly #queues = new WeakMap<Cell, Promise<unknown>>()
  readonly #timers = new Map<Cell, () => void>()
  /** How many advances of a world have not come to their end. */
  readonly #moving = new WeakMap<Cell, number>()
  /** How often it was changed how time passes in a world. */
  readonly #paces = new WeakMap<Cell, number>()

  /** The outbox is asked for when it is needed: who sends works with the pacer in turn. */
  constructor(
    rules: Rules,
    log: (message: string) => void = console.error,
    outbox = () => NOTHING_GOES_OUT,
    realTime = new RealTime(),
  ) {
    this.#rules = rules
    this.#realTime = realTime
    this.#log = log
    this.#outbox = outbox
  }

  /**
   * Lets happen what is due, and a running clock catch up with the real one, so that a call sees the time it comes at. More than
   * a slice of work goes on beside the calls; while time is on its way, calls see the instant that it has reached.
   */
  sync(cell: Cell): void {
    if (this.#moving.has(cell) || cell.log.replaying) return
    try {
      if (this.#runSlice(cell, this.#realTime.nowIn(cell), newTrip(0)) !== 'done') this.#catchUp(cell)
    } catch (error) {
      this.#report(cell, stackOf(error))
    }
  }

  /**
   * Moves a world on and answers what ran on the way. It begins when the advances before it have ended. With patience it waits
   * at each instant for what has to go out, and stops there when it has waited so long in all. Jobs that meet a Defect do not
   * hold it up, but it fails in the end.
   */
  advance(cell: Cell, to: Target, patience?: Millis): Promise<Advanced> {
    return this.#queue(cell, async (isOver) => soundOrThrow(await this.#move(cell, to, isOver, patience)))
  }

  /**
   * Runs a function in a transaction of a world, and lets happen by itself what falls due then. `step` is the call that wants it,
   * if it is one of the world's clients.
   */
  async run<Result>(cell: Cell, work: (tx: Tx) => Result, cause?: Cause, step?: RequestStep): Promise<Result> {
    const { steps } = cell.log
    const again = steps.again()
    for (let tries = 1; ; tries++) {
      try {
        const done = onceKept(cell, () => {
          const result = cell.run(this.#rules, work, { cause })
          if (tries > 1) again()
          this.watch(cell)
          return result
        })
        return done instanceof Promise ? await done : done
      } catch (error) {
        if (error instanceof Superseded) continue
        if (!(error instanceof Later)) throw error
        if (step) steps.takeBack(step)
        await error.ready
        if (step) steps.resumeAgain(step)
      }
    }
  }

  /**
   * Leads a world that is replayed to where it was: so many jobs have run since its last reset, and its clock stands at an instant.
   * Answers whether there were so many jobs to run until then.
   */
  async reach(cell: Cell, { at, jobs }: { readonly at: Millis; readonly jobs: number }): Promise<boolean> {
    let began = realNow()
    while (cell.log.jobs < jobs) {
      const job = nextJob(cell.world, at)
      if (!job) break
      try {
        this.#run(cell, job)
      } catch (error) {
        if (error instanceof Later) await error.ready
        else this.#dropJob(cell, job, error)
      }
      if (realNow() - began < SLICE_MS) continue
      await breathe()
      began = realNow()
    }
    cell.world = setNow(cell.world, at)
    return cell.log.jobs === jobs
  }

  /** Changes how time passes in a world. What was still to be caught up with stays undone for as long as a clock stands still. */
  setClock(cell: Cell, mode: Clock['mode'], rate: number): void {
    this.sync(cell)
    this.#paces.set(cell, this.#paceOf(cell) + 1)
    cell.world = { ...cell.world, clock: { ...cell.world.clock, mode, rate } }
    // A clock that stood still goes on from where it stands.
    this.#realTime.restart(cell)
    this.watch(cell)
  }

  /** Makes what falls due happen by itself: in a running world when its time comes, in one that stands still what is due now. */
  watch(cell: Cell): void {
    this.forget(cell)
    if (cell.deleted || !cell.leads || cell.log.replaying) return
    // Asked for in any case: a clock that nobody looks at yet runs as well.
    const now = this.#realTime.nowIn(cell)
    const { mode, rate } = cell.world.clock
    const job = nextJob(cell.world, mode === 'frozen' ? now : Number.POSITIVE_INFINITY)
    if (!job) return
    const wait = job.due_at > now ? (job.due_at - now) / rate : 0
    this.#timers.set(
      cell,
      delay(wait, () => this.#catchUp(cell)),
    )
  }

  /** Stops the timer of a world. */
  forget(cell: Cell): void {
    this.#timers.get(cell)?.()
    this.#timers.delete(cell)
  }

  #catchUp(cell: Cell): void {
    if (cell.deleted) return
    const to = this.#realTime.nowIn(cell)
    const pace = this.#paceOf(cell)
    this.#queue(cell, (isOver) => this.#move(cell, to, () => isOver() || this.#paceOf(cell) !== pace)).then(
      () => this.watch(cell),
      // It would fail again at once: nobody waits for it, until somebody asks for the time of this world.
      (error: unknown) => error instanceof Unkept || this.#report(cell, stackOf(error)),
    )
  }

  #queue<Result>(cell: Cell, move: (isOver: () => boolean) => Promise<Result>): Promise<Result> {
    const before = this.#queues.get(cell) ?? Promise.resolve()
    const { epoch } = cell
    this.#moving.set(cell, (this.#moving.get(cell) ?? 0) + 1)
    // A reset drops what waited for its turn as well.
    const moving = before.then(() => move(() => cell.epoch !== epoch)).finally(() => this.#arrived(cell))
    this.#queues.set(
      cell,
      moving.catch(() => undefined),
    )
    return moving
  }

  #arrived(cell: Cell): void {
    const others = (this.#moving.get(cell) ?? 1) - 1
    if (others > 0) this.#moving.set(cell, others)
    else this.#moving.delete(cell)
  }

  async #move(cell: Cell, target: Target, isOver: () => boolean, patience?: Millis): Promise<Trip> {
    const trip = newTrip(cell.world.clock.now, patience)
    if (isOver()) return trip
    const targetFrom = (from: Millis): Millis | 'idle' => (typeof target === 'function' ? target(from) : target)
    let to = targetFrom(trip.from)
    let isUnderWay = false
    for (;;) {
      const back = bookmark(trip)
      const reached = this.#runSlice(cell, to, trip)
      const kept = cell.kept()
      if (kept && !(await kept)) {
        // Another process has done it, or something else came first: what is due now is another question.
        back()
        if (isOver()) return trip
        // An advance of another process comes before this one, and not at the same time.
        if (!isUnderWay) to = targetFrom((trip.from = cell.world.clock.now))
        continue
      }
      isUnderWay = true
      if (reached === 'done') return trip
      const emptied = reached === 'busy' ? await this.#emptied(cell, trip) : true
      if (reached !== 'busy') await (reached === 'more' ? breathe() : reached.ready)
      if (isOver()) return trip
      if (!emptied) return Object.assign(trip, { stopped: 'waiting' as const })
    }
  }

  async #emptied(cell: Cell, trip: Trip): Promise<boolean> {
    const began = realNow()
    const emptied = await this.#outbox().emptied(cell, trip.patience ?? 0)
    trip.patience = (trip.patience ?? 0) - (realNow() - began)
    return emptied
  }

  /** Runs what falls due up to an instant, and puts the clock there in the end; or stops after a slice, or where a job has to wait. */
  #runSlice(cell: Cell, to: Millis | 'idle', trip: Trip): 'done' | 'more' | 'busy' | Later {
    const waits = trip.patience !== undefined
    const began = realNow()
    const until = to === 'idle' ? Number.POSITIVE_INFINITY : to
    for (let job = nextJob(cell.world, until); job; job = nextJob(cell.world, until)) {
      if (trip.total >= JOBS_PER_ADVANCE_MAX) {
        throw new Defect(`More than ${JOBS_PER_ADVANCE_MAX} jobs in one advance; the next was ${job.kind} of ${job.subject}.`)
      }
      if (waits && job.due_at > cell.world.clock.now && this.#outbox().isBusy(cell)) return 'busy'
      let committed: Committed<void>
      try {
        committed = this.#run(cell, job)
      } catch (error) {
        // The job left nothing behind, and is the next one again once it can run.
        if (error instanceof Later) return error
        committed = this.#dropJob(cell, job, error)
        trip.defect ??= error
        trip.failed++
      }
      note(trip, committed, job)
      if (realNow() - began >= SLICE_MS) return 'more'
    }
    if (waits && this.#outbox().isBusy(cell)) return 'busy'
    if (to !== 'idle' && to > cell.world.clock.now) cell.world = setNow(cell.world, to)
    return 'done'
  }

  #run(cell: Cell, job: JobRow): Committed<void> {
    const committed = runJob(cell.world, this.#rules, job, cell.log)
    cell.log.jobs++
    cell.commit(committed)
    return committed
  }

  /** A job that met a Defect would do so for ever, and nothing after it could happen. */
  #dropJob(cell: Cell, job: JobRow, defect: unknown): Committed<void> {
    this.#report(cell, `The job ${job.kind} of ${job.subject} failed. ${stackOf(defect)}`)
    cell.log.jobs++
    const committed = dropJob(cell.world, this.#rules, job, defect)
    cell.commit(committed)
    return committed
  }

  #paceOf(cell: Cell): number {
    return this.#paces.get(cell) ?? 0
  }

  #report(cell: Cell, what: string): void {
    this.#log(`DEFECT of maildouble in the world ${cell.world.id}: ${what}`)
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
