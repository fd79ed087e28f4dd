import type { Millis } from '../support/time.ts'
import type { Row, Table } from './table.ts'

/** The cause of a transaction: a request of a client, a job that fell due, or a trigger from outside of the service. */
export type Cause = { readonly request: string } | { readonly job: string } | { readonly trigger: string }

/** A row that was inserted (no `before`), changed, or removed (no `after`). */
export interface Change {
  readonly table: Table<Row>
  readonly before: Row | undefined
  readonly after: Row | undefined
}

/** The changes of one transaction. */
export interface HistoryEntry {
  /** The number of its first change in the world. The other changes are numbered consecutively. */
  readonly number: number
  readonly at: Millis
  readonly cause: Cause | undefined
  readonly changes: readonly Change[]
  /** The entry before it, if it belongs to the same half. */
  readonly earlier: HistoryEntry | undefined
}

/**
 * The latest changes of a world, as a value. It has two halves: when the younger half is full, the older one is dropped. Appending
 * takes constant time, and forks share the history.
 */
export interface History {
  readonly younger: HistoryEntry | undefined
  readonly older: HistoryEntry | undefined
  /** The number of all changes so far, and of those in the younger half. */
  readonly total: number
  readonly young: number
  /** The number of the oldest changes that have been evicted. */
  readonly evicted: number
}

/** Maximum number of changes in the history of a world. */
export const CHANGES_MAX = 50_000

const HALF = CHANGES_MAX / 2

export const NO_HISTORY: History = { younger: undefined, older: undefined, total: 0, young: 0, evicted: 0 }

/** Appends the changes of a transaction to a history. Of a very large transaction, only the last changes are kept. */
export function remember(history: History, at: Millis, cause: Cause | undefined, all: readonly Change[]): History {
  // A copy has no room for further changes, unlike the array that they were pushed to.
  const changes = all.length > HALF ? all.slice(-HALF) : all.slice()
  const total = history.total + all.length
  const number = total - changes.length + 1
  if (history.young + changes.length <= HALF) {
    const younger = { number, at, cause, changes, earlier: history.younger }
    const evicted = history.evicted + all.length - changes.length
    return { ...history, younger, total, young: history.young + changes.length, evicted }
  }
  const younger = { number, at, cause, changes, earlier: undefined }
  const older = history.younger
  return { younger, older, total, young: changes.length, evicted: total - changes.length - history.young }
}

/** The entries of a history, the latest first. */
export function* historyEntries({ younger, older }: History): Generator<HistoryEntry> {
  for (let historyEntry = younger; historyEntry; historyEntry = historyEntry.earlier) yield historyEntry
  for (let historyEntry = older; historyEntry; historyEntry = historyEntry.earlier) yield historyEntry
}
