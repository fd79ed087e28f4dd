import { type Log, stackOf } from '../../kernel/support/thrown.ts'
import { delay, yieldToEventLoop, realNow, type Millis } from '../../kernel/support/time.ts'
import { beginJob, continueJob, dropJob, nextJob, setNow } from '../../kernel/world/clock.ts'
import { Defect } from '../../kernel/world/errors.ts'
import type { JobRow } from '../../kernel/world/job.ts'
import { transact, type Cause, type Committed, type WorldRules, type Tx } from '../../kernel/world/tx.ts'
import type { Clock, WorldState } from '../../kernel/world/world.ts'
import { RealTime } from './real-time.ts'
import type { Call } from '../log/call.ts'
import { savepoint, newAdvanceRun, recordJob, resultOrThrow, type AdvanceResult, type AdvanceRun } from './advance-run.ts'
import { PersistenceError } from './persistence-error.ts'
import type { WorldHandle } from './world-handle.ts'

/** Longest time jobs may block other calls. */
const SLICE_MS = 10

/** Maximum number of jobs in one advance: a job that schedules itself for now would never end. */
const JOBS_PER_ADVANCE_MAX = 1_000_000

/** The rules of a world whose jobs may need modules. */
export interface SchedulerRules extends WorldRules {
  /** Starts to load what a job needs. Returns `undefined` if nothing is missing; after the promise has resolved, something else may be. */
  readonly load?: (world: WorldState, job: JobRow) => Promise<unknown> | undefined
}

/** The target of an advance: an instant, one that is computed from its start, or `idle` for until no job is left. */
type AdvanceTarget = Millis | 'idle' | ((from: Millis) => Millis | 'idle')

/** How a transaction runs. */
interface RunOptions {
  /** What caused the changes. */
  readonly cause?: Cause | undefined
  /** The call that the transaction belongs to. */
  readonly call?: Call
  /** Whether to discard the writes of the work. */
  readonly isDry?: boolean
}

/** The deliveries of worlds. An advance that waits does not move past an instant before all deliveries due have been attempted. */
export interface Outbox {
  /** Whether a world has deliveries that have not been attempted yet. */
  readonly isBusy: (handle: WorldHandle) => boolean
  /** Resolves to true once all deliveries of a world have been attempted, or to false if that takes longer than `ms`. */
  readonly emptied: (handle: WorldHandle, ms: Millis) => Promise<boolean>
}

const NEVER = (): boolean => false

const EMPTY_OUTBOX: Outbox = { isBusy: () => false, emptied: () => Promise.resolve(true) }

/**
 * Advances the time of worlds: on request, and automatically in worlds with a running clock. Advances of one world are queued, and other
 * calls are served between slices of ten milliseconds.
 */
export class Scheduler {
  readonly #rules: SchedulerRules
  readonly #log: Log
  readonly #outbox: () => Outbox
  readonly #realTime: RealTime
  readonly #queues = new WeakMap<WorldHandle, Promise<unknown>>()
  readonly #timers = new Map<WorldHandle, () => void>()
  /** How many advances of a world are queued or in progress. */
  readonly #pending = new WeakMap<WorldHandle, number>()
  /** How often the clock mode of a world was changed. */
  readonly #clockChanges = new WeakMap<WorldHandle, number>()

  /** The outbox is passed as a function because the webhook sender is created with the scheduler. */
  constructor(
    rules: SchedulerRules,
    log: Log = (message) => console.error(message),
    outbox = () => EMPTY_OUTBOX,
    realTime = new RealTime(),
  ) {
    this.#rules = rules
    this.#realTime = realTime
    this.#log = log
    this.#outbox = outbox
  }

  /**
   * Runs the jobs that are due and lets a running clock catch up with real time, so that a call sees the current time. If that takes more
   * than a slice, the rest runs in the background, and calls meanwhile see the time reached so far.
   */
  sync(handle: WorldHandle): void {
    if (this.#pending.has(handle) || handle.log.replaying) return
    try {
      if (this.#runSlice(handle, this.#realTime.nowIn(handle), newAdvanceRun(0)) !== 'done') this.#catchUp(handle)
    } catch (error) {
      this.#report(handle, stackOf(error))
    }
  }

  /**
   * Advances the time of a world and returns what ran. Starts after the advances queued before it. With `waitBudget` it waits at each
   * instant for pending deliveries, and stops early once it has waited that long in total. Jobs that fail with a Defect do not stop it,
   * but it rejects in the end.
   */
  advance(handle: WorldHandle, to: AdvanceTarget, waitBudget?: Millis): Promise<AdvanceResult> {
    return this.#queue(handle, async (isOver) => resultOrThrow(await this.#advance(handle, to, isOver, waitBudget)))
  }

  /** Advances the time of a world at least to an instant, without waiting for deliveries. Defects of jobs are only reported. */
  async reach(handle: WorldHandle, at: Millis): Promise<void> {
    await this.#queue(handle, (isOver) => this.#advance(handle, at, isOver))
  }

  /**
   * Commits a function as a transaction of a world, and schedules the jobs it created. Returns its result at once if it has to wait for
   * nothing.
   */
  run<Result>(handle: WorldHandle, work: (tx: Tx) => Result, options: RunOptions = {}): Result | Promise<Result> {
    const { cause, call, isDry = false } = options
    const trace = call?.trace
    const moveEntry = handle.log.entries.startRetry()
    let attempts = 0
    const attempt = (): Result => {
      const isRetry = attempts++ > 0
      const before = handle.world
      const committed = transact(before, this.#rules, work, { cause, ...(trace && { trace }) })
      if (!isDry) handle.apply(committed)
      if (isRetry) moveEntry()
      if (handle.world !== before) this.startTimer(handle)
      return committed.result
    }
    return handle.commit(attempt)
  }

  /**
   * Advances a replayed world until the given number of jobs have run since its last reset, then sets its clock to `at`. Returns whether
   * that many jobs were due until then.
   */
  async replayTo(handle: WorldHandle, { at, jobs }: { readonly at: Millis; readonly jobs: number }): Promise<boolean> {
    let began = realNow()
    while (handle.log.jobCount < jobs) {
      const job = nextJob(handle.world, at)
      if (!job) break
      const loading = this.#rules.load?.(handle.world, job)
      if (loading) {
        await loading
        continue
      }
      try {
        this.#runJob(handle, job, {}, NEVER)
      } catch (error) {
        this.#dropJob(handle, job, error)
      }
      if (realNow() - began < SLICE_MS) continue
      await yieldToEventLoop()
      began = realNow()
    }
    handle.world = setNow(handle.world, at)
    return handle.log.jobCount === jobs
  }

  /** Changes the clock mode of a world. Jobs that a running clock had yet to catch up with do not run while the clock is frozen. */
  setClock(handle: WorldHandle, mode: Clock['mode'], rate: number): void {
    this.sync(handle)
    this.#clockChanges.set(handle, this.#clockChangesOf(handle) + 1)
    handle.world = { ...handle.world, clock: { ...handle.world.clock, mode, rate } }
    // A frozen clock continues from its current time.
    this.#realTime.restart(handle)
    this.startTimer(handle)
  }

  /** Sets a timer for the next job of a world. In a frozen world only jobs that are due now run. */
  startTimer(handle: WorldHandle): void {
    this.stopTimer(handle)
    if (handle.deleted || handle.persistence.isPaused || handle.log.replaying) return
    // Called even if no job is pending, since this call starts the running clock.
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

  stopTimer(handle: WorldHandle): void {
    this.#timers.get(handle)?.()
    this.#timers.delete(handle)
  }

  #catchUp(handle: WorldHandle): void {
    if (handle.deleted) return
    const to = this.#realTime.nowIn(handle)
    const clockChanges = this.#clockChangesOf(handle)
    this.#queue(handle, (isOver) =>
      this.#advance(handle, to, () => isOver() || this.#clockChangesOf(handle) !== clockChanges),
    ).then(
      () => this.startTimer(handle),
      // Not rescheduled, since it would fail again at once: the next call to this world retries it.
      (error: unknown) => error instanceof PersistenceError || this.#report(handle, stackOf(error)),
    )
  }

  #queue<Result>(handle: WorldHandle, move: (isOver: () => boolean) => Promise<Result>): Promise<Result> {
    const before = this.#queues.get(handle) ?? Promise.resolve()
    const { epoch } = handle
    this.#pending.set(handle, (this.#pending.get(handle) ?? 0) + 1)
    // A reset also drops queued advances.
    const moving = before.then(() => move(() => handle.epoch !== epoch)).finally(() => this.#finished(handle))
    this.#queues.set(
      handle,
      moving.catch(() => undefined),
    )
    return moving
  }

  #finished(handle: WorldHandle): void {
    const others = (this.#pending.get(handle) ?? 1) - 1
    if (others > 0) this.#pending.set(handle, others)
    else this.#pending.delete(handle)
  }

  async #advance(handle: WorldHandle, target: AdvanceTarget, isOver: () => boolean, waitBudget?: Millis): Promise<AdvanceRun> {
    const run = newAdvanceRun(handle.world.clock.now, waitBudget)
    if (isOver()) return run
    const targetFrom = (from: Millis): Millis | 'idle' => (typeof target === 'function' ? target(from) : target)
    let to = targetFrom(run.from)
    let isUnderWay = false
    for (;;) {
      const rollBack = savepoint(run)
      const reached = this.#runSlice(handle, to, run)
      const persisted = handle.persisted()
      if (persisted && !(await persisted)) {
        // The jobs that are due may be different now.
        rollBack()
        if (isOver()) return run
        // The time may have been advanced meanwhile: this advance then starts from there.
        if (!isUnderWay) to = targetFrom((run.from = handle.world.clock.now))
        continue
      }
      isUnderWay = true
      if (reached === 'done') return run
      const emptied = reached === 'busy' ? await this.#emptied(handle, run) : true
      if (reached !== 'busy') await (reached === 'more' ? yieldToEventLoop() : reached)
      if (isOver()) return run
      if (!emptied) return Object.assign(run, { stopped: 'waiting' as const })
    }
  }

  async #emptied(handle: WorldHandle, run: AdvanceRun): Promise<boolean> {
    const began = realNow()
    const emptied = await this.#outbox().emptied(handle, run.waitBudget ?? 0)
    run.waitBudget = (run.waitBudget ?? 0) - (realNow() - began)
    return emptied
  }

  /**
   * Runs the jobs due up to an instant, then sets the clock to it. Stops early after a slice, or where the advance has to wait, such as for the modules of a
   * job.
   */
  #runSlice(handle: WorldHandle, to: Millis | 'idle', run: AdvanceRun): 'done' | 'more' | 'busy' | Promise<unknown> {
    const waits = run.waitBudget !== undefined
    const began = realNow()
    const isOver = (): boolean => realNow() - began >= SLICE_MS
    const until = to === 'idle' ? Number.POSITIVE_INFINITY : to
    for (let job = nextJob(handle.world, until); job; job = nextJob(handle.world, until)) {
      if (run.total >= JOBS_PER_ADVANCE_MAX) {
        throw new Defect(`More than ${JOBS_PER_ADVANCE_MAX} jobs in one advance; the next was ${job.kind} of ${job.subject}.`)
      }
      if (waits && job.due_at > handle.world.clock.now && this.#outbox().isBusy(handle)) return 'busy'
      const loading = this.#rules.load?.(handle.world, job)
      if (loading) return loading
      let committed: Committed<void> | undefined
      try {
        committed = this.#runJob(handle, job, run, isOver)
        if (!committed) return 'more'
      } catch (error) {
        committed = this.#dropJob(handle, job, error)
        run.defect ??= error
        run.failed++
      }
      recordJob(run, committed, job)
      if (isOver()) return 'more'
    }
    if (waits && this.#outbox().isBusy(handle)) return 'busy'
    if (to !== 'idle' && to > handle.world.clock.now) handle.world = setNow(handle.world, to)
    return 'done'
  }

  /** Runs a job, or continues the one that paused. Returns `undefined` if it pauses because the slice is over. */
  #runJob(handle: WorldHandle, job: JobRow, run: Pick<AdvanceRun, 'paused'>, isOver: () => boolean): Committed<void> | undefined {
    const { paused } = run
    delete run.paused
    const isBegun = paused?.world === handle.world
    const begun = isBegun ? paused : beginJob(handle.world, this.#rules, job, handle.log)
    // A call has changed the world: the job began again, and does not pause, since it might never end in a busy world.
    const committed = continueJob(begun, paused && !isBegun ? NEVER : isOver)
    if (!committed) {
      run.paused = begun
      return undefined
    }
    handle.log.jobCount++
    handle.apply(committed)
    return committed
  }

  /** Drops a job that failed with a Defect: it would fail every time and block the jobs after it. */
  #dropJob(handle: WorldHandle, job: JobRow, defect: unknown): Committed<void> {
    this.#report(handle, `The job ${job.kind} of ${job.subject} failed. ${stackOf(defect)}`)
    handle.log.jobCount++
    const committed = dropJob(handle.world, this.#rules, job, defect)
    handle.apply(committed)
    return committed
  }

  #clockChangesOf(handle: WorldHandle): number {
    return this.#clockChanges.get(handle) ?? 0
  }

  #report(handle: WorldHandle, what: string): void {
    this.#log(`DEFECT of maildouble in the world ${handle.world.id}: ${what}`, 'defect')
  }
}
