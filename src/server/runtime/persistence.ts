import type { Millis } from '../../kernel/support/time.ts'
import { rowCounts } from '../../kernel/world/rows.ts'
import type { WorldState } from '../../kernel/world/world.ts'

/**
 * How one world is saved. Only its implementations know whether other processes work on the world too. A method returns `undefined` if there
 * is nothing to wait for.
 */
export interface WorldPersistence {
  /** Whether the world is saved outside this process. */
  readonly isPersistent: boolean
  /** Whether the jobs and deliveries of the world rest in this process. */
  readonly isPaused: boolean
  /**
   * Resolves once the current version is saved: to true, or to false if it was rolled back in favour of a version from outside. Rejects with a
   * `PersistenceError` if the version could not be saved and was rolled back.
   */
  readonly persisted: () => Promise<boolean> | undefined
  /** Resolves once the world can take the next call. Rejects with a `PersistenceError` if the number of the call cannot be reserved. */
  readonly ready: () => Promise<void> | undefined
  /** Resolves to whether this process may start a task, alone for `ms`. The version that asks for the task is saved by then. */
  readonly mayStart: (task: string, ms: Millis) => Promise<boolean> | undefined
  /** Applies changes from outside as soon as they are saved. Returns a function that ends this. */
  readonly listen: () => () => void
}

/** The persistence of a world that ends with the process. */
export const IN_MEMORY: WorldPersistence = {
  isPersistent: false,
  isPaused: false,
  persisted: () => undefined,
  ready: () => undefined,
  mayStart: () => undefined,
  listen: () => () => {},
}

/** How far a store is behind. */
export interface StoreProgress {
  /** Longest time that unsaved changes of a world have been waiting to be saved, in real time; 0 if nothing is waiting. */
  readonly lag: Millis
  /** Number of worlds whose last write failed. */
  readonly failing: number
}

/** A world without its rows. */
export interface WorldSummary extends Pick<
  WorldState,
  'id' | 'scenario' | 'seed' | 'base_url' | 'clock' | 'settings' | 'credentials'
> {
  /** Number of rows of each table; empty tables are left out. */
  readonly counts: Readonly<Record<string, number>>
}

export function summarizeWorld(world: WorldState): WorldSummary {
  return { ...world, counts: rowCounts(world) }
}

/**
 * Brings worlds that are not in memory, or not in their current version, into the registry. The methods that load reject with an `UnreadableWorld` if
 * the world is stored but can't be read.
 */
export interface Persistence {
  /** Whether other processes may hold worlds of the same store. */
  readonly isShared: boolean
  /** Whether every world is in memory in its current version, so that nothing has to be loaded. */
  readonly isComplete: boolean
  /** `undefined` if worlds end with the process. */
  readonly progress: StoreProgress | undefined
  /** Loads a world, if there is one with this id. */
  readonly load: (id: string) => Promise<unknown>
  /** Loads the world that a key belongs to. Returns whether there is one. */
  readonly loadByKey: (key: string) => Promise<boolean>
  /** Loads the world in which an application is registered, if there is one. */
  readonly loadByClient: (client_id: string) => Promise<unknown>
  /** Summaries of all worlds, without those that can't be read. */
  readonly summaries: () => Promise<readonly WorldSummary[]>
  /** Prepares the addition of a world; `id` is `undefined` if a fresh id is to be chosen. */
  readonly makeRoom: (id: string | undefined) => Promise<void>
}
