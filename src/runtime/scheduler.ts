import { delay, yieldToEventLoop, realNow, type Millis } from '../support/time.ts'
import { dropJob, nextJob, runJob, setNow } from '../world/clock.ts'
import { Defect, NeedsLoad } from '../world/errors.ts'
import type { JobRow } from '../world/job.ts'
import type { Cause, Committed, WorldRules, Tx } from '../world/tx.ts'
import type { Clock } from '../world/world.ts'
import { RealTime } from './real-time.ts'
import type { RequestStep } from '../recording/step.ts'
import { attemptDurably, WriteConflict } from './conflicts.ts'
import { bookmark, newAdvanceRun, note, soundOrThrow, type Advanced, type AdvanceRun } from './advance-run.ts'
import { PersistenceError } from './persistence-error.ts'
import type { WorldHandle } from './world-handle.ts'

/** So long may jobs keep others waiting before they are let through. */
const SLICE_MS = 10

/** One advance runs at most so many jobs: a job that plans itself for now would never end. */
const JOBS_PER_ADVANCE_MAX = 1_000_000

/** Where an advance leads: an instant, one that depends on when it begins, or until nothing waits any more. */
export type Target = Millis | 'idle' | ((from: Millis) => Millis | 'idle')

/** What has to go out of the worlds: an advance does not leave an instant behind before that has been attempted. */
export interface Outbox {
  /** Whether something in a world has not been attempted yet. */
  readonly isBusy: (handle: WorldHandle) => boolean
  /** Resolves to true once everything in a world has been attempted, to false if that takes longer than it may. */
  readonly emptied: (handle: WorldHandle, ms: Millis) => Promise<boolean>
}

const NOTHING_GOES_OUT: Outbox = { isBusy: () => false, emptied: () => Promise.resolve(true) }

/**
 * Moves worlds through time: on request, and by itself in worlds whose clock runs. Advances of one world queue, and
 * other calls to it are served between slices of ten milliseconds.
 */
export class Scheduler {
  readonly #rules: WorldRules
  readonly #log: (message: string) => void
  readonly #outbox: () => Outbox
  readonly #realTime: RealTime
  readonly #queues = new WeakMap<WorldHandle, Promise<unknown>>()
  readonly #timers = new Map<WorldHandle, () => void>()
  /** How many advances of a world have not come to their end. */
  readonly #moving = new WeakMap<WorldHandle, number>()
  /** How often it was changed how time passes in a world. */
  readonly #paces = new WeakMap<WorldHandle, number>()

  /** The outbox is asked for when it is needed: who sends works with the pacer in turn. */
  constructor(
    rules: WorldRules,
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
  sync(handle: WorldHandle): void {
    if (this.#moving.has(handle) || handle.log.replaying) return
    try {
      if (this.#runSlice(handle, this.#realTime.nowIn(handle), newAdvanceRun(0)) !== 'done') this.#catchUp(handle)
    } catch (error) {
      this.#report(handle, stackOf(error))
    }
  }

  /**
   * Moves a world on and answers what ran on the way. It begins when the advances before it have ended. With patience it waits
   * at each instant for what has to go out, and stops there when it has waited so long in all. Jobs that meet a Defect do not
   * hold it up, but it fails in the end.
   */
  advance(handle: WorldHandle, to: Target, patience?: Millis): Promise<Advanced> {
    return this.#queue(handle, async (isOver) => soundOrThrow(await this.#move(handle, to, isOver, patience)))
  }

  /**
   * Runs a function in a transaction of a world, and lets happen by itself what falls due then. `step` is the call that wants it,
   * if it is one of the world's clients.
   */
  async run<Result>(handle: WorldHandle, work: (tx: Tx) => Result, cause?: Cause, step?: RequestStep): Promise<Result> {
    const { steps } = handle.log
    const again = steps.again()
    for (let tries = 1; ; tries++) {
      try {
        const done = attemptDurably(handle, () => {
          const result = handle.run(this.#rules, work, { cause })
          if (tries > 1) again()
          this.watch(handle)
          return result
        })
        return done instanceof Promise ? await done : done
      } catch (error) {
        if (error instanceof WriteConflict) continue
        if (!(error instanceof NeedsLoad)) throw error
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
  async reach(handle: WorldHandle, { at, jobs }: { readonly at: Millis; readonly jobs: number }): Promise<boolean> {
    let began = realNow()
    while (handle.log.jobs < jobs) {
      const job = nextJob(handle.world, at)
      if (!job) break
      try {
        this.#run(handle, job)
      } catch (error) {
        if (error instanceof NeedsLoad) await error.ready
        else this.#dropJob(handle, job, error)
      }
      if (realNow() - began < SLICE_MS) continue
      await yieldToEventLoop()
      began = realNow()
    }
    handle.world = setNow(handle.world, at)
    return handle.log.jobs === jobs
  }

  /** Changes how time passes in a world. What was still to be caught up with stays undone for as long as a clock stands still. */
  setClock(handle: WorldHandle, mode: Clock['mode'], rate: number): void {
    this.sync(handle)
    this.#paces.set(handle, this.#paceOf(handle) + 1)
    handle.world = { ...handle.world, clock: { ...handle.world.clock, mode, rate } }
    // A clock that stood still goes on from where it stands.
    this.#realTime.restart(handle)
    this.watch(handle)
  }

  /** Makes what falls due happen by itself: in a running world when its time comes, in one that stands still what is due now. */
  watch(handle: WorldHandle): void {
    this.forget(handle)
    if (handle.deleted || !handle.isOwner || handle.log.replaying) return
    // Asked for in any case: a clock that nobody looks at yet runs as well.
    const now = this.#realTime.nowIn(handle)
    const { mode, rate } = handle.world.clock
    const job = nextJob(handle.world, mode === 'frozen' ? now : Number.POSITIVE_INFINITY)
    if (!job) return
    const wait = job.due_at > now ? (job.due_at - now) / rate : 0
    this.#timers.set(
      handle,
      delay(wait, () => this.#catchUp(handle)),
    )
  }

  /** Stops the timer of a world. */
  forget(handle: WorldHandle): void {
    this.#timers.get(handle)?.()
    this.#timers.delete(handle)
  }

  #catchUp(handle: WorldHandle): void {
    if (handle.deleted) return
    const to = this.#realTime.nowIn(handle)
    const pace = this.#paceOf(handle)
    this.#queue(handle, (isOver) => this.#move(handle, to, () => isOver() || this.#paceOf(handle) !== pace)).then(
      () => this.watch(handle),
      // It would fail again at once: nobody waits for it, until somebody asks for the time of this world.
      (error: unknown) => error instanceof PersistenceError || this.#report(handle, stackOf(error)),
    )
  }

  #queue<Result>(handle: WorldHandle, move: (isOver: () => boolean) => Promise<Result>): Promise<Result> {
    const before = this.#queues.get(handle) ?? Promise.resolve()
    const { epoch } = handle
    this.#moving.set(handle, (this.#moving.get(handle) ?? 0) + 1)
    // A reset drops what waited for its turn as well.
    const moving = before.then(() => move(() => handle.epoch !== epoch)).finally(() => this.#arrived(handle))
    this.#queues.set(
      handle,
      moving.catch(() => undefined),
    )
    return moving
  }

  #arrived(handle: WorldHandle): void {
    const others = (this.#moving.get(handle) ?? 1) - 1
    if (others > 0) this.#moving.set(handle, others)
    else this.#moving.delete(handle)
  }

  async #move(handle: WorldHandle, target: Target, isOver: () => boolean, patience?: Millis): Promise<AdvanceRun> {
    const trip = newAdvanceRun(handle.world.clock.now, patience)
    if (isOver()) return trip
    const targetFrom = (from: Millis): Millis | 'idle' => (typeof target === 'function' ? target(from) : target)
    let to = targetFrom(trip.from)
    let isUnderWay = false
    for (;;) {
      const back = bookmark(trip)
      const reached = this.#runSlice(handle, to, trip)
      const kept = handle.persisted()
      if (kept && !(await kept)) {
        // Another process has done it, or something else came first: what is due now is another question.
        back()
        if (isOver()) return trip
        // An advance of another process comes before this one, and not at the same time.
        if (!isUnderWay) to = targetFrom((trip.from = handle.world.clock.now))
        continue
      }
      isUnderWay = true
      if (reached === 'done') return trip
      const emptied = reached === 'busy' ? await this.#emptied(handle, trip) : true
      if (reached !== 'busy') await (reached === 'more' ? yieldToEventLoop() : reached.ready)
      if (isOver()) return trip
      if (!emptied) return Object.assign(trip, { stopped: 'waiting' as const })
    }
  }

  async #emptied(handle: WorldHandle, trip: AdvanceRun): Promise<boolean> {
    const began = realNow()
    const emptied = await this.#outbox().emptied(handle, trip.patience ?? 0)
    trip.patience = (trip.patience ?? 0) - (realNow() - began)
    return emptied
  }

  /** Runs what falls due up to an instant, and puts the clock there in the end; or stops after a slice, or where a job has to wait. */
  #runSlice(handle: WorldHandle, to: Millis | 'idle', trip: AdvanceRun): 'done' | 'more' | 'busy' | NeedsLoad {
    const waits = trip.patience !== undefined
    const began = realNow()
    const until = to === 'idle' ? Number.POSITIVE_INFINITY : to
    for (let job = nextJob(handle.world, until); job; job = nextJob(handle.world, until)) {
      if (trip.total >= JOBS_PER_ADVANCE_MAX) {
        throw new Defect(`More than ${JOBS_PER_ADVANCE_MAX} jobs in one advance; the next was ${job.kind} of ${job.subject}.`)
      }
      if (waits && job.due_at > handle.world.clock.now && this.#outbox().isBusy(handle)) return 'busy'
      let committed: Committed<void>
      try {
        committed = this.#run(handle, job)
      } catch (error) {
        // The job left nothing behind, and is the next one again once it can run.
        if (error instanceof NeedsLoad) return error
        committed = this.#dropJob(handle, job, error)
        trip.defect ??= error
        trip.failed++
      }
      note(trip, committed, job)
      if (realNow() - began >= SLICE_MS) return 'more'
    }
    if (waits && this.#outbox().isBusy(handle)) return 'busy'
    if (to !== 'idle' && to > handle.world.clock.now) handle.world = setNow(handle.world, to)
    return 'done'
  }

  #run(handle: WorldHandle, job: JobRow): Committed<void> {
    const committed = runJob(handle.world, this.#rules, job, handle.log)
    handle.log.jobs++
    handle.commit(committed)
    return committed
  }

  /** A job that met a Defect would do so for ever, and nothing after it could happen. */
  #dropJob(handle: WorldHandle, job: JobRow, defect: unknown): Committed<void> {
    this.#report(handle, `The job ${job.kind} of ${job.subject} failed. ${stackOf(defect)}`)
    handle.log.jobs++
    const committed = dropJob(handle.world, this.#rules, job, defect)
    handle.commit(committed)
    return committed
  }

  #paceOf(handle: WorldHandle): number {
    return this.#paces.get(handle) ?? 0
  }

  #report(handle: WorldHandle, what: string): void {
    this.#log(`DEFECT of maildouble in the world ${handle.world.id}: ${what}`)
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
