import { nameOfClient, nameOfKey, type NameOwner } from './names.ts'
import { type Persistence, type StoreProgress, summarizeWorld } from './persistence.ts'
import type { Scheduler } from './scheduler.ts'
import type { WorldRegistry } from './worlds.ts'

/** A store that no other process uses. */
interface OwnStore {
  /** Finds the owner of a name. */
  readonly ownerOf?: (name: string) => Promise<NameOwner | undefined>
  readonly progress?: StoreProgress
}

/** The worlds of a process that shares them with no other: all are in memory, except for stored ones that can't be read. */
export function oneProcess(worlds: WorldRegistry, scheduler: Scheduler, { ownerOf, progress }: OwnStore = {}): Persistence {
  const assertReadable = async (name: string): Promise<void> => {
    const owner = worlds.unreadable.size === 0 ? undefined : await ownerOf?.(name)
    if (typeof owner === 'object') worlds.assertReadable(owner.id)
  }
  return {
    isShared: false,
    progress,
    get isComplete() {
      return worlds.unreadable.size === 0
    },
    load: async (id) => worlds.assertReadable(id),
    loadByKey: async (key) => {
      await assertReadable(nameOfKey(key))
      return typeof worlds.byKey(key) === 'object'
    },
    loadByClient: (client_id) => assertReadable(nameOfClient(client_id)),
    summaries: async () => {
      const handles = worlds.all()
      for (const handle of handles) scheduler.sync(handle)
      await Promise.all(handles.map((handle) => handle.persisted()))
      return handles.map(({ world }) => summarizeWorld(world))
    },
    makeRoom: async () => {},
  }
}
