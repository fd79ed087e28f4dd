import type { Millis } from '../support/time.ts'

/** Where a world stands in a store: says nothing but whether two versions are the same one. */
export type Version = string

/** What is kept of a world, as JSON values by name. One that was taken out since an earlier version is `undefined`. */
export type Records = ReadonlyMap<string, unknown>

/** A world as it stands in a store. */
export interface Stored {
  readonly version: Version
  readonly records: Records
  /** Whether these are all records, and not only those that changed since the version that was asked about. */
  readonly isWhole: boolean
}

/** One change of a world, to be kept as a whole or not at all. */
export interface StoreChange {
  readonly id: string
  /** The version that it follows; nothing for a world that is not there yet. */
  readonly from: Version | undefined
  /** Whether only these records are left; otherwise the others stay as they are. */
  readonly isWhole: boolean
  /** JSON texts by name, without line breaks; `undefined` takes a record out. */
  readonly records: ReadonlyMap<string, string | undefined>
  /** Names that lead to the world from now on (`key <key>`, `client <id>`), and those that do not any more. */
  readonly names: { readonly added: readonly string[]; readonly removed: readonly string[] }
  /** The real instant at which something in the world is to be done by whoever gets there; nothing if nothing waits. */
  readonly due: Millis | undefined
}

/** Who a name leads to: a world, or one that is gone, or that does not own it any more. */
export type NameOwner = { readonly id: string } | 'gone'

/**
 * Keeps worlds beyond this process. Texts go in and JSON values come out: a store knows nothing of what is in a world. All three
 * drivers behave alike, which one suite holds.
 */
export interface Store {
  /** Whether other processes write to it at the same time. */
  readonly isShared: boolean
  /** The ids of all worlds that are kept, in order. */
  ids(): Promise<readonly string[]>
  /** The version of a world; nothing if there is none. */
  version(id: string): Promise<Version | undefined>
  /**
   * A world; with an earlier version of it, at least what has changed since then. Throws an `UnreadableWorld` if it is there and can't be read:
   * `write` and `remove` refuse such a world as well, and `setAside` doesn't.
   */
  read(id: string, since?: Version): Promise<Stored | undefined>
  /** Of some worlds those records that are asked for, as far as they are there; of one that has none of them, nothing. */
  readFields(ids: readonly string[], names: readonly string[]): Promise<ReadonlyMap<string, Records>>
  /**
   * Keeps a change and answers the version that it made; nothing is written, and nothing answered, if the world does not stand at the version
   * that the change follows. Throws a `StoreError` if it cannot be kept.
   */
  write(change: StoreChange): Promise<Version | undefined>
  /** Takes a world out; its names are gone from then on. It is no mistake if there is none. */
  remove(id: string): Promise<void>
  /** Whom a name leads to; nothing for a name that no world had. */
  ownerOf(name: string): Promise<NameOwner | undefined>
  /** Names that lead nowhere any more, for a process that has the store for itself; of a shared one `ownerOf` tells, name by name. */
  gone(): Promise<readonly string[]>
  /** Worlds in which something is to be done at an instant of real time or before, the longest overdue first. */
  dueBy(until: Millis, limit: number): Promise<readonly string[]>
  /** Takes something on, for so long, if no other process has; to take it on twice is to go on with it. */
  claim(id: string, what: string, ms: Millis): Promise<boolean>
  /** Gives back what this process has taken on. */
  release(id: string, what: string): Promise<void>
  /**
   * Lets somebody hear of changes that other processes write: of which world, and its version, nothing if it was taken out. After a time out of
   * reach he may hear again of what he knows.
   */
  follow(heard: (id: string, version: Version | undefined) => void): void
  /** Where a world is kept, for people. */
  placeOf(id: string): string
  /** Moves a world out of the way, so that another can begin under its id; answers where it is then, for people. */
  quarantine(id: string): Promise<string>
  /** Lets go of the store; nothing is asked of it afterwards. */
  close(): Promise<void>
}

/** A store cannot do what it was asked for; nothing of it was done, or it is not known whether it was. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  /** Whether it is out of reach for the time being, and may be there again soon. */
  readonly isAway: boolean

  constructor(message: string, { isAway = false, cause }: { readonly isAway?: boolean; readonly cause?: unknown } = {}) {
    super(message, cause === undefined ? {} : { cause })
    this.isAway = isAway
  }
}

/**
 * A world is kept and can't be read: its data is damaged, or belongs to another version or another edition of its scenario. What is kept of it
 * stays as it is.
 */
export class UnreadableWorld extends StoreError {
  /** The id of the world. */
  readonly world: string
  /** Where it is kept, and what is wrong there. The message also says what can be done. */
  readonly reason: string

  constructor(world: string, reason: string, remedy: string, cause?: unknown) {
    super(`${reason} ${remedy}`, { cause })
    this.world = world
    this.reason = reason
  }
}
