import { formatDate, formatTime } from '../format.ts'
import type { Item } from './items.ts'

/** Something to place on the axis. */
export type PlacedItem = Pick<Item, 'key' | 'at' | 'lane' | 'count'>

/** The positions of items on the axis in pixels, and the labels below. */
export interface Axis {
  readonly at: ReadonlyMap<string, number>
  readonly now: number
  readonly ticks: readonly Label[]
  /** The first item of each day, if there are several days. */
  readonly days: readonly Label[]
}

interface Label {
  readonly x: number
  readonly text: string
}

/** The share of the axis that is reserved for pending items, at most. */
const AHEAD = 0.3

/** Room of a written instant in pixels, and of a date. */
const TICK_WIDTH = 64
const DAY_WIDTH = 76

/** Least distance of two items of different lanes, and largest distance of two items of one instant. */
const STEP = 6
const STEP_MAX = 34

/** Room at both ends. */
const EDGE = 12

/** Width of a mark: a number needs room. */
export function widthOfMark({ count }: Pick<Item, 'count'>): number {
  return count === 1 ? 11 : 14 + 6.5 * compact(count).length
}

/** A number in at most four characters: `1.3k`. */
export function compact(count: number): string {
  if (count < 1_000) return String(count)
  return count < 9_950 ? `${(count / 1_000).toFixed(1)}k` : `${Math.round(count / 1_000)}k`
}

/**
 * Lays items out in their order. The axis is not to scale: items of one instant stand side by side, and a gap grows with the logarithm of
 * its length. So a burst of calls can be told apart, and a day without any does not squeeze everything else.
 */
export function layOutAxis(past: readonly PlacedItem[], ahead: readonly PlacedItem[], now: number, width: number): Axis {
  const at = new Map<string, number>()
  const aheadX = spread([{ key: '', at: now, lane: 'calls', count: 1 }, ...ahead], Math.max(width * AHEAD, 1)).slice(1)
  const room = ahead.length === 0 ? EDGE * 4 : Math.max((aheadX.at(-1) ?? 0) + EDGE, Math.min(width * AHEAD, ahead.length * 160))
  const end = width - room
  const pastX = spread([...past, { key: '', at: now, lane: 'calls', count: 1 }], end - EDGE)
  const shift = end - (pastX.at(-1) ?? 0)
  for (const [index, { key }] of past.entries()) at.set(key, (pastX[index] ?? 0) + shift)
  for (const [index, { key }] of ahead.entries()) at.set(key, end + (aheadX[index] ?? 0))
  const days = new Set([...past, { at: now }, ...ahead].map((each) => formatDate(each.at)))
  const labels = (textOf: (item: PlacedItem) => string, least: number): Label[] => {
    const found: Label[] = []
    let before = ''
    for (const item of [...past, ...ahead]) {
      const [x, text] = [at.get(item.key) ?? 0, textOf(item)]
      if (text !== before && x - (found.at(-1)?.x ?? -Infinity) >= least && x < width - least / 2) found.push({ x, text })
      before = text
    }
    return found
  }
  return {
    at,
    now: end,
    ticks: labels((item) => formatTime(item.at), TICK_WIDTH),
    days: days.size > 1 ? labels((item) => formatDate(item.at), DAY_WIDTH) : [],
  }
}

/** Whether the marks of a lane need more room than there is. */
export function isCrowded(items: readonly PlacedItem[], room: number): boolean {
  const needed = new Map<string, number>()
  for (const item of items) needed.set(item.lane, (needed.get(item.lane) ?? 0) + widthOfMark(item) + 1)
  return [...needed.values()].some((width) => width > room)
}

/** Positions of items from 0 on, within a room. They are squeezed only if there is no other way. */
function spread(items: readonly PlacedItem[], room: number): number[] {
  const place = (stretch: number): number[] => {
    const ends = new Map<string, number>()
    let x = 0
    let before: PlacedItem | undefined
    return items.map((item) => {
      const half = widthOfMark(item) / 2
      const step = before ? STEP + stretch * measureGap(item.at - before.at) : half
      x = Math.max(x + step, (ends.get(item.lane) ?? -half) + half + 1)
      ends.set(item.lane, x + half)
      before = item
      return x
    })
  }
  const least = place(0)
  const sum = items.reduce((all, item, index) => all + measureGap(item.at - (items[index - 1] ?? item).at), 0)
  const found = place(Math.min(Math.max(room - (least.at(-1) ?? 0), 0) / Math.max(sum, 1), STEP_MAX))
  const last = found.at(-1) ?? 0
  return last > room ? found.map((x) => (x * room) / last) : found
}

function measureGap(ms: number): number {
  return ms <= 0 ? 0.5 : 1 + Math.log10(1 + ms / 1_000)
}
