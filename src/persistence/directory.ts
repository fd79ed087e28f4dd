import { delay, realNow, type Millis } from '../support/time.ts'
import { Defect } from '../world/errors.ts'
import type { Persister } from './persister.ts'
import type { SavedWorld } from './saved-world.ts'
import { SUMMARY_RECORDS } from './read-records.ts'
import type { Loader } from './loader.ts'
import { nameOfKey } from '../runtime/names.ts'
import { summaryOf, type WorldSummary } from './summary.ts'
import { UnreadableWorld, type Records, type Store, type Stored, type Version } from './store.ts'
import { isPersistenceFailure } from '../runtime/persistence-error.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import { WORLDS_MAX, type Worlds } from '../runtime/worlds.ts'

/** So often it is looked for worlds in which something is to be done that nobody does. */
const ROUND_MS = 1_000

/** What is overdue for so long is taken over from whoever should have done it. */
const OVERDUE_MS = 2_000

/** A world that others write again and again is read so often because of that, for who waits in it; a call that comes reads it at once. */
const HEAR_MS = 100

/** Of so many worlds is asked at once what they are. */
const SKETCHED_AT_ONCE = 100

/** So many worlds are taken over in one round. */
const TAKEN_OVER_MAX = 50

/** What attending works with. */
export interface WorldDirectoryOptions {
  readonly store: Store
  readonly worlds: Worlds
  readonly keeper: Persister
  readonly loader: Loader
  /** Makes the world `default`, should it be gone. */
  readonly begin: () => Promise<WorldHandle>
  readonly goOn: (handle: WorldHandle) => void
  readonly log: (message: string) => void
}

/**
 * Sees to it that this process knows worlds as they stand in a store to which others write as well: a call is looked at only after that.
 * Worlds come when they are asked for, and go when there is no more room.
 */
export class WorldDirectory {
  readonly #parts: WorldDirectoryOptions
  readonly #loading = new Map<string, Promise<WorldHandle | undefined>>()
  #beginning: Promise<WorldHandle> | undefined
  /** Worlds that were read a moment ago since others had written them, and what these have made of them since, if they have. */
  readonly #heard = new Map<string, { readonly version: Version | undefined } | undefined>()
  #stopRounds = (): void => {}
  #isOver = false

  constructor(parts: WorldDirectoryOptions) {
    this.#parts = parts
  }

  /** Hears of what other processes write, and does what they leave undone. */
  start(): void {
    this.#parts.store.follow((id, version) => void this.#hear(id, version))
    this.#round()
  }

  /** Does no more of that. */
  stop(): void {
    this.#isOver = true
    this.#stopRounds()
  }

  /** The world of an id as it stands by now, if there is one. */
  async load(id: string): Promise<WorldHandle | undefined> {
    const handle = this.#parts.worlds.byId(id)
    const found = handle ? await this.#renewed(handle) : await this.#loaded(id)
    return !found && id === 'default' ? this.#begun() : found
  }

  /** Sees to the world to which a key leads; answers whether it leads to any. */
  async loadByKey(key: string): Promise<boolean> {
    const { worlds } = this.#parts
    const known = worlds.byKey(key)
    if (typeof known === 'object') {
      await this.load(known.world.id)
      if (typeof worlds.byKey(key) === 'object') return true
    }
    const isFound = await this.loadByName(nameOfKey(key))
    if (isFound === 'gone') worlds.noteGone(key)
    return isFound === true
  }

  /** Sees to the world to which a name of the store leads; answers whether it leads to any, or did. */
  async loadByName(name: string): Promise<boolean | 'gone'> {
    const owner = await this.#parts.store.ownerOf(name)
    if (owner === undefined || owner === 'gone') return owner ?? false
    return (await this.load(owner.id)) !== undefined || 'gone'
  }

  /**
   * What all worlds are, as they are kept, in the order of their ids, without those that can't be read. None is read as a whole for that unless
   * something is wrong with it, and none lives longer.
   */
  async sketches(): Promise<WorldSummary[]> {
    const { store, worlds } = this.#parts
    const ids = await this.ids()
    const found: WorldSummary[] = []
    for (let from = 0; from < ids.length; from += SKETCHED_AT_ONCE) {
      const some = ids.slice(from, from + SKETCHED_AT_ONCE)
      const known = some.filter((id) => worlds.unreadable.of(id) === undefined)
      const glances = await store.readFields(known, SUMMARY_RECORDS)
      for (const id of some) {
        const sketch = await this.#sketch(id, glances.get(id))
        if (sketch) found.push(sketch)
      }
    }
    for (const { world } of worlds.unreadable.all()) if (!ids.includes(world)) worlds.unreadable.delete(world)
    return found
  }

  /** What a world is; returns `undefined` if it is gone, or can't be read, which is remembered. */
  async #sketch(id: string, records: Records | undefined): Promise<WorldSummary | undefined> {
    try {
      if (records) return await this.#parts.loader.summary(id, records)
      const handle = await this.#loaded(id)
      return handle && summaryOf(handle.world)
    } catch (error) {
      if (!(error instanceof UnreadableWorld)) throw error
      this.#parts.worlds.unreadable.add(error)
      return undefined
    }
  }

  /** The ids of all worlds that are kept. */
  ids(): Promise<readonly string[]> {
    return this.#parts.store.ids()
  }

  /** Lets go of worlds that nobody has used for long, if there is no room for another one. */
  makeRoom(): void {
    const { worlds, keeper } = this.#parts
    if (worlds.size < WORLDS_MAX) return
    const idle = worlds
      .idlest(WORLDS_MAX)
      .filter((handle) => handle.world.id !== 'default' && handle.inFlight === 0 && !handle.persisted())
    const [longest, ...others] = idle.slice(0, LET_GO)
    if (!longest) throw new Defect(`This process holds ${WORLDS_MAX} worlds that are all in use. Add processes.`)
    for (const handle of [longest, ...others]) keeper.letGo(handle)
  }

  /** Those who miss the world `default` at the same time wait for the same one. */
  #begun(): Promise<WorldHandle> {
    return (this.#beginning ??= this.#parts.begin().finally(() => (this.#beginning = undefined)))
  }

  async #renewed(handle: WorldHandle): Promise<WorldHandle | undefined> {
    const { store, keeper, worlds } = this.#parts
    const { id } = handle.world
    const before = keeper.versionOf(handle)
    // It is just being made.
    if (before === undefined) await over(handle)
    const version = await store.version(id)
    const isKnown = (): boolean => version !== undefined && (version === before || version === keeper.versionOf(handle))
    if (isKnown()) return handle
    // It may be what this process is just writing.
    await over(handle)
    if (!isKnown()) await keeper.renew(handle)
    // It may have been taken out, and another one of that id be there by now.
    return worlds.byId(id) ?? this.#loaded(id)
  }

  async #loaded(id: string): Promise<WorldHandle | undefined> {
    const loading = this.#loading.get(id)
    if (loading) {
      // It was read before this was asked, and may have come or changed since.
      await loading.catch(() => {})
      return this.load(id)
    }
    const load = this.#load(id).finally(() => this.#loading.delete(id))
    this.#loading.set(id, load)
    return load
  }

  async #load(id: string): Promise<WorldHandle | undefined> {
    const { worlds, keeper } = this.#parts
    const found = await this.#read(id)
    if (!found) return undefined
    const { handle, kept, stored } = found
    const other = worlds.byId(id)
    if (other) return other
    this.makeRoom()
    keeper.goOn(handle, stored, kept, false)
    return handle
  }

  async #read(id: string): Promise<{ handle: WorldHandle; kept: SavedWorld; stored: Stored } | undefined> {
    const { store, worlds, loader } = this.#parts
    try {
      const stored = await store.read(id)
      const found = stored && { stored, ...(await loader.load(id, stored)) }
      worlds.unreadable.delete(id)
      return found
    } catch (error) {
      if (error instanceof UnreadableWorld) worlds.unreadable.add(error)
      throw error
    }
  }

  /** Another process has written a world: whoever waits in it here is to know. A call that comes asks for itself. */
  async #hear(id: string, version: Version | undefined): Promise<void> {
    const { worlds, keeper } = this.#parts
    const handle = worlds.byId(id)
    if (!handle || this.#isOver) return
    if (this.#heard.has(id)) {
      this.#heard.set(id, { version })
      return
    }
    if (!keeper.hear(handle, version)) return
    this.#heard.set(id, undefined)
    await this.#attempt(() => keeper.renew(handle))
    delay(HEAR_MS, () => {
      const again = this.#heard.get(id)
      this.#heard.delete(id)
      if (again) void this.#hear(id, again.version)
    })
  }

  #round(): void {
    this.#stopRounds = delay(ROUND_MS, () => {
      void this.#attempt(() => this.#takeOver(realNow() - OVERDUE_MS)).then(() => this.#isOver || this.#round())
    })
  }

  async #takeOver(until: Millis): Promise<void> {
    for (const id of await this.#parts.store.dueBy(until, TAKEN_OVER_MAX)) {
      const handle = await this.#attempt(() => this.load(id))
      if (!handle) continue
      handle.isOwner = true
      this.#parts.goOn(handle)
    }
  }

  /** What goes wrong beside the calls is tried again with the next round; the store says by itself that it is out of reach. */
  async #attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work()
    } catch (error) {
      if (isPersistenceFailure(error)) return undefined
      this.#parts.log(
        `DEFECT of maildouble in attending worlds: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      )
      return undefined
    }
  }
}

/** Resolves when what is being written of a world is kept or undone, whatever comes of it. */
async function over(handle: WorldHandle): Promise<void> {
  await handle.persisted()?.catch(() => {})
}

/** So many worlds go at once when there is no room, so that not each one that comes makes another one go. */
const LET_GO = 20
