import type { Millis } from '../support/time.ts'
import type { JobRun } from '../world/clock.ts'
import { Defect } from '../world/errors.ts'
import type { JobRow } from '../world/job.ts'
import { transitionOf } from '../world/transition.ts'
import type { Committed } from '../world/tx.ts'

/** An advance tells of so many jobs, and counts the rest. */
const RAN_SHOWN_MAX = 1_000

/** What ran in an advance: the first of it, and how much in all; and when it began. */
export interface Advanced {
  readonly from: Millis
  readonly ran: readonly JobRun[]
  readonly total: number
  /** Why it came to an end before its end: what has to go out took longer than it may. */
  readonly stopped?: 'waiting'
}

/** An advance that is under way. */
export interface AdvanceRun {
  from: Millis
  readonly ran: JobRun[]
  total: number
  /** How many jobs met a Defect, and which was the first. */
  failed: number
  defect?: unknown
  stopped?: 'waiting'
  /** How much longer it may wait for what has to go out; one that does not wait has none. */
  patience?: Millis
}

/** An advance that begins; without patience it does not wait for what has to go out. */
export function newAdvanceRun(from: Millis, patience?: Millis): AdvanceRun {
  return { from, ran: [], total: 0, failed: 0, ...(patience === undefined ? {} : { patience }) }
}

/** Notes a job that ran. */
export function note(trip: AdvanceRun, { world, changes }: Committed<void>, job: JobRow): void {
  trip.total++
  if (trip.ran.length >= RAN_SHOWN_MAX) return
  trip.ran.push({ at: world.clock.now, job: job.kind, subject: job.subject, ...transitionOf(changes, job) })
}

/** Remembers how far an advance has come; the function that comes back takes it there again. */
export function bookmark(trip: AdvanceRun): () => void {
  const { total, failed, defect } = trip
  const shown = trip.ran.length
  return () => {
    trip.ran.length = shown
    Object.assign(trip, { total, failed, defect })
  }
}

/** What came of an advance, if nothing in it met a Defect. */
export function soundOrThrow({ failed, defect, ...advanced }: AdvanceRun): Advanced {
  if (failed === 0) return advanced
  const first = defect instanceof Error ? defect.message : String(defect)
  throw new Defect(`${failed} of ${advanced.total} jobs of this advance failed; the first with: ${first}`)
}
