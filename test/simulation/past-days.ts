import { expect } from 'vitest'
import { month, startOfDay, day } from '../../src/kernel/support/time.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import { dailyActivity, monthlyGrowth } from '../../src/service/resources/list-reports/activity.ts'
import { lists } from '../../src/service/model/lists/list.ts'

const DAY_S = 86_400

/** The activity and the growth of all lists, with the instant at which they were read. */
export function readHistory(tx: Tx) {
  const all = tx.range(lists.key).all()
  return {
    now: tx.now,
    lists: new Map(all.map((list) => [list.id, { days: dailyActivity(tx, list), months: monthlyGrowth(tx, list) }])),
  }
}

type History = ReturnType<typeof readHistory>

/** Days and months that were over before a step must be the same after it; only days older than 180 may be gone. */
export function expectPastToStay(before: History, after: History): void {
  const today = day(before.now)
  const oldest = day(startOfDay(after.now) - 179 * DAY_S)
  const isPast = (each: { readonly day: string }) => each.day < today && each.day >= oldest
  const isOver = (each: { readonly month: string }) => each.month < month(before.now)
  for (const [id, { days, months }] of after.lists) {
    const earlier = before.lists.get(id)
    if (!earlier) continue
    expect(days.filter(isPast), `activity of ${id}`).toEqual(earlier.days.filter(isPast))
    expect(months.filter(isOver), `growth of ${id}`).toEqual(earlier.months.filter(isOver))
  }
}
