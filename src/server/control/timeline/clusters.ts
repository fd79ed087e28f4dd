import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../../kernel/support/units-of-time.ts'
import type { Millis } from '../../../kernel/support/time.ts'

/** Something that can be shown as one entry with others that are alike. */
export interface Clustered {
  readonly at: Millis
  /** What happens in other lanes does not end a run: a call and its webhook alternate. */
  readonly lane: string
  /** The number of its group: equal for things of one kind about one object. */
  readonly group: number
  /** The place of its cause among the things, if its cause is one of them. */
  readonly cause: number | undefined
  /** Whether it changed something, and whether it depends on whatever was changed before it, as calls do. */
  readonly writes: boolean
  readonly sees: boolean
}

/** How things become entries: each alone; or, if there are more than the limit, neighbours that are alike together, or as many as the limit requires. */
type Clustering = 'none' | 'runs' | 'fit'

/** Things that are shown as one entry, in order. It stands at the place of the first one. */
export type Cluster<T> = readonly [T, ...T[]]

/** Shortest run of neighbours that becomes one entry. */
const RUN_MIN = 4

/** Spans of time in which things that are alike become one entry, the shortest first. */
const SPANS: readonly Millis[] = [MINUTE_MS, HOUR_MS, DAY_MS, 7 * DAY_MS, 30 * DAY_MS, 90 * DAY_MS]

/** Numbers of parts of equal length, for things that happened within a minute: the clock of their world may be frozen. */
const PARTS = [32, 16, 8, 4] as const

/** Puts things that are alike together. The clusters are in the order of their first members, and nothing stands before what it depends on. */
export function groupIntoClusters<T extends Clustered>(things: readonly T[], how: Clustering, limit: number): Cluster<T>[] {
  if (how === 'none' || things.length <= limit) return things.map((thing) => [thing])
  const runs = findRuns(things)
  if (how === 'runs' || runs.length <= limit) return runs
  const [first, last] = [things[0]?.at ?? 0, things.at(-1)?.at ?? 0]
  const ways: readonly ((thing: T, place: number) => number)[] =
    last - first < MINUTE_MS
      ? PARTS.map((parts) => (_, place) => Math.floor((place * parts) / things.length))
      : SPANS.map(
          (span) =>
            ({ at }) =>
              Math.floor(at / span),
        )
  let found = runs
  for (const bucket of ways) {
    const keyOf = (thing: T, place: number): number => bucket(thing, place) * GROUPS_MAX + thing.group
    if ((found = gather(things, keyOf, { isFinal: true }).map(({ members }) => members)).length <= limit) break
  }
  return found
}

/** More groups than a world has. */
const GROUPS_MAX = 2 ** 20

/** Neighbours in a lane that are alike, as long as they are of one day. Short runs are taken apart. */
function findRuns<T extends Clustered>(things: readonly T[]): Cluster<T>[] {
  const latest = new Map<string, { readonly thing: T; readonly run: number }>()
  const keyOf = (thing: T, place: number): number => {
    const before = latest.get(thing.lane)
    const isSame = before?.thing.group === thing.group && dayOf(before.thing) === dayOf(thing)
    const run = isSame ? before.run : place
    latest.set(thing.lane, { thing, run })
    return run
  }
  return gather(things, keyOf, { isFinal: false })
    .flatMap(({ members, places }) =>
      members.length < RUN_MIN
        ? members.map((each, index): { place: number; members: Cluster<T> } => ({ place: places[index] ?? 0, members: [each] }))
        : [{ place: places[0] ?? 0, members }],
    )
    .toSorted((a, b) => a.place - b.place)
    .map(({ members }) => members)
}

function dayOf({ at }: Clustered): number {
  return Math.floor(at / DAY_MS)
}

interface Gathered<T> {
  readonly members: [T, ...T[]]
  readonly places: number[]
}

/**
 * Puts things with one key together, unless one would then stand before what it depends on. In clusters that are not final, every thing may
 * later stand at its own place again.
 */
function gather<T extends Clustered>(
  things: readonly T[],
  keyOf: (thing: T, place: number) => number,
  { isFinal }: { readonly isFinal: boolean },
): Gathered<T>[] {
  const found: Gathered<T>[] = []
  const open = new Map<number, Gathered<T>>()
  const holders: Gathered<T>[] = []
  const standsAt = (place: number): number => (isFinal ? (holders[place]?.places[0] ?? place) : place)
  /** The place of the change that stands last. */
  let change: number | undefined
  for (const [place, thing] of things.entries()) {
    const key = keyOf(thing, place)
    let cluster = open.get(key)
    const [begin = 0] = cluster?.places ?? []
    const isBefore = (each: number | undefined): boolean =>
      each === undefined || holders[each] === cluster || standsAt(each) < begin
    if (cluster && isBefore(thing.cause) && (!thing.sees || isBefore(change))) {
      cluster.members.push(thing)
      cluster.places.push(place)
    } else {
      cluster = { members: [thing], places: [place] }
      open.set(key, cluster)
      found.push(cluster)
    }
    holders.push(cluster)
    if (thing.writes && (change === undefined || standsAt(place) >= standsAt(change))) change = place
  }
  return found
}
