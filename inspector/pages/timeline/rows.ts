import { formatDate } from '../../format.ts'
import { type Item, pendingInWords, type Timeline } from '../../strip/items.ts'

/** A row of the list: what is pending, now, and the past from the latest entry on. */
export type Row =
  | { readonly kind: 'future'; readonly id: string; readonly words: string; readonly next: Item | undefined }
  | { readonly kind: 'day'; readonly id: string; readonly at: number }
  | { readonly kind: 'now'; readonly id: string }
  | { readonly kind: 'item'; readonly id: string; readonly item: Item }
  | { readonly kind: 'later'; readonly id: string }
  | { readonly kind: 'earlier'; readonly id: string; readonly to: string }

/** So few pending jobs are always shown. */
const FEW = 3

/** The rows of a timeline. Pending jobs stand above now, the nearest first; they are collapsed, unless they are few. */
export function listTimelineRows(timeline: Timeline, isOpen: boolean): readonly Row[] {
  const { now, items, pending, earlier, later } = timeline
  const ahead = items.filter(({ isAhead }) => isAhead)
  const past = items.filter(({ isAhead }) => !isAhead)
  const rows: Row[] = []
  const isCollapsible = pending > FEW
  if (isCollapsible) rows.push({ kind: 'future', id: 'future', words: pendingInWords(timeline), next: ahead[0] })
  const add = (at: number, row: Row): void => {
    const day = `day ${formatDate(at)}`
    // Things can stand for several days, and a restored snapshot turns the time back.
    if (day !== lastDay) rows.push({ kind: 'day', id: `${day} ${rows.length}`, at })
    lastDay = day
    rows.push(row)
  }
  let lastDay = ''
  if (isOpen || !isCollapsible) for (const item of ahead) add(item.at, { kind: 'item', id: item.key, item })
  add(now, { kind: 'now', id: 'now' })
  if (later !== null) rows.push({ kind: 'later', id: 'later' })
  for (const item of past.toReversed()) add(item.at, { kind: 'item', id: item.key, item })
  if (earlier !== null) rows.push({ kind: 'earlier', id: 'earlier', to: earlier })
  return rows
}

export function hasSeveralDays(rows: readonly Row[]): boolean {
  return rows.filter(({ kind }) => kind === 'day').length > 1
}

/** The bounds of the half of the past items around one of them, or of the later half. */
export function halfAround(
  past: readonly Item[],
  key: string | undefined,
): { readonly from: string; readonly to: string } | undefined {
  const size = Math.ceil(past.length / 2)
  const place = past.findIndex((each) => each.key === key)
  const begin = Math.min(Math.max((place === -1 ? past.length : place) - Math.floor(size / 2), 0), past.length - size)
  const [first, last] = [past[begin], past[begin + size - 1]]
  return first && last ? { from: first.key, to: last.last } : undefined
}
