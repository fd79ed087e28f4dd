import { StoreError, type StoreChange, type StoreVersion } from '../../src/server/persistence/store.ts'
import { MemoryStore } from './memory-store.ts'

/** A store that can be made to fail and counts write attempts. */
export class FailingStore extends MemoryStore {
  /** The error of writes at present; `undefined` while they succeed. */
  failure: StoreError | undefined
  writes = 0
  /** When each write started, in milliseconds of real time. */
  readonly began: number[] = []
  /** What each write waits for before it succeeds or fails. */
  writeDelay: Promise<void> | undefined

  override async write(change: StoreChange): Promise<StoreVersion | undefined> {
    this.writes++
    this.began.push(performance.now())
    await this.writeDelay
    if (this.failure) throw this.failure
    return super.write(change)
  }

  override async remove(id: string): Promise<void> {
    if (this.failure) throw this.failure
    return super.remove(id)
  }
}

export const full = new StoreError('no space is left on the disk.')
export const unreachable = new StoreError('The store is unreachable.', { isTemporary: true })
