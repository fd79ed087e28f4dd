import type { Millis } from '../support/time.ts'
import type { Row, Table } from './table.ts'

/** What brought a transaction about: a request of a client, a job that fell due, or what somebody did outside of the service. */
export type Cause = { readonly request: string } | { readonly job: string } | { readonly trigger: string }

/** A row that was put in (nothing before), changed, or taken out (nothing after). */
export interface Change {
  readonly table: Table<Row>
  readonly before: Row | undefined
  readonly after: Row | undefined
}

/** What one transaction changed. */
export interface HistoryEntry {
  /** The number of its first change in the world; those of the others follow. */
  readonly number: number
  readonly at: Millis
  readonly cause: Cause | undefined
  readonly changes: readonly Change[]
  /** The chapter before it, as far as that belongs to the same half. */
  readonly earlier: HistoryEntry | undefined
}

/**
 * The latest changes of a world, as a value: two halves, of which the older one goes when the younger one is full. Adding to it
 * costs the same however much it holds, and forks share it.
 */
export interface History {
  readonly younger: HistoryEntry | undefined
  readonly older: HistoryEntry | undefined
  /** How many changes there have been in all, and how many of them stand in the younger half. */
  readonly total: number
  readonly young: number
  /** How many of the first changes are no longer kept. */
  readonly evicted: number
}

/** A world remembers at most so many changes. */
export const CHANGES_MAX = 50_000

const HALF = CHANGES_MAX / 2

export const NO_HISTORY: History = { younger: undefined, older: undefined, total: 0, young: 0, evicted: 0 }

/** A history with what one more transaction changed. Of one that changed very much only the last part is kept. */
export function remember(history: History, at: Millis, cause: Cause | undefined, all: readonly Change[]): History {
  const changes = all.length > HALF ? all.slice(-HALF) : all
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

/** The chapters of a history, the latest first. */
export function* chaptersOf({ younger, older }: History): Generator<HistoryEntry> {
  for (let chapter = younger; chapter; chapter = chapter.earlier) yield chapter
  for (let chapter = older; chapter; chapter = chapter.earlier) yield chapter
}
