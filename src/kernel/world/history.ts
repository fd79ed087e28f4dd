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

/** A change of a row of a table whose type is known. */
interface ChangeIn<R extends Row> extends Change {
  readonly before: R | undefined
  readonly after: R | undefined
}

export function isChangeIn<R extends Row>(table: Table<R>, change: Change): change is ChangeIn<R> {
  return change.table === table
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

/** A job that ran. Jobs outlast their changes in the history, since they take less memory. */
export interface RanJob {
  readonly job: JobRow
  readonly at: Millis
  /** The number of its first change; of a job without changes, the number of the latest change before it. */
  readonly number: number
  readonly isChange: boolean
  /** The previous job, if both are in the same half. */
  readonly earlier: RanJob | undefined
}

/** The latest jobs that ran in a world, in two halves like the history. */
export interface RanJobs {
  readonly younger: RanJob | undefined
  readonly older: RanJob | undefined
  /** Number of jobs in the younger half. */
  readonly young: number
  readonly evicted: number
}

/**
 * The latest changes of a world, as a value. It has two halves: when the younger half is full, the older one is dropped. Appending
 * takes constant time.
 */
export interface History {
  readonly younger: HistoryEntry | undefined
  readonly older: HistoryEntry | undefined
  /** The number of all changes so far, and of the changes in the younger half. */
  readonly total: number
  readonly young: number
  /** The number of the oldest changes that have been evicted. */
  readonly evicted: number
  readonly jobs: RanJobs
}

/** Maximum number of changes in the history of a world. */
export const CHANGES_MAX = 50_000

/** Maximum number of jobs in the history of a world. */
export const RAN_JOBS_MAX = 50_000

const HALF = CHANGES_MAX / 2

const NO_JOBS: RanJobs = { younger: undefined, older: undefined, young: 0, evicted: 0 }

export const NO_HISTORY: History = { younger: undefined, older: undefined, total: 0, young: 0, evicted: 0, jobs: NO_JOBS }

/** A history that begins after all changes of another one. Changes keep their numbers. */
export function emptyHistoryAfter(total: number): History {
  return { ...NO_HISTORY, total, evicted: total }
}

/** A transaction, as it is appended to a history. */
type Remembered = Omit<HistoryEntry, 'number' | 'earlier'>

/** Appends a transaction to a history: its job, if it ran one, and its changes of remembered tables. Objects are not spread: long advances append most. */
export function remember(history: History, transaction: Remembered): History {
  const { job, at, changes: all } = transaction
  const changes = all.every(isRemembered) ? all : all.filter(isRemembered)
  if (changes.length === 0 && !job) return history
  const jobs = job ? withJob(history, job, at, changes.length) : history.jobs
  if (changes.length > 0) return withChanges(history, jobs, transaction, changes)
  const { younger, older, total, young, evicted } = history
  return { younger, older, total, young, evicted, jobs }
}

function isRemembered({ table }: Change): boolean {
  return table.declared.remembered !== false
}

function withJob({ jobs, total }: History, job: JobRow, at: Millis, changed: number): RanJobs {
  const isFull = jobs.young >= RAN_JOBS_MAX / 2
  const number = changed === 0 ? total : total + Math.max(changed - HALF, 0) + 1
  const younger = { job, at, number, isChange: changed > 0, earlier: isFull ? undefined : jobs.younger }
  if (!isFull) return { younger, older: jobs.older, young: jobs.young + 1, evicted: jobs.evicted }
  return { younger, older: jobs.younger, young: 1, evicted: jobs.evicted + (jobs.older ? RAN_JOBS_MAX / 2 : 0) }
}

/** Of a very large transaction, only the last changes are kept. */
function withChanges(history: History, jobs: RanJobs, transaction: Remembered, all: readonly Change[]): History {
  const { at, cause, job, omissions, firstSeq, lastSeq } = transaction
  // A copy has no room for further changes, unlike the array that they were pushed to.
  const changes = all.length > HALF ? all.slice(-HALF) : all.slice()
  const total = history.total + all.length
  const number = total - changes.length + 1
  const isFull = history.young + changes.length > HALF
  const earlier = isFull ? undefined : history.younger
  const younger = { number, at, cause, job, changes, omissions, firstSeq, lastSeq, earlier }
  if (isFull) {
    const evicted = total - changes.length - history.young
    return { younger, older: history.younger, total, young: changes.length, evicted, jobs }
  }
  const evicted = history.evicted + all.length - changes.length
  return { younger, older: history.older, total, young: history.young + changes.length, evicted, jobs }
}

/** The entries of a history, the latest first. */
export function* historyEntries({ younger, older }: History): Generator<HistoryEntry> {
  for (let historyEntry = younger; historyEntry; historyEntry = historyEntry.earlier) yield historyEntry
  for (let historyEntry = older; historyEntry; historyEntry = historyEntry.earlier) yield historyEntry
}

/** The jobs that ran, the latest first. */
export function* ranJobs({ jobs: { younger, older } }: History): Generator<RanJob> {
  for (let ran = younger; ran; ran = ran.earlier) yield ran
  for (let ran = older; ran; ran = ran.earlier) yield ran
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
