import type { Millis } from '../support/time.ts'
import type { JobRow } from './job.ts'
import type { Row, Table } from './table.ts'

/** The cause of a transaction: a request of a client, a job that fell due, or a trigger from outside of the service. */
export type Cause = { readonly request: string } | { readonly job: string } | { readonly trigger: string }

/** A row that was inserted (no `before`), changed, or removed (no `after`). */
export interface Change {
  readonly table: Table<Row>
  readonly before: Row | undefined
  readonly after: Row | undefined
}

/** Something that a transaction left undone, with the reason. Resources define the codes. */
export interface Omission {
  readonly code: string
}

/** The changes of one transaction. */
export interface HistoryEntry {
  /** The number of its first change in the world. The other changes are numbered consecutively. */
  readonly number: number
  readonly at: Millis
  readonly cause: Cause | undefined
  /** The job that ran in the transaction. The cause may be another one, such as a trigger of the scenario's timeline. */
  readonly job: JobRow | undefined
  readonly changes: readonly Change[]
  readonly omissions: readonly Omission[]
  /** The rows that the transaction created, in any table, have a `seq` from `firstSeq` to `lastSeq`, which is smaller if there are none. */
  readonly firstSeq: number
  readonly lastSeq: number
  /** The previous entry, if both are in the same half. */
  readonly earlier: HistoryEntry | undefined
}

/**
 * The latest changes of a world, as a value. It has two halves: when the younger half is full, the older one is dropped. Appending
 * takes constant time, and forks share the history.
 */
export interface History {
  readonly younger: HistoryEntry | undefined
  readonly older: HistoryEntry | undefined
  /** The number of all changes so far, and of the changes in the younger half. */
  readonly total: number
  readonly young: number
  /** The number of the oldest changes that have been evicted. */
  readonly evicted: number
}

/** Maximum number of changes in the history of a world. */
export const CHANGES_MAX = 50_000

const HALF = CHANGES_MAX / 2

export const NO_HISTORY: History = { younger: undefined, older: undefined, total: 0, young: 0, evicted: 0 }

/** A transaction, as it is appended to a history. */
type Remembered = Omit<HistoryEntry, 'number' | 'earlier'>

/** Appends a transaction to a history. Of a very large one, only the last changes are kept. */
export function remember(history: History, transaction: Remembered): History {
  const { at, cause, job, changes: all, omissions, firstSeq, lastSeq } = transaction
  // A copy has no room for further changes, unlike the array that they were pushed to.
  const changes = all.length > HALF ? all.slice(-HALF) : all.slice()
  const total = history.total + all.length
  const number = total - changes.length + 1
  if (history.young + changes.length <= HALF) {
    const younger = { number, at, cause, job, changes, omissions, firstSeq, lastSeq, earlier: history.younger }
    const evicted = history.evicted + all.length - changes.length
    return { younger, older: history.older, total, young: history.young + changes.length, evicted }
  }
  const younger = { number, at, cause, job, changes, omissions, firstSeq, lastSeq, earlier: undefined }
  const older = history.younger
  return { younger, older, total, young: changes.length, evicted: total - changes.length - history.young }
}

/** The entries of a history, the latest first. */
export function* historyEntries({ younger, older }: History): Generator<HistoryEntry> {
  for (let historyEntry = younger; historyEntry; historyEntry = historyEntry.earlier) yield historyEntry
  for (let historyEntry = older; historyEntry; historyEntry = historyEntry.earlier) yield historyEntry
}

/** The net change of each row, given its changes in order. */
export function netChanges(changes: readonly Change[]): Change[] {
  const net = new Map<string, Change>()
  for (const change of changes) {
    const key = `${change.table.number}/${(change.after ?? change.before)?.seq}`
    const earlier = net.get(key)
    net.set(key, earlier ? { ...change, before: earlier.before } : change)
  }
  return [...net.values()].filter(({ before, after }) => before !== after)
}
