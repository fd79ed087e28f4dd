import type { FaultTally } from '../../service/faults/tallies.ts'
import type { WorldState } from '../../kernel/world/world.ts'

/** A position in the log of a world, with its counters there. */
export interface LogMark {
  /** Number of entries since the round began, and the round: each restart of the log begins another. */
  readonly position: number
  readonly round: number
  readonly epoch: number
  readonly requests: number
  readonly jobs: number
  readonly faults: readonly (readonly [id: number, tally: FaultTally])[]
}

/** A version of a world, with its position in the log. */
export interface Snapshot {
  readonly world: WorldState
  readonly mark: LogMark
}
