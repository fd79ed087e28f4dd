import type { FaultTally } from '../../service/faults/tallies.ts'
import type { WorldState } from '../../kernel/world/world.ts'

/** A position in the recording of a world, with the state of its log there. */
export interface RecordingMark {
  /** Number of steps since the round began, and the round: each restart of the recording begins another. */
  readonly position: number
  readonly round: number
  readonly epoch: number
  readonly requests: number
  readonly jobs: number
  readonly faults: readonly (readonly [id: number, tally: FaultTally])[]
}

/** A version of a world, with its position in the recording. */
export interface Snapshot {
  readonly world: WorldState
  readonly mark: RecordingMark
}
