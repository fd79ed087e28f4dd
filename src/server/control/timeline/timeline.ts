import type { ControlQueryOf, ControlSchemas } from '../../../kernel/contract/control.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import { peek } from '../../../kernel/world/tx.ts'
import { readDeliveryTally } from '../../../service/model/deliveries/delivery.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import type { ControlOperations } from '../context.ts'
import { evictedEmails } from '../deliveries/emails.ts'
import { ControlError } from '../errors.ts'
import { instantOrThrow, SHOWN } from '../parameters.ts'
import { tablesIn } from '../words/table-diff.ts'
import { subjectOfJob } from '../words/job-kinds.ts'
import { causeFinder, type Mark, readMarks } from './marks.ts'
import { type Cluster, groupIntoClusters } from './clusters.ts'
import { type GroupedMark, describeGroup, markGrouper, judgeMark, readMarkStatus, summarizeMarks } from './words.ts'

type TimelineFilter = ControlQueryOf<'getTimeline'>
type TimelineEntry = ControlSchemas['TimelineEntry']

export const timelineOperations = {
  getTimeline({ context, handle, query }) {
    context.scheduler.sync(handle)
    const { cluster = 'none', limit = SHOWN, holding, from, to } = query
    const marks = readMarks(handle)
    const matching = marks.all.filter(markTest(query))
    const [begin, end] = windowIn(marks.all, matching, from, to)
    const found = matching.slice(begin, end)
    const causeOf = causeFinder(marks)
    const places = new Map(found.map(({ id }, place) => [id, place]))
    const grouped = found.map(markGrouper(causeOf, (id) => places.get(id)))
    const clusters = groupIntoClusters(grouped, cluster, limit)
    const last = endAround(clusters, limit, holding)
    const shown = clusters.slice(Math.max(0, last - limit), last)
    const holders = indexHolders(shown)
    const count = shown.reduce((sum, { length }) => sum + length, 0)
    const isWindow = from !== undefined || to !== undefined
    return {
      now: isoMillis(handle.world.clock.now),
      entries: shown.map((each) => entryView(handle, each, (mark) => holders.get(causeOf(mark) ?? ''))),
      total: found.length,
      shown: count,
      earlier: clusters[last - shown.length - 1]?.at(-1)?.mark.id ?? matching[begin - 1]?.id ?? null,
      later: (clusters[last]?.[0].mark ?? matching[end])?.id ?? null,
      wider: isWindow ? widerThan(matching, begin, end) : null,
      holder: (holding !== undefined && holders.get(holding)) || null,
      evicted: evictedIn(handle),
    }
  },
} satisfies Partial<ControlOperations>

function markTest({ kinds, group, since, until }: TimelineFilter): (mark: Mark) => boolean {
  const from = since === undefined ? 0 : instantOrThrow('since', since)
  const to = until === undefined ? Number.POSITIVE_INFINITY : instantOrThrow('until', until)
  return (mark) =>
    mark.at >= from &&
    mark.at < to &&
    (kinds === undefined || kinds.includes(mark.kind)) &&
    (group === undefined || group === describeGroup(mark))
}

/** The part of the matching marks between two marks, which need not match themselves. */
function windowIn(
  all: readonly Mark[],
  matching: readonly Mark[],
  from: string | undefined,
  to: string | undefined,
): readonly [number, number] {
  if (from === undefined && to === undefined) return [0, matching.length]
  const places = new Map(all.map(({ id }, place) => [id, place]))
  const placeOf = (name: string, id: string): number => {
    const place = places.get(id)
    if (place !== undefined) return place
    throw new ControlError(
      422,
      `The query parameter ${name}: there is no entry ${id.slice(0, 100)} (any more). Leave it out to see all.`,
    )
  }
  const first = from === undefined ? 0 : placeOf('from', from)
  const last = to === undefined ? all.length : placeOf('to', to)
  const begin = matching.findIndex(({ id }) => (places.get(id) ?? 0) >= first)
  const end = matching.findLastIndex(({ id }) => (places.get(id) ?? 0) <= last) + 1
  return begin === -1 ? [matching.length, matching.length] : [begin, Math.max(begin, end)]
}

function widerThan(matching: readonly Mark[], begin: number, end: number): ControlSchemas['Timeline']['wider'] {
  if (begin === 0 && end === matching.length) return null
  const more = Math.max(1, Math.ceil((end - begin) / 2))
  const [first, last] = [matching[Math.max(0, begin - more)], matching[Math.min(matching.length, end + more) - 1]]
  return first && last ? { from: first.id, to: last.id } : null
}

/** The place after the last cluster to show: the latest are shown, or those around one mark. */
function endAround(clusters: readonly Cluster<GroupedMark>[], limit: number, id: string | undefined): number {
  const { length } = clusters
  const place = id === undefined ? -1 : clusters.findIndex((members) => members.some(({ mark }) => mark.id === id))
  return place === -1 || place >= length - limit ? length : Math.min(length, place + Math.ceil(limit / 2))
}

/** The id of the entry that stands for a mark, by the id of the mark. */
function indexHolders(clusters: readonly Cluster<GroupedMark>[]): ReadonlyMap<string, string> {
  const holders = new Map<string, string>()
  for (const members of clusters) for (const { mark } of members) holders.set(mark.id, members[0].mark.id)
  return holders
}

/** Maximum number of causes of an entry. */
const CAUSES_SHOWN = 100

function entryView(
  handle: WorldHandle,
  cluster: Cluster<GroupedMark>,
  causeOf: (mark: Mark) => string | undefined,
): TimelineEntry {
  const marks = cluster.map(({ mark }) => mark)
  const [{ mark: first }] = cluster
  const last = marks.at(-1) ?? first
  const status = readMarkStatus(first)
  const causes = new Set(marks.flatMap((each) => causeOf(each) ?? []))
  causes.delete(first.id)
  return {
    id: first.id,
    kind: first.kind,
    event: first.number,
    at: isoMillis(first.at),
    until: isoMillis(last.at),
    count: marks.length,
    last: last.id,
    group: describeGroup(first),
    summary: summarizeMarks(handle, cluster),
    outcome: judgeMark(first),
    ...(status === undefined ? {} : { status }),
    faults: [...new Set(marks.flatMap(describeFaults))].slice(0, CAUSES_SHOWN),
    changes: listChangedTables(marks),
    causes: [...causes].slice(0, CAUSES_SHOWN),
    ...(first.kind === 'job' && marks.length === 1 ? { subject: subjectOfJob(first.ran.job.kind, first.ran.job.subject) } : {}),
  }
}

function describeFaults(mark: Mark): readonly string[] {
  if (mark.kind === 'request') {
    const { faults, injected } = mark.call
    if (faults.length > 0) return faults.map(({ id, effect }) => `fault ${id}: ${effect}`)
    return injected ? ['X-Trigger-Error'] : []
  }
  return mark.kind === 'delivery' && mark.delivery.fault_id !== 0 ? [`delivery fault ${mark.delivery.fault_id}`] : []
}

/** Maximum number of members whose changes are counted. */
const COUNTED_MAX = 1_000

function listChangedTables(marks: readonly Mark[]): ControlSchemas['ChangedTable'][] {
  if (marks.length > COUNTED_MAX) return []
  const changes = marks.flatMap((mark) => ('entries' in mark ? mark.entries.flatMap((entry) => entry.changes) : []))
  return tablesIn({ changes })
}

function evictedIn({ world, log: { journal } }: WorldHandle): number {
  const { evicted } = peek(world, readDeliveryTally)
  return journal.evicted + world.history.jobs.evicted + evicted + evictedEmails(world)
}
