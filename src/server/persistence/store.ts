import type { Millis } from '../../kernel/support/time.ts'
import type { NameOwner } from '../runtime/names.ts'

export type { NameOwner } from '../runtime/names.ts'
export { StoreError, UnreadableWorld } from '../runtime/persistence-error.ts'

/** Version of a world in a store. Versions can only be compared for equality. */
export type StoreVersion = string

/** Records of a world: JSON values by name. A record removed since an earlier version is `undefined`. */
export type Records = ReadonlyMap<string, unknown>

/** A world as read from a store. */
export interface StoredWorld {
  readonly version: StoreVersion
  readonly records: Records
  /** Whether these are all records, rather than only those changed since the requested version. */
  readonly isWhole: boolean
}

/** One atomic change of a world. */
export interface StoreChange {
  readonly id: string
  /** The version that the change builds on; `undefined` for a new world. */
  readonly from: StoreVersion | undefined
  /** Whether these records replace all others. */
  readonly isWhole: boolean
  /** JSON texts by name, without line breaks; `undefined` removes a record. */
  readonly records: ReadonlyMap<string, string | undefined>
  /** Names the world gains (`key <key>`, `client <id>`) and loses. */
  readonly names: { readonly added: readonly string[]; readonly removed: readonly string[] }
  /** Real time at which work is due in the world, for any process; `undefined` if nothing is pending. */
  readonly due: Millis | undefined
}

/**
 * Stores worlds beyond this process. It takes JSON texts, returns JSON values, and knows nothing about their content. All drivers
 * pass the same test suite.
 */
export interface Store {
  /** Whether other processes may write to it at the same time. */
  readonly isShared: boolean
  /** The ids of all saved worlds, sorted. */
  ids(): Promise<readonly string[]>
  /** The version of a world. Returns `undefined` if there is none. */
  version(id: string): Promise<StoreVersion | undefined>
  /**
   * Reads a world, or at least its changes since an earlier version. Throws an `UnreadableWorld` if the world exists but can't be read. `write` and `remove` reject such a world too; `quarantine` accepts it.
   */
  read(id: string, since?: StoreVersion): Promise<StoredWorld | undefined>
  /** Reads the named records of several worlds. Missing records, and worlds without any of them, are left out. */
  readFields(ids: readonly string[], names: readonly string[]): Promise<ReadonlyMap<string, Records>>
  /**
   * Saves a change and returns the new version. Returns `undefined` and writes nothing if the world is not at the version the
   * change builds on. Throws a `StoreError` if the write fails.
   */
  write(change: StoreChange): Promise<StoreVersion | undefined>
  /** Deletes a world. The names of the world are gone afterwards. Deleting a missing world is no error. */
  remove(id: string): Promise<void>
  /** The owner of a name. Returns `undefined` for a name that never had one. */
  ownerOf(name: string): Promise<NameOwner | undefined>
  /** Names whose owner is gone. Only a store that belongs to one process returns them; for a shared store, use `ownerOf`. */
  gone(): Promise<readonly string[]>
  /** Worlds with work due at or before an instant of real time, longest overdue first. */
  dueBy(until: Millis, limit: number): Promise<readonly string[]>
  /** Claims work for `ms` milliseconds unless another process has. Claiming again extends the claim. */
  claim(id: string, what: string, ms: Millis): Promise<boolean>
  /** Releases a claim of this process. */
  release(id: string, what: string): Promise<void>
  /**
   * Calls back when another process writes a world (with its version) or deletes it (with `undefined`). After a lost connection it
   * may repeat known changes.
   */
  subscribe(onChange: (id: string, version: StoreVersion | undefined) => void): void
  placeOf(id: string): string
  /** Moves a world out of the way, so that another one can be created under its id. Returns a description of the new location. */
  quarantine(id: string): Promise<string>
  /** Closes the store; it must not be used afterwards. */
  close(): Promise<void>
}
