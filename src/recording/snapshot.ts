import type { FaultTally } from '../faults/tallies.ts'
import type { World } from '../world/world.ts'

/** Where a world and what stands beside it had come to. */
export interface RecordingMark {
  /** How many steps there were, and in which list of them. */
  readonly position: number
  readonly round: number
  readonly epoch: number
  readonly requests: number
  readonly jobs: number
  readonly faults: readonly (readonly [id: number, tally: FaultTally])[]
}

/** A version of a world, and where it stood. */
export interface Snapshot {
  readonly world: World
  readonly mark: RecordingMark
}
