import type { Timeline, TimelineItem } from './items.ts'

/** The positions of the items on the axis, and the labelled instants below. */
export interface Axis {
  /** Horizontal positions by key, from 0 to 1. */
  readonly at: ReadonlyMap<string, number>
  readonly now: number
  readonly ticks: readonly { readonly at: number; readonly instant: number }[]
}

/** The share of the axis that is reserved for pending items. */
const AHEAD = 0.3

/** Room of a written instant in pixels. */
const TICK_WIDTH = 72

/**
 * Lays items out in the order of time. The axis is not to scale: items of the same instant stand side by side, except that a part
 * stands below its cause, and a gap grows with the logarithm of its length. So a burst of calls can be told apart, and a day without
 * any does not squeeze everything else. `width` is that of the axis in pixels.
 */
export function axisOf({ now, items }: Timeline, width: number): Axis {
  const room = TICK_WIDTH / Math.max(width, TICK_WIDTH)
  const keys = new Set(items.map(({ key }) => key))
  const isWithCause = ({ isPart = false, cause }: TimelineItem): boolean => isPart && cause !== undefined && keys.has(cause)
  const past = items.filter((item) => !item.isAhead && !isWithCause(item))
  const ahead = items.filter(({ isAhead }) => isAhead)
  const end = ahead.length > 0 ? 1 - AHEAD : 0.94
  const at = new Map<string, number>()
  const ticks: { at: number; instant: number }[] = []
  place([...past.map((each) => each.at), now], 0.01, end)
  place([now, ...ahead.map((each) => each.at)], end, 0.97)
  for (const item of items) if (isWithCause(item)) at.set(item.key, at.get(item.cause ?? '') ?? end)
  return { at, now: end, ticks }

  function place(instants: readonly number[], from: number, to: number): void {
    const isPast = to === end
    const entries = isPast ? past : ahead
    const weights = instants.slice(1).map((each, index) => weightOf(each - (instants[index] ?? each)))
    const sum = weights.reduce((all, each) => all + each, 0)
    // A few things stand close together instead of far apart.
    const unit = Math.min((to - from) / Math.max(sum, 1), 0.05)
    let position = isPast ? to - sum * unit : from
    for (const [index, entry] of entries.entries()) {
      if (!isPast) position += (weights[index] ?? 0) * unit
      at.set(entry.key, position)
      const last = ticks.at(-1)
      const isNew = last === undefined || Math.floor(last.instant / 1_000) !== Math.floor(entry.at / 1_000)
      const isFree = isNew && (last === undefined || position - last.at > room) && position < 1 - room / 2
      if (isFree) ticks.push({ at: position, instant: entry.at })
      if (isPast) position += (weights[index] ?? 0) * unit
    }
  }
}

function weightOf(ms: number): number {
  return ms <= 0 ? 0.5 : 1 + Math.log10(1 + ms / 1_000)
}
