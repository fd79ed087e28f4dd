import type { PerformedCall } from '../calls/performed.ts'
import type { Met } from '../faults/tallies.ts'
import type { Millis } from '../support/time.ts'

/** An operation of a batch that was performed: which faults it met, and when and where in the history that was. */
export interface Performed {
  readonly call: PerformedCall
  readonly met: readonly Met[]
  readonly at: Millis
  readonly chapter: number | undefined
}
