import { expect } from 'vitest'
import { makeItem } from '../../../inspector/strip/items.ts'
import { layOutAxis } from '../../../inspector/strip/axis.ts'
import { listTimelineRows } from '../../../inspector/pages/timeline/rows.ts'
import type { Answered, Body } from '../../mock.ts'

type Call = (line: string) => Promise<Pick<Answered, 'body'>>

const WAYS = [
  ['none', 1_000],
  ['runs', 10],
  ['fit', 40],
  ['fit', 10],
  ['fit', 3],
] as const

/**
 * The law of order: in the answers of the timeline, in the list and in the chart of the inspector, no effect stands before its cause, and no
 * call before a change that it could see.
 */
export async function expectEffectsAfterCauses(call: Call): Promise<void> {
  const { entries: all } = (await call('GET /_control/timeline?limit=1000')).body
  for (const [cluster, limit] of WAYS) {
    const { entries, now, ...rest } = (await call(`GET /_control/timeline?cluster=${cluster}&limit=${limit}`)).body
    const places = new Map<string, number>(entries.map(({ id }: Body, place: number) => [id, place]))
    const items = entries.map((entry: Body) => makeItem(entry, (title) => ({ title, internal: false, place: 0 })))
    const timeline = { ...rest, now: Date.parse(now), items, pending: 0, pendingUntil: null }
    const rows = listTimelineRows(timeline, false).flatMap((row) => (row.kind === 'item' ? [row.id] : []))
    const { at } = layOutAxis(items, [], Date.parse(now), 1_000)
    for (const { id, causes, group, last } of entries) {
      for (const cause of causes) {
        // Comparisons without a matcher: there are very many.
        const isAfter =
          (places.get(cause) ?? Infinity) < (places.get(id) ?? -1) &&
          rows.indexOf(cause) > rows.indexOf(id) &&
          (at.get(cause) ?? Infinity) <= (at.get(id) ?? -1)
        if (!isAfter) expect.fail(`${group} (${id} to ${last}) stands before its cause ${cause}, ${cluster} ${limit}`)
      }
    }
    if (rest.earlier !== null) continue
    const holders = holdersIn(entries, all)
    let change = -1
    for (const { id, kind, changes } of all) {
      const place = places.get(holders.get(id) ?? '') ?? -1
      if (kind === 'request' && change > place) expect.fail(`${id} stands before a change that it could see, ${cluster} ${limit}`)
      if (changes.length > 0) change = Math.max(change, place)
    }
  }
}

/** The entry that stands for each thing: of those of its group, the last one that begins before it. */
function holdersIn(entries: readonly Body[], all: readonly Body[]): ReadonlyMap<string, string> {
  const begun = new Set(entries.map(({ id }) => id))
  const latest = new Map<string, string>()
  const holders = new Map<string, string>()
  for (const { id, group } of all) {
    if (begun.has(id)) latest.set(group, id)
    holders.set(id, latest.get(group) ?? '')
  }
  return holders
}
