import type { Range } from '../world/range.ts'

/** What every collection can be asked for. */
export interface Paging {
  readonly count: number
  readonly offset: number
}

/** A stretch of a range. `DESC` begins at the end. */
export function pageOf<R>(range: Range<R>, { count, offset }: Paging, direction: 'ASC' | 'DESC' = 'ASC'): R[] {
  return direction === 'DESC' ? range.sliceFromEnd(offset, count) : range.slice(offset, count)
}

/** A stretch of rows that are at hand already. */
export function sliceOf<R>(rows: readonly R[], { count, offset }: Paging): R[] {
  return rows.slice(offset, offset + count)
}

/** Whether an instant lies strictly between two bounds; a bound that was not given does not count. */
export function within(at: number, since: number | undefined, before: number | undefined): boolean {
  return (since === undefined || at > since) && (before === undefined || at < before)
}
