import type { StoredWorld, StoreVersion } from '../../src/server/persistence/store.ts'
import { MemoryStore } from './memory-store.ts'

/** A store that counts queries. */
export class CountingStore extends MemoryStore {
  /** How often the version of a world was queried, and how often a world was read. */
  asked = { versions: 0, reads: 0 }
  /** Runs between the next answer to a version query and its receipt by the caller. */
  meanwhile: (() => Promise<unknown>) | undefined

  /** Resets the counts. */
  forget(): void {
    this.asked = { versions: 0, reads: 0 }
  }

  override async version(id: string): Promise<StoreVersion | undefined> {
    this.asked.versions++
    const version = await super.version(id)
    const happens = this.meanwhile
    this.meanwhile = undefined
    await happens?.()
    return version
  }

  override async read(id: string, since?: StoreVersion): Promise<StoredWorld | undefined> {
    this.asked.reads++
    return super.read(id, since)
  }
}
