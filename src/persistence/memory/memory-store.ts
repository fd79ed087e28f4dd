import type { NameOwner, Records, Store, StoreChange, Stored, Version } from '../store.ts'
import { type Millis, realNow } from '../../support/time.ts'
import { readFieldsOf } from '../read-fields.ts'
import { NameOwners } from '../name-owners.ts'

type Heard = (id: string, version: Version | undefined) => void

/** A world that is kept in memory. */
interface Kept {
  readonly version: Version
  readonly texts: ReadonlyMap<string, string>
  readonly names: ReadonlySet<string>
  readonly due: Millis | undefined
}

/** What the views of one store share. */
interface Memory {
  readonly kept: Map<string, Kept>
  readonly owners: NameOwners
  readonly claims: Map<string, { readonly by: Store; readonly until: Millis }>
  readonly followers: Map<Store, Heard[]>
  /** How many versions there have been, of all worlds. */
  versions: number
  /** How many worlds have been set aside. */
  asides: number
}

/** Keeps worlds in this process, and not beyond it. Several doubles in it share them, each by a view of its own. */
export class MemoryStore implements Store {
  readonly isShared: boolean = true
  readonly #memory: Memory

  constructor(
    memory: Memory = {
      kept: new Map(),
      owners: new NameOwners(),
      claims: new Map(),
      followers: new Map(),
      versions: 0,
      asides: 0,
    },
  ) {
    this.#memory = memory
  }

  /** The same worlds, as another process would see them. */
  view(): MemoryStore {
    return new MemoryStore(this.#memory)
  }

  async ids(): Promise<readonly string[]> {
    return [...this.#memory.kept.keys()].toSorted()
  }

  async version(id: string): Promise<Version | undefined> {
    return this.#memory.kept.get(id)?.version
  }

  async read(id: string, since?: Version): Promise<Stored | undefined> {
    const kept = this.#memory.kept.get(id)
    if (!kept) return undefined
    if (kept.version === since) return { version: since, isWhole: false, records: new Map() }
    return {
      version: kept.version,
      isWhole: true,
      records: new Map([...kept.texts].map(([name, text]) => [name, JSON.parse(text)])),
    }
  }

  async readFields(ids: readonly string[], names: readonly string[]): Promise<ReadonlyMap<string, Records>> {
    return readFieldsOf(ids, names, (id) => this.#memory.kept.get(id)?.texts)
  }

  async write(change: StoreChange): Promise<Version | undefined> {
    const kept = this.#memory.kept.get(change.id)
    if (kept?.version !== change.from) return undefined
    const texts = new Map(change.isWhole ? [] : kept?.texts)
    for (const [name, text] of change.records) {
      if (text === undefined) texts.delete(name)
      else texts.set(name, text)
    }
    const names = this.#renamed(change.id, kept?.names, change.names)
    const version = String(++this.#memory.versions)
    this.#memory.kept.set(change.id, { version, texts, names, due: change.due })
    this.#tell(change.id, version)
    return version
  }

  async remove(id: string): Promise<void> {
    const { kept, owners } = this.#memory
    const names = [...(kept.get(id)?.names ?? [])]
    if (!kept.delete(id)) return
    owners.remember(names)
    owners.takeBack(names)
    this.#tell(id, undefined)
  }

  async ownerOf(name: string): Promise<NameOwner | undefined> {
    return this.#memory.owners.ownerOf(name)
  }

  async gone(): Promise<readonly string[]> {
    return []
  }

  async dueBy(until: Millis, limit: number): Promise<readonly string[]> {
    return [...this.#memory.kept]
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

  follow(heard: Heard): void {
    this.#memory.followers.set(this, [...(this.#memory.followers.get(this) ?? []), heard])
  }

  placeOf(id: string): string {
    return `the world ${id} in memory`
  }

  async quarantine(id: string): Promise<string> {
    await this.remove(id)
    return `nowhere: what was in memory of the world ${id} is gone (${++this.#memory.asides})`
  }

  async close(): Promise<void> {
    this.#memory.followers.delete(this)
  }

  #renamed(id: string, before: Iterable<string> = [], change: StoreChange['names']): ReadonlySet<string> {
    const { owners } = this.#memory
    const { gained, lost } = owners.settle(id, change)
    owners.give(id, gained)
    owners.remember(lost)
    owners.takeBack(lost)
    return new Set([...before, ...gained].filter((name) => !lost.includes(name)))
  }

  #tell(id: string, version: Version | undefined): void {
    for (const [view, heard] of this.#memory.followers) if (view !== this) heard.forEach((each) => each(id, version))
  }
}

function claimOf(id: string, what: string): string {
  return JSON.stringify([id, what])
}
