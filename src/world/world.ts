import type { Millis } from '../support/time.ts'
import { NO_HISTORY, type History } from './history.ts'
import type { TableState } from './table.ts'

/** Timings, limits and switches of a world. What it holds is declared by the contract (`resources/settings.ts`). */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Settings {}

/** What stands beside a world and outlives its versions, as far as transactions look at it. Declared by who keeps it. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Sidecar {}

/** How a world's time passes: not at all, with the real time, or `rate` times as fast. */
export interface Clock {
  readonly now: Millis
  readonly mode: 'frozen' | 'realtime' | 'scaled'
  readonly rate: number
}

/** What an application needs to sign in to this world. */
export interface Credentials {
  readonly api_key: string
  readonly dc: string
  readonly client_id: string
  readonly client_secret: string
  readonly redirect_uri: string
}

/**
 * An account with all that is in it, as a value: nothing here is ever changed in place. Keeping a reference is a
 * snapshot, using it twice is a fork, and pointing back is a reset.
 */
export interface World {
  readonly id: string
  readonly scenario: string
  readonly seed: string
  /** Where this world answers, up to and without `/3.0`. */
  readonly base_url: string
  readonly started_at: Millis
  readonly clock: Clock
  readonly settings: Settings
  readonly credentials: Credentials
  readonly tables: readonly (TableState | undefined)[]
  /** The last number given out, by name: ids, sequences and draws of chance. */
  readonly counters: ReadonlyMap<string, number>
  /** What changed lately, and what brought it about. */
  readonly history: History
}

/** A world in which nothing has happened. */
export function emptyWorld(given: Omit<World, 'tables' | 'counters' | 'started_at' | 'history'>): World {
  return { ...given, started_at: given.clock.now, tables: [], counters: new Map(), history: NO_HISTORY }
}
