import type { Range } from '../../../kernel/world/range.ts'
import type { Paging } from '../../model/requests/paging.ts'

/** A page of a range. `DESC` begins at the end. */
export function selectPage<R>(range: Range<R>, { count, offset }: Paging, direction: 'ASC' | 'DESC' = 'ASC'): R[] {
  return direction === 'DESC' ? range.sliceFromEnd(offset, count) : range.slice(offset, count)
}

/** A page of an array. */
export function slicePage<R>(rows: readonly R[], { count, offset }: Paging): R[] {
  return rows.slice(offset, offset + count)
}

/** A page of an array of which everything is answered by default. */
export function selectPart<R>(
  rows: readonly R[],
  { count = rows.length, offset }: { readonly count?: number | undefined; readonly offset: number },
): R[] {
  return slicePage(rows, { count, offset })
}

/** Whether an instant lies strictly between two bounds. A missing bound does not count. */
export function isWithin(at: number, since: number | undefined, before: number | undefined): boolean {
  return (since === undefined || at > since) && (before === undefined || at < before)
}
