import type { NameOwner, Records, Store, StoreChange, StoredWorld, StoreVersion } from '../../src/server/persistence/store.ts'
import { type Millis, realNow } from '../../src/kernel/support/time.ts'
import { readStoredFields } from '../../src/server/persistence/lowdb/world-text.ts'
import { NameOwners } from '../../src/server/persistence/lowdb/name-owners.ts'

type OnStoreChange = (id: string, version: StoreVersion | undefined) => void

interface SavedTexts {
  readonly version: StoreVersion
  readonly texts: ReadonlyMap<string, string>
  readonly names: ReadonlySet<string>
  readonly due: Millis | undefined
}

/** What the views of one store share. */
interface Memory {
  readonly worlds: Map<string, SavedTexts>
  readonly owners: NameOwners
  readonly claims: Map<string, { readonly by: Store; readonly until: Millis }>
  readonly followers: Map<Store, OnStoreChange[]>
  /** Number of versions so far, over all worlds. */
  versions: number
  /** Number of quarantined worlds. */
  quarantined: number
}

/** Stores worlds in this process's memory. Several doubles in one process share them, each through its own view. */
export class MemoryStore implements Store {
  readonly isShared: boolean = true
  readonly #memory: Memory

  constructor(
    memory: Memory = {
      worlds: new Map(),
      owners: new NameOwners(),
      claims: new Map(),
      followers: new Map(),
      versions: 0,
      quarantined: 0,
    },
  ) {
    this.#memory = memory
  }

  /** The same worlds as another process would see them. */
  view(): MemoryStore {
    return new MemoryStore(this.#memory)
  }

  async ids(): Promise<readonly string[]> {
    return [...this.#memory.worlds.keys()].toSorted()
  }

  async version(id: string): Promise<StoreVersion | undefined> {
    return this.#memory.worlds.get(id)?.version
  }

  async read(id: string, since?: StoreVersion): Promise<StoredWorld | undefined> {
    const saved = this.#memory.worlds.get(id)
    if (!saved) return undefined
    if (saved.version === since) return { version: since, isWhole: false, records: new Map() }
    return {
      version: saved.version,
      isWhole: true,
      records: new Map([...saved.texts].map(([name, text]) => [name, JSON.parse(text)])),
    }
  }

  async readFields(ids: readonly string[], names: readonly string[]): Promise<ReadonlyMap<string, Records>> {
    return readStoredFields(ids, names, (id) => this.#memory.worlds.get(id)?.texts)
  }

  async write(change: StoreChange): Promise<StoreVersion | undefined> {
    const { worlds } = this.#memory
    const saved = worlds.get(change.id)
    if (saved?.version !== change.from) return undefined
    const texts = new Map(change.isWhole ? [] : saved?.texts)
    for (const [name, text] of change.records) {
      if (text === undefined) texts.delete(name)
      else texts.set(name, text)
    }
    const names = this.#renamed(change.id, saved?.names, change.names)
    const version = String(++this.#memory.versions)
    worlds.set(change.id, { version, texts, names, due: change.due })
    this.#tell(change.id, version)
    return version
  }

  async remove(id: string): Promise<void> {
    const { worlds: saved, owners } = this.#memory
    const names = [...(saved.get(id)?.names ?? [])]
    if (!saved.delete(id)) return
    owners.recordGone(names)
    owners.disown(names)
    this.#tell(id, undefined)
  }

  async ownerOf(name: string): Promise<NameOwner | undefined> {
    return this.#memory.owners.ownerOf(name)
  }

  async gone(): Promise<readonly string[]> {
    return []
  }

  async dueBy(until: Millis, limit: number): Promise<readonly string[]> {
    return [...this.#memory.worlds]
      .flatMap(([id, { due }]) => (due !== undefined && due <= until ? [{ id, due }] : []))
      .toSorted((a, b) => a.due - b.due)
      .slice(0, limit)
      .map(({ id }) => id)
  }

  async claim(id: string, what: string, ms: Millis): Promise<boolean> {
    const taken = this.#memory.claims.get(claimOf(id, what))
    if (taken && taken.by !== this && taken.until > realNow()) return false
    this.#memory.claims.set(claimOf(id, what), { by: this, until: realNow() + ms })
    return true
  }

  async release(id: string, what: string): Promise<void> {
    const { claims } = this.#memory
    if (claims.get(claimOf(id, what))?.by === this) claims.delete(claimOf(id, what))
  }

  subscribe(listener: OnStoreChange): void {
    this.#memory.followers.set(this, [...(this.#memory.followers.get(this) ?? []), listener])
  }

  placeOf(id: string): string {
    return `the world ${id} in memory`
  }

  async quarantine(id: string): Promise<string> {
    await this.remove(id)
    return `nowhere: what was in memory of the world ${id} is gone (${++this.#memory.quarantined})`
  }

  async close(): Promise<void> {
    this.#memory.followers.delete(this)
  }

  #renamed(id: string, before: Iterable<string> = [], change: StoreChange['names']): ReadonlySet<string> {
    const { owners } = this.#memory
    const { gained, lost } = owners.effectOf(id, change)
    owners.give(id, gained)
    owners.recordGone(lost)
    owners.disown(lost)
    return new Set([...before, ...gained].filter((name) => !lost.includes(name)))
  }

  #tell(id: string, version: StoreVersion | undefined): void {
    for (const [view, listener] of this.#memory.followers) if (view !== this) listener.forEach((each) => each(id, version))
  }
}

function claimOf(id: string, what: string): string {
  return JSON.stringify([id, what])
}
