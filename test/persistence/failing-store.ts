import { StoreError, type StoreChange, type Version } from '../../src/persistence/store.ts'
import { MemoryStore } from '../../src/persistence/memory/memory-store.ts'

/** A store that can be told to fail, and counts how often it was asked to write. */
export class FailingStore extends MemoryStore {
  /** Why nothing can be written at present; nothing while all is well. */
  trouble: StoreError | undefined
  writes = 0
  /** When each write began, in milliseconds of real time. */
  readonly began: number[] = []
  /** What each write waits for before it is done, or fails. */
  held: Promise<void> | undefined

  override async write(change: StoreChange): Promise<Version | undefined> {
    this.writes++
    this.began.push(performance.now())
    await this.held
    if (this.trouble) throw this.trouble
    return super.write(change)
  }

  override async remove(id: string): Promise<void> {
    if (this.trouble) throw this.trouble
    return super.remove(id)
  }
}

export const full = new StoreError('no space is left on the disk.')
export const away = new StoreError('The store is out of reach.', { isAway: true })
