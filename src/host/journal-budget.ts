import type { Millis } from '../support/time.ts'

/** The journal of one world, as far as it has to make room for those of others. */
export interface Budgeted {
  /** How many entries it has. */
  readonly size: number
  /** When its world was last used, in real time. */
  readonly usedAt: Millis
  readonly evictOldest: () => void
}

/** The journals of all worlds of a server hold at most so many bytes in all. */
export const JOURNALS_BYTES_MAX = 256 * 1024 * 1024

/** So much room is made at once, so that it is not made at every call. */
const ROOM_BYTES = 1024 * 1024

/** What the journals of a server share: how many bytes they may hold together. */
export class JournalBudget {
  readonly #journals = new Set<Budgeted>()
  readonly #max: number
  #bytes = 0

  /** How many bytes they hold. */
  get bytes(): number {
    return this.#bytes
  }

  constructor(max = JOURNALS_BYTES_MAX) {
    this.#max = max
  }

  /** Counts bytes that a journal took, or gave back. Whoever was used least recently makes room. */
  take(journal: Budgeted, bytes: number): void {
    this.#bytes += bytes
    if (journal.size > 0) this.#journals.add(journal)
    else this.#journals.delete(journal)
    if (bytes > 0 && this.#bytes > this.#max) this.#makeRoom()
  }

  #makeRoom(): void {
    const idlest = [...this.#journals].toSorted((a, b) => a.usedAt - b.usedAt)
    for (const journal of idlest) {
      while (journal.size > 0 && this.#bytes > this.#max - ROOM_BYTES) journal.evictOldest()
    }
  }
}
