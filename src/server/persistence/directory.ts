import { delay, realNow, type Millis } from '../../kernel/support/time.ts'
import { Defect } from '../../kernel/world/errors.ts'
import type { Persister } from './persister.ts'
import { SUMMARY_RECORDS } from './read-records.ts'
import type { Loader } from './loader.ts'
import { nameOfClient, nameOfKey } from '../runtime/names.ts'
import { summarizeWorld, type Persistence, type StoreProgress, type WorldSummary } from '../runtime/persistence.ts'
import { UnreadableWorld, type Records, type Store, type StoreVersion } from './store.ts'
import { logDefect } from '../runtime/persistence-error.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import { WORLDS_MAX, type WorldRegistry } from '../runtime/worlds.ts'
import type { Log } from '../../kernel/support/thrown.ts'

/** Interval between searches of the store for overdue worlds. */
const ROUND_MS = 1_000

/** Longest time work may be overdue before this process takes the world over. */
const OVERDUE_MS = 2_000

/**
 * Shortest time between two reads of a world that another process keeps writing, on behalf of waiting callers. A call reads it at
 * once.
 */
const REREAD_MS = 100

/** Number of worlds whose summaries are read in one query. */
const SUMMARIES_AT_ONCE = 100

/** Maximum number of worlds taken over in one round. */
const TAKEN_OVER_MAX = 50

/** Dependencies and callbacks of a `WorldDirectory`. */
interface WorldDirectoryOptions {
  readonly store: Store
  readonly worlds: WorldRegistry
  readonly persister: Persister
  readonly loader: Loader
  /** Creates the world `default` if it doesn't exist. */
  readonly createDefault: () => Promise<WorldHandle>
  readonly log: Log
}

/**
 * Keeps the worlds of this process in step with a store that other processes write to. Every call loads its world through it first.
 * Worlds are loaded on demand and evicted when there is no room.
 */
export class WorldDirectory implements Persistence {
  readonly isShared = true
  readonly isComplete = false
  readonly progress: StoreProgress
  readonly #parts: WorldDirectoryOptions
  readonly #loading = new Map<string, Promise<WorldHandle | undefined>>()
  #creatingDefault: Promise<WorldHandle> | undefined
  /** Worlds reread recently because another process wrote them, with the newest version announced since then, if any. */
  readonly #recentlyReread = new Map<string, { readonly version: StoreVersion | undefined } | undefined>()
  #stopRounds = (): void => {}
  #isOver = false

  constructor(parts: WorldDirectoryOptions) {
    this.#parts = parts
    this.progress = parts.persister
  }

  /** Subscribes to the changes of other processes and takes over overdue work. */
  start(): void {
    this.#parts.store.subscribe((id, version) => void this.#onRemoteChange(id, version))
    this.#round()
  }

  /** Ends the subscription and the taking over. */
  stop(): void {
    this.#isOver = true
    this.#stopRounds()
  }

  /** Loads the current state of a world. Returns `undefined` if it doesn't exist. */
  async load(id: string): Promise<WorldHandle | undefined> {
    const handle = this.#parts.worlds.byId(id)
    const found = handle ? await this.#refreshed(handle) : await this.#loaded(id)
    return !found && id === 'default' ? this.#defaultWorld() : found
  }

  async loadByKey(key: string): Promise<boolean> {
    const { worlds } = this.#parts
    const loaded = worlds.byKey(key)
    if (typeof loaded === 'object') {
      await this.load(loaded.world.id)
      if (typeof worlds.byKey(key) === 'object') return true
    }
    const isFound = await this.#loadByName(nameOfKey(key))
    if (isFound === 'gone') worlds.markKeyGone(key)
    return isFound === true
  }

  loadByClient(client_id: string): Promise<unknown> {
    return this.#loadByName(nameOfClient(client_id))
  }

  /** Loads the world that a name of the store belongs to. Returns whether there is one, or `gone` if there was. */
  async #loadByName(name: string): Promise<boolean | 'gone'> {
    const owner = await this.#parts.store.ownerOf(name)
    if (owner === undefined || owner === 'gone') return owner ?? false
    return (await this.load(owner.id)) !== undefined || 'gone'
  }

  /**
   * Summaries of all readable saved worlds, in the order of their ids. A world is read in full only if its summary can't be read from its
   * fields, and no world stays loaded for its summary.
   */
  async summaries(): Promise<WorldSummary[]> {
    const { store, worlds } = this.#parts
    const ids = await store.ids()
    const found: WorldSummary[] = []
    for (let from = 0; from < ids.length; from += SUMMARIES_AT_ONCE) {
      const some = ids.slice(from, from + SUMMARIES_AT_ONCE)
      const readable = some.filter((id) => !worlds.unreadable.has(id))
      const fields = await store.readFields(readable, SUMMARY_RECORDS)
      for (const id of some) {
        const summary = await this.#summary(id, fields.get(id))
        if (summary) found.push(summary)
      }
    }
    for (const id of worlds.unreadable.keys()) if (!ids.includes(id)) worlds.unreadable.delete(id)
    return found
  }

  /** Summary of one world. Returns `undefined` if it is gone or can't be read; an unreadable one is recorded. */
  async #summary(id: string, records: Records | undefined): Promise<WorldSummary | undefined> {
    try {
      if (records) return await this.#parts.loader.summary(id, records)
      const handle = await this.#loaded(id)
      return handle && summarizeWorld(handle.world)
    } catch (error) {
      if (!(error instanceof UnreadableWorld)) throw error
      this.#parts.worlds.unreadable.set(id, error)
      return undefined
    }
  }

  async makeRoom(id: string | undefined): Promise<void> {
    const { store, worlds } = this.#parts
    if (id === undefined) worlds.takenIds = new Set(await store.ids())
    this.#evictIdle()
  }

  /** Evicts the worlds that have been idle longest if there is no room for another one. */
  #evictIdle(): void {
    const { worlds, persister } = this.#parts
    if (worlds.size < WORLDS_MAX) return
    const idle = worlds
      .leastRecentlyUsed(WORLDS_MAX)
      .filter((handle) => handle.world.id !== 'default' && handle.inFlight + handle.receiving === 0 && !handle.persisted())
    const [longest, ...others] = idle.slice(0, EVICTED_AT_ONCE)
    if (!longest) throw new Defect(`This process holds ${WORLDS_MAX} worlds that are all in use. Add processes.`)
    for (const handle of [longest, ...others]) persister.of(handle).evict()
  }

  /** Concurrent callers that find the world `default` missing share one creation. */
  #defaultWorld(): Promise<WorldHandle> {
    return (this.#creatingDefault ??= this.#parts.createDefault().finally(() => (this.#creatingDefault = undefined)))
  }

  async #refreshed(handle: WorldHandle): Promise<WorldHandle | undefined> {
    const { store, persister, worlds } = this.#parts
    const { id } = handle.world
    const sync = persister.of(handle)
    const before = sync.version
    // The world is being created.
    if (before === undefined) await writeEnded(handle)
    const version = await store.version(id)
    const isKnown = (): boolean => version !== undefined && (version === before || version === sync.version)
    if (isKnown()) return handle
    // The version may come from a write of this process that is still in flight.
    await writeEnded(handle)
    if (!isKnown()) await sync.refresh()
    // The world may have been deleted and another one created under its id.
    return worlds.byId(id) ?? this.#loaded(id)
  }

  async #loaded(id: string): Promise<WorldHandle | undefined> {
    const loading = this.#loading.get(id)
    if (loading) {
      // That read began before this request; the world may have been created or changed since.
      await loading.catch(() => {})
      return this.load(id)
    }
    const load = this.#load(id).finally(() => this.#loading.delete(id))
    this.#loading.set(id, load)
    return load
  }

  async #load(id: string): Promise<WorldHandle | undefined> {
    const { worlds, persister, loader } = this.#parts
    const found = await loader.load(id).catch((error: unknown) => {
      if (error instanceof UnreadableWorld) worlds.unreadable.set(id, error)
      throw error
    })
    worlds.unreadable.delete(id)
    if (!found) return undefined
    const other = worlds.byId(id)
    if (other) return other
    this.#evictIdle()
    persister.adopt(found.handle, found.inStore, true)
    return found.handle
  }

  /** Handles the write of a world by another process: callers that wait in the world must see the change. A new call loads the world itself. */
  async #onRemoteChange(id: string, version: StoreVersion | undefined): Promise<void> {
    const { worlds, persister } = this.#parts
    const handle = worlds.byId(id)
    if (!handle || this.#isOver) return
    if (this.#recentlyReread.has(id)) {
      this.#recentlyReread.set(id, { version })
      return
    }
    const sync = persister.of(handle)
    if (!sync.noteRemoteChange(version)) return
    this.#recentlyReread.set(id, undefined)
    await this.#attempt(() => sync.refresh())
    delay(REREAD_MS, () => {
      const again = this.#recentlyReread.get(id)
      this.#recentlyReread.delete(id)
      if (again) void this.#onRemoteChange(id, again.version)
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
      if (handle) this.#parts.persister.of(handle).takeOver()
    }
  }

  /** Failed background work is retried in the next round. */
  async #attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work()
    } catch (error) {
      logDefect(this.#parts.log, 'while loading worlds', error)
      return undefined
    }
  }
}

/** Resolves when the pending write of a world has ended, whether it succeeded or not. */
async function writeEnded(handle: WorldHandle): Promise<void> {
  await handle.persisted()?.catch(() => {})
}

/** Number of worlds evicted at once, so that not every new world causes an eviction. */
const EVICTED_AT_ONCE = 20
