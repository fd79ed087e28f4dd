import type { Millis } from '../../kernel/support/time.ts'
import type { BegunJob, JobRun } from '../../kernel/world/clock.ts'
import { Defect } from '../../kernel/world/errors.ts'
import type { JobRow } from '../../kernel/world/job.ts'
import { findTransition } from '../../kernel/world/transition.ts'
import type { Committed } from '../../kernel/world/tx.ts'
import { messageOf } from '../../kernel/support/thrown.ts'

/** Maximum number of jobs that an advance lists; the rest are only counted. */
const RAN_LISTED_MAX = 1_000

/** The result of an advance: its start, the first finished jobs, and the number of all finished jobs. */
export interface AdvanceResult {
  readonly from: Millis
  readonly ran: readonly JobRun[]
  readonly total: number
  /** Set if the advance stopped early because pending deliveries took longer than it may wait. */
  readonly stopped?: 'waiting'
}

/** An advance in progress. */
export interface AdvanceRun {
  from: Millis
  readonly ran: JobRun[]
  total: number
  /** Number of jobs that failed with a Defect, and the first such Defect. */
  failed: number
  defect?: unknown
  stopped?: 'waiting'
  /** The job that paused at the end of a slice. */
  paused?: BegunJob
  /** The rest of the time that the advance may wait for pending deliveries; `undefined` if it does not wait. */
  waitBudget?: Millis
}

/** Starts an advance. Without `waitBudget` it does not wait for pending deliveries. */
export function newAdvanceRun(from: Millis, waitBudget?: Millis): AdvanceRun {
  return { from, ran: [], total: 0, failed: 0, ...(waitBudget === undefined ? {} : { waitBudget }) }
}

/** Adds a job that ran. */
export function recordJob(run: AdvanceRun, { world, changes }: Committed<void>, job: JobRow): void {
  run.total++
  if (run.ran.length >= RAN_LISTED_MAX) return
  run.ran.push({ at: world.clock.now, job: job.kind, subject: job.subject, ...findTransition(changes, job) })
}

/** Remembers the progress of an advance. Returns a function that rolls the advance back to it. */
export function savepoint(run: AdvanceRun): () => void {
  const { total, failed, defect } = run
  const shown = run.ran.length
  return () => {
    run.ran.length = shown
    Object.assign(run, { total, failed, defect })
  }
}

/** Returns the result of an advance; throws if a job in it failed. */
export function resultOrThrow({ failed, defect, paused: _paused, ...advanced }: AdvanceRun): AdvanceResult {
  if (failed === 0) return advanced
  const first = messageOf(defect)
  throw new Defect(`${failed} of ${advanced.total} jobs of this advance failed; the first with: ${first}`)
}
