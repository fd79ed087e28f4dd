import type { PerformedCall } from '../calls/performed.ts'
import type { Met } from '../faults/tallies.ts'
import type { Millis } from '../support/time.ts'

/** An operation of a batch that was performed: which faults it met, and when and where in the history that was. */
export interface Performed {
  readonly call: PerformedCall
  readonly met: readonly Met[]
  readonly at: Millis
  /** The number of the job that performed it, among those since the last reset: no two processes keep a job of the same number. */
  readonly job: number
  readonly chapter: number | undefined
}
