import { StoreError, type StoreChange, type Version } from '../../src/persistence/store.ts'
import { MemoryStore } from '../../src/persistence/memory/memory-store.ts'

/** A store that can be made to fail and counts write attempts. */
export class FailingStore extends MemoryStore {
  /** The error of writes at present; `undefined` while they succeed. */
  trouble: StoreError | undefined
  writes = 0
  /** When each write started, in milliseconds of real time. */
  readonly began: number[] = []
  /** What each write waits for before it succeeds or fails. */
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
export const away = new StoreError('The store is unreachable.', { isAway: true })
