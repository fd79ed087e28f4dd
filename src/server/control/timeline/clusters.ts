import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../../kernel/support/units-of-time.ts'
import type { Millis } from '../../../kernel/support/time.ts'

/** Something that can be shown as one entry with others that are alike. */
export interface Clustered {
  readonly at: Millis
  /** What happens in other lanes does not end a run: a call and its webhook alternate. */
  readonly lane: string
  /** The number of its group: equal for things of one kind about one object. */
  readonly group: number
  /** Equal for things of one kind. */
  readonly kindGroup: number
}

/** How things become entries: each alone, neighbours that are alike together, or as many together as the limit requires. */
export type Clustering = 'none' | 'runs' | 'fit'

/** Things that are shown as one entry, in order. `by` is what they have in common. */
export interface Cluster<T> {
  readonly members: readonly [T, ...T[]]
  readonly by: 'group' | 'kindGroup'
}

/** Shortest run of neighbours that becomes one entry. */
const RUN_MIN = 4

/** Up to this number, things are shown one by one. */
const FEW = 12

/** Spans of time in which things that are alike become one entry, the shortest first. */
const SPANS: readonly (readonly [Millis, Cluster<never>['by']])[] = [
  [MINUTE_MS, 'group'],
  [HOUR_MS, 'group'],
  [DAY_MS, 'group'],
  [DAY_MS, 'kindGroup'],
  [7 * DAY_MS, 'kindGroup'],
  [30 * DAY_MS, 'kindGroup'],
  [90 * DAY_MS, 'kindGroup'],
]

/** Numbers of parts of equal length, for things that happened within a minute: the clock of their world may be frozen. */
const PARTS = [32, 16, 8, 4] as const

/** Puts things that are alike together. The clusters are in the order of their first members. */
export function groupIntoClusters<T extends Clustered>(things: readonly T[], how: Clustering, limit: number): Cluster<T>[] {
  if (how === 'none' || (how === 'fit' && things.length <= FEW)) return things.map(alone)
  const runs = runsOf(things)
  if (how === 'runs' || runs.length <= limit) return runs
  const [first, last] = [things[0]?.at ?? 0, things.at(-1)?.at ?? 0]
  const ways =
    last - first < MINUTE_MS
      ? PARTS.map((parts) => bucketsOf(things, (_, index) => Math.floor((index * parts) / things.length), 'group'))
      : SPANS.map(([span, by]) => bucketsOf(things, ({ at }) => Math.floor(at / span), by))
  let found = runs
  for (const clusters of ways) if ((found = clusters()).length <= limit) break
  return found
}

function alone<T>(thing: T): Cluster<T> {
  return { members: [thing], by: 'group' }
}

/** Neighbours in a lane that are alike, as long as they are of one day. */
function runsOf<T extends Clustered>(things: readonly T[]): Cluster<T>[] {
  const runs: [T, ...T[]][] = []
  const latest = new Map<string, [T, ...T[]]>()
  for (const each of things) {
    const run = latest.get(each.lane)
    if (run && run[0].group === each.group && dayOf(run[0]) === dayOf(each)) run.push(each)
    else {
      const begun: [T, ...T[]] = [each]
      latest.set(each.lane, begun)
      runs.push(begun)
    }
  }
  const places = new Map(things.map((each, place) => [each, place]))
  return runs
    .flatMap((members) => (members.length < RUN_MIN ? members.map(alone) : [{ members, by: 'group' as const }]))
    .toSorted((a, b) => (places.get(a.members[0]) ?? 0) - (places.get(b.members[0]) ?? 0))
}

function dayOf({ at }: Clustered): number {
  return Math.floor(at / DAY_MS)
}

/** More groups than a world has. */
const GROUPS_MAX = 2 ** 20

/** Things of one bucket that are alike. */
function bucketsOf<T extends Clustered>(
  things: readonly T[],
  bucket: (thing: T, index: number) => number,
  by: Cluster<T>['by'],
): () => Cluster<T>[] {
  return () => {
    const found = new Map<number, [T, ...T[]]>()
    for (const [index, each] of things.entries()) {
      const key = bucket(each, index) * GROUPS_MAX + each[by]
      const members = found.get(key)
      if (members) members.push(each)
      else found.set(key, [each])
    }
    return [...found.values()].map((members) => ({ members, by }))
  }
}
