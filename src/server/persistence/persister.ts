import { realNow, type Millis } from '../../kernel/support/time.ts'
import type { StoreProgress } from '../runtime/persistence.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import { FailedWrites } from './failed-writes.ts'
import { handleOfSaved, type InStore } from './saved-world.ts'
import { WorldSync, type SyncParts } from './world-sync.ts'

/** Saves the changes of all worlds in a store. */
export class Persister implements StoreProgress {
  readonly #parts: SyncParts
  readonly #syncs = new WeakMap<WorldHandle, WorldSync>()
  #isClosed = false

  constructor(parts: Omit<SyncParts, 'failedWrites' | 'revive'>) {
    const { worlds, realTime, log } = parts
    this.#parts = {
      ...parts,
      failedWrites: new FailedWrites(log),
      revive: (inStore) => {
        const { handle, saved } = handleOfSaved(inStore.saved, realTime, worlds.budgets)
        this.adopt(handle, { ...inStore, saved })
      },
    }
    worlds.persistWith((handle) => this.of(handle))
    worlds.subscribe(({ handle }) => this.of(handle).flushSoon())
  }

  /** The sync of a world with the store. */
  of(handle: WorldHandle): WorldSync {
    return this.#syncs.get(handle) ?? this.#add(new WorldSync(handle, this.#parts), handle)
  }

  /** Adopts a saved world. If `isPaused` is true, another process runs its due work until this process writes it. */
  adopt(handle: WorldHandle, inStore: InStore, isPaused = false): void {
    this.#add(new WorldSync(handle, this.#parts, inStore, isPaused), handle)
    this.#parts.worlds.adopt(handle)
    this.#parts.resume(handle)
  }

  #add(sync: WorldSync, handle: WorldHandle): WorldSync {
    if (this.#isClosed) sync.end()
    this.#syncs.set(handle, sync)
    return sync
  }

  get lag(): Millis {
    let since = Number.POSITIVE_INFINITY
    for (const handle of this.#parts.worlds.all()) since = Math.min(since, this.of(handle).flushingSince ?? since)
    return Math.max(realNow() - since, 0)
  }

  get failing(): number {
    return this.#parts.failedWrites.size
  }

  /** Writes all unsaved changes. Later changes are not written. */
  async close(): Promise<void> {
    const handles = this.#parts.worlds.all()
    const flush = () => Promise.allSettled(handles.map((handle) => this.of(handle).flushed()))
    await flush()
    for (const { log } of handles) log.requestNumbers.releaseUnused()
    await flush()
    this.#isClosed = true
    for (const handle of this.#parts.worlds.all()) this.of(handle).end()
  }
}
