import type { Schemas } from './contract.ts'
import { cutText } from '../../kernel/support/words.ts'

/** Maximum line width of messages. */
const COLUMNS = 98

/** Rows with aligned columns, cut to the width of a terminal. */
export function aligned(rows: readonly (readonly string[])[], indent = '  '): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => {
    const handles = row.map((handle, column) => handle.padEnd(widths[column] ?? 0))
    return cutText(indent + handles.join('  ').trimEnd(), COLUMNS)
  })
}

/** Number of equal characters shown before the first difference. */
const SAME_SHOWN = 8

/** Cuts two different texts so that their difference stays visible. */
export function cutBoth(one: string, other: string, length: number): [string, string] {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const from = same < length - 1 ? 0 : same - SAME_SHOWN
  const cutOne = (text: string): string =>
    text.length <= length ? text : cutText(from === 0 ? text : `…${text.slice(from)}`, length)
  return [cutOne(one), cutOne(other)]
}

/** Formats a time span. */
export function span(given: string | number): string {
  return typeof given === 'number' ? `${given} ms` : given
}

/** Formats a filter: `event subscribe, list_id aaaaaaaaaa`. */
export function describeFilter(filter: object): string {
  return Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')
}

/** What became of a delivery: `answered 500, next at 2026-01-15T09:05:00.000Z`. */
export function describeProgress({ attempts, reason, next_attempt_at: next }: Partial<Schemas['Delivery']>): string {
  const last = attempts?.at(-1)
  const outcome = last?.response ? `answered ${last.response.status}` : (last?.error ?? reason)
  return [outcome, next && `next at ${next}`].filter(Boolean).join(', ')
}
