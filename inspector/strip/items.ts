import type { Schemas } from '../../src/kit/client/contract.ts'
import { formatCount } from '../../src/kernel/support/words.ts'
import type { TableWords } from '../tables.ts'
import type { Tone } from '../tone.ts'

type TimelineEntry = Schemas['TimelineEntry']

/** The rows of the chart, from top to bottom. */
export const LANES = ['calls', 'faults', 'changes', 'triggers', 'jobs', 'webhooks', 'emails'] as const

export type Lane = (typeof LANES)[number]

/** Parameters of the address of a page. */
type Target = Readonly<Record<string, string | undefined>>

/** Something on the timeline: an entry of the past, or a pending job. */
export interface Item {
  /** The id of the entry. A pending job keeps its id when it has run. */
  readonly key: string
  /** The id of the last of several that it stands for. */
  readonly last: string
  readonly lane: Lane
  /** The first and the last instant in milliseconds, in the time of the world. */
  readonly at: number
  readonly until: number
  /** Number of things that it stands for. */
  readonly count: number
  readonly tone: Tone
  readonly words: string
  readonly isAhead: boolean
  /** What it changed, in words; empty if nothing. */
  readonly changes: string
  readonly faults: readonly string[]
  /** The keys of its causes. */
  readonly causes: readonly string[]
  readonly status?: number | null
  /** The page with its details. */
  readonly to?: Target
  /** What its members have in common. */
  readonly group?: string
}

/** The latest items of a world, and its next jobs. */
export interface Timeline extends Omit<Schemas['Timeline'], 'now' | 'entries'> {
  readonly now: number
  /** In the order of events; pending jobs in the order in which they fall due. */
  readonly items: readonly Item[]
  /** Number of pending jobs, and when the last one falls due. */
  readonly pending: number
  readonly pendingUntil: string | null
}

const LANE_OF: { readonly [Kind in TimelineEntry['kind']]: Lane } = {
  request: 'calls',
  job: 'jobs',
  trigger: 'triggers',
  change: 'changes',
  delivery: 'webhooks',
  email: 'emails',
}

export function kindsIn(lanes: readonly Lane[]): TimelineEntry['kind'][] {
  return (Object.keys(LANE_OF) as TimelineEntry['kind'][]).filter((kind) => lanes.includes(LANE_OF[kind]))
}

const TONES: { readonly [Outcome in TimelineEntry['outcome']]: Tone } = {
  ok: 'good',
  refused: 'warn',
  failed: 'bad',
  none: 'plain',
}

function chooseEntryTone({ kind, outcome }: TimelineEntry): Tone {
  if (outcome !== 'none') return TONES[outcome]
  return kind === 'job' || kind === 'trigger' ? 'violet' : kind === 'email' || kind === 'change' ? 'accent' : 'plain'
}

export function makeItem(entry: TimelineEntry, words: TableWords): Item {
  const { id, last, kind, at, until, count, summary, causes, faults, group, status, subject } = entry
  const own = id.slice(id.indexOf(':') + 1)
  const page = { request: 'requests', delivery: 'webhooks', email: 'emails' }[kind as string]
  const to: Target | undefined =
    count > 1
      ? { page: 'timeline', from: id, to: last, group }
      : page
        ? { page, id: own.split(':')[0] }
        : subject && { page: 'state', table: subject.table, id: subject.id }
  return {
    key: id,
    last,
    lane: LANE_OF[kind],
    at: Date.parse(at),
    until: Date.parse(until),
    count,
    tone: chooseEntryTone(entry),
    words: summary,
    isAhead: false,
    changes: changesInWords(entry.changes, words),
    faults,
    causes,
    group,
    ...(status === undefined ? {} : { status }),
    ...(to ? { to } : {}),
  }
}

/** The rows that were changed, in words: `Members +1`. Emails have a lane of their own. */
function changesInWords(changes: TimelineEntry['changes'], words: TableWords): string {
  return changes
    .filter(({ table }) => table !== 'emails' && !words(table).internal)
    .map(({ table, added, removed, changed }) => {
      const counts = [added && `+${added}`, removed && `−${removed}`, changed && `~${changed}`]
      return `${words(table).title} ${counts.filter(Boolean).join(' ')}`
    })
    .join(', ')
}

/** The item of a pending job. */
export function itemOfJob({ id, due_at, kind, summary, subject, cause }: Schemas['Job']): Item {
  const isDelivery = kind.startsWith('deliveries.')
  const at = Date.parse(due_at)
  return {
    key: `job:${id}`,
    last: `job:${id}`,
    lane: isDelivery ? 'webhooks' : 'jobs',
    at,
    until: at,
    count: 1,
    tone: isDelivery ? 'warn' : 'violet',
    words: summary,
    isAhead: true,
    changes: '',
    faults: [],
    causes: isDelivery ? [`delivery:${subject.id}`] : cause.request === undefined ? [] : [`request:${cause.request}`],
    to: isDelivery ? { page: 'webhooks', id: subject.id } : { page: 'state', table: subject.table, id: subject.id },
  }
}

/** The keys of an item, of its causes and of its consequences. */
export function relatedTo(items: readonly Item[], selected: string): ReadonlySet<string> {
  const causes = new Map(items.map((each) => [each.key, each.causes]))
  const effects = new Map<string, string[]>()
  for (const { key, causes: all } of items) for (const each of all) effects.set(each, [...(effects.get(each) ?? []), key])
  const related = new Set<string>()
  const add = (key: string, next: ReadonlyMap<string, readonly string[]>): void => {
    const waiting = [key]
    const seen = new Set<string>()
    for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
      if (seen.has(each)) continue
      seen.add(each)
      related.add(each)
      waiting.push(...(next.get(each) ?? []))
    }
  }
  add(selected, causes)
  add(selected, effects)
  return related
}

/** What the part of a timeline is called that is shown: `latest 400 of 3,120`. Empty if everything is shown. */
export function partInWords({ shown, total }: Pick<Timeline, 'shown' | 'total'>): string {
  return shown < total ? `latest ${formatCount(shown)} of ${formatCount(total)}` : ''
}

/** The pending jobs in words: `40 jobs until 2027-01-12`. */
export function pendingInWords({ pending, pendingUntil }: Pick<Timeline, 'pending' | 'pendingUntil'>): string {
  return `${formatCount(pending, 'job')} until ${(pendingUntil ?? '').slice(0, 10)}`
}
