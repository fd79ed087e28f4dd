import type { Cause, Change } from './history.ts'
import type { Beside, World } from './world.ts'

/** Something that happened in the world; other resources may react to it within the same transaction. */
export interface WorldEvent {
  readonly type: string
}

/** What is known about a transaction beside the world: what brought it about, and what stands beside. */
export interface Circumstances {
  readonly cause?: Cause | undefined
  readonly beside?: Beside | undefined
}

/** What came of a transaction: the world that comes out, what the function answered, what it told and what it changed. */
export interface Committed<Result> {
  readonly world: World
  readonly result: Result
  readonly told: readonly WorldEvent[]
  readonly changes: readonly Change[]
}
