import type { Seconds } from '../../support/time.ts'
import type { Range } from '../../world/range.ts'
import type { Row } from '../../world/table.ts'
import { pageOf } from '../page.ts'
import type { Place } from './cursor.ts'

/** What contacts can be ordered by. */
export type Field = 'created_at' | 'last_changed'

/** Instants after the one and not after the other; null where there is no bound. */
export interface Window {
  readonly since: Seconds | null
  readonly before: Seconds | null
}

/** What is asked for, whatever the page. */
export interface Question {
  readonly field: Field
  readonly direction: 'ASC' | 'DESC'
  readonly windows: { readonly [Each in Field]: Window }
}

interface Dated extends Row {
  readonly created_at: Seconds
  readonly last_changed: Seconds
}

/** Of a range in the order of the field: the first rows behind a place, and how many rows are asked for in all. */
export function search<R extends Dated>(
  range: Range<R>,
  { field, direction, windows }: Question,
  behind: Place | undefined,
  count: number,
): { readonly first: readonly R[]; readonly total: number } {
  const { since, before } = windows[field]
  const start = since === null ? 0 : range.countWhile((row) => row[field] <= since)
  const end = before === null ? range.count : range.countWhile((row) => row[field] <= before)
  const asked = range.part(start, end)
  const rest = behind ? partBehind(asked, field, direction, behind) : asked
  const keep = filterOf(windows, field === 'created_at' ? 'last_changed' : 'created_at')
  if (!keep) return { first: pageOf(rest, { offset: 0, count }, direction), total: asked.count }
  return { first: firstOf(rest, direction, keep, count), total: countOf(asked, keep) }
}

function partBehind<R extends Dated>(
  range: Range<R>,
  field: Field,
  direction: Question['direction'],
  { value, seq }: Place,
): Range<R> {
  if (direction === 'ASC') {
    const passed = range.countWhile((row) => row[field] < value || (row[field] === value && row.seq <= seq))
    return range.part(passed, range.count)
  }
  const ahead = range.countWhile((row) => row[field] < value || (row[field] === value && row.seq < seq))
  return range.part(0, ahead)
}

/** The window of the other field has no order to be read from: each row is looked at. */
function filterOf(windows: Question['windows'], field: Field): ((row: Dated) => boolean) | undefined {
  const { since, before } = windows[field]
  if (since === null && before === null) return undefined
  return (row) => (since === null || row[field] > since) && (before === null || row[field] <= before)
}

/** So many rows are read before it is asked whether they are enough. */
const STRETCH = 1_000

function firstOf<R>(range: Range<R>, direction: Question['direction'], keep: (row: R) => boolean, count: number): R[] {
  const first: R[] = []
  for (let offset = 0; offset < range.count && first.length < count; offset += STRETCH) {
    first.push(...pageOf(range, { offset, count: STRETCH }, direction).filter(keep))
  }
  return first.slice(0, count)
}

function countOf<R>(range: Range<R>, keep: (row: R) => boolean): number {
  let total = 0
  range.each((row) => {
    if (keep(row)) total++
  })
  return total
}
