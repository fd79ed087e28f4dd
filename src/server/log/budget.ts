import type { Millis } from '../../kernel/support/time.ts'

/** A part of the log of one world (its journal, or its other entries), which shares a budget with other worlds. */
interface Budgeted {
  /** Number of calls or entries. */
  readonly size: number
  /** When its world was last used, in real time. */
  readonly usedAt: Millis
  readonly evictOldest: () => void
}

/** Maximum number of bytes of the journals of all worlds of a server. */
const JOURNALS_BYTES_MAX = 256 * 1024 * 1024

/** Number of bytes that are freed at once, so that not every call has to evict. */
const ROOM_BYTES = 1024 * 1024

/** The memory budget of the journals, or of the other entries, of all worlds of a server. */
export class Budget {
  readonly #holders = new Set<Budgeted>()
  readonly #max: number
  /** Maximum number of bytes of one world, if it has one of its own. */
  readonly maxOfWorld: number | undefined
  /** Number of evicted calls or entries, of existing and deleted worlds. */
  evicted = 0
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  constructor(max = JOURNALS_BYTES_MAX, maxOfWorld?: number) {
    this.#max = max
    this.maxOfWorld = maxOfWorld
  }

  /** Counts bytes that a holder uses, or frees if negative. If there is no room, the least recently used worlds evict first. */
  take(holder: Budgeted, bytes: number): void {
    this.#bytes += bytes
    if (holder.size > 0) this.#holders.add(holder)
    else this.#holders.delete(holder)
    if (bytes > 0 && this.#bytes > this.#max) this.#makeRoom()
  }

  #makeRoom(): void {
    const idlest = [...this.#holders].toSorted((a, b) => a.usedAt - b.usedAt)
    for (const holder of idlest) {
      while (holder.size > 0 && this.#bytes > this.#max - ROOM_BYTES) holder.evictOldest()
    }
  }
}
