import type { Millis } from '../../../kernel/support/time.ts'
import type { HistoryEntry } from '../../../kernel/world/history.ts'

/** Finds the transactions that created rows. */
export class Creations {
  readonly #entries: readonly HistoryEntry[]

  /** The entries of a history, the oldest first. */
  constructor(entries: readonly HistoryEntry[]) {
    this.#entries = entries
  }

  /** The transaction that created a row, as far as the history reaches. */
  of(seq: number): HistoryEntry | undefined {
    const entry = this.latestBefore(seq)
    return entry && seq <= entry.lastSeq ? entry : undefined
  }

  /** The latest transaction that could have created a row, or came before it. */
  latestBefore(seq: number): HistoryEntry | undefined {
    return this.#last(({ firstSeq }) => firstSeq <= seq)
  }

  /** The latest transaction before an instant. */
  latestAt(instant: Millis): HistoryEntry | undefined {
    return this.#last(({ at }) => at < instant)
  }

  /** The transaction whose first change has a number; an empty list if it was evicted. */
  numbered(number: number): readonly HistoryEntry[] {
    const entry = this.#last((each) => each.number <= number)
    return entry?.number === number ? [entry] : []
  }

  /** The last entry for which a condition holds that holds for all entries before it. */
  #last(holds: (entry: HistoryEntry) => boolean): HistoryEntry | undefined {
    let [low, high] = [0, this.#entries.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const entry = this.#entries[middle]
      if (entry && holds(entry)) low = middle + 1
      else high = middle
    }
    return this.#entries[low - 1]
  }
}

/** The number of the last change of a transaction; 0 before the first transaction. */
export function endOf(entry: HistoryEntry | undefined): number {
  return entry ? entry.number + entry.changes.length - 1 : 0
}
