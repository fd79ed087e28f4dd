import type { Millis } from '../support/time.ts'

/** The journal or the steps of one world, as far as they have to make room for those of others. */
export interface Budgeted {
  /** How many entries or steps there are. */
  readonly size: number
  /** When its world was last used, in real time. */
  readonly usedAt: Millis
  readonly evictOldest: () => void
}

/** The journals of all worlds of a server hold at most so many bytes in all. */
export const JOURNALS_BYTES_MAX = 256 * 1024 * 1024

/** So much room is made at once, so that it is not made at every call. */
const ROOM_BYTES = 1024 * 1024

/** What the journals, or the steps, of all worlds of a server share: how many bytes they may hold together. */
export class Budget {
  readonly #holders = new Set<Budgeted>()
  readonly #max: number
  #bytes = 0

  /** How many bytes they hold. */
  get bytes(): number {
    return this.#bytes
  }

  constructor(max = JOURNALS_BYTES_MAX) {
    this.#max = max
  }

  /** Counts bytes that one of them took, or gave back. Whoever was used least recently makes room. */
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
