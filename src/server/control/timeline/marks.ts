import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { grouped } from '../../../kernel/support/grouped.ts'
import type { Millis } from '../../../kernel/support/time.ts'
import { type HistoryEntry, type RanJob, ranJobs } from '../../../kernel/world/history.ts'
import { peek } from '../../../kernel/world/tx.ts'
import { type Attempt, deliveries, type DeliveryRow } from '../../../service/model/deliveries/delivery.ts'
import { type EmailRow, emails } from '../../../service/model/emails/email.ts'
import type { Call } from '../../log/call.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { Links, deliveryEntry, jobEntry, Makers } from '../words/links.ts'
import type { JobRow } from '../../../kernel/world/job.ts'

/** The happening behind a mark. */
type MarkSource =
  | { readonly kind: 'request'; readonly call: Call; readonly entries: readonly HistoryEntry[] }
  | { readonly kind: 'job'; readonly ran: RanJob; readonly entries: readonly HistoryEntry[] }
  | { readonly kind: 'trigger' | 'change'; readonly entry: HistoryEntry; readonly entries: readonly HistoryEntry[] }
  | { readonly kind: 'delivery'; readonly delivery: DeliveryRow; readonly attempt: Attempt | undefined; readonly index: number }
  | { readonly kind: 'email'; readonly email: EmailRow }

/** Something that happened in a world, with its place in the order of events. */
export type Mark = MarkSource & MarkPlace & { readonly id: string; readonly at: Millis }

/** A place in the order of events. Marks of one place are in the order of time, of their ranks, and of `order`. */
interface MarkPlace {
  /** The number of its first change, or of the latest change before it. */
  readonly number: number
  /** A transaction comes before the emails and webhooks that it created, and these before happenings without changes. */
  readonly part: 'itself' | 'created' | 'later'
  readonly order: number
}

type MarkKind = ControlSchemas['TimelineEntry']['kind']

/** What happened in a world, in the order of events. */
export interface Marks {
  readonly all: readonly Mark[]
  readonly links: Links
  readonly makers: Makers
}

/** Reads what happened in a world. The order is that of the numbers of changes, never of real time. */
export function readMarks({ world, log: { journal } }: WorldHandle): Marks {
  const links = new Links(world)
  const calls = journal.all()
  const byRequest = grouped(links.entries, ({ cause }) => (cause && 'request' in cause ? cause.request : undefined))
  const makers = new Makers(calls)
  const entriesOf = ({ id, historyEntry }: Call): readonly HistoryEntry[] =>
    byRequest.get(id) ?? (historyEntry === undefined ? NONE : beginningAt(historyEntry, links))
  const isUnclaimed = ({ cause, job }: HistoryEntry): boolean =>
    !job && !(cause && 'request' in cause && makers.calls.has(cause.request))
  const [sent, emailed] = peek(world, (tx) => [tx.range(deliveries.key).all(), tx.range(emails.key).all()])
  const all: Mark[] = [
    ...callMarks(calls, entriesOf),
    ...[...ranJobs(world.history)].toReversed().flatMap((ran) => jobMark(ran, links)),
    ...links.entries.filter(isUnclaimed).map(entryMark),
    ...sent.filter(({ event }) => event !== 'validation').flatMap((delivery) => deliveryMarks(delivery, links)),
    ...emailed.map((email) => emailMark(email, links)),
  ]
  return { all: all.toSorted(compareMarks), links, makers }
}

const NONE: readonly never[] = []

/** The transaction whose first change has a number; an empty list if it was evicted. */
function beginningAt(number: number, links: Links): readonly HistoryEntry[] {
  const entry = links.withChange(number)
  return entry?.number === number ? [entry] : NONE
}

const PARTS: { readonly [Part in MarkPlace['part']]: number } = { itself: 0, created: 1, later: 2 }

/** Jobs of an instant run before the calls of that instant. */
const RANKS: { readonly [Kind in MarkKind]: number } = { job: 0, delivery: 1, email: 1, request: 2, trigger: 2, change: 2 }

function compareMarks(a: Mark, b: Mark): number {
  return (
    a.number - b.number ||
    PARTS[a.part] - PARTS[b.part] ||
    (a.part === 'later' ? a.at - b.at : 0) ||
    RANKS[a.kind] - RANKS[b.kind] ||
    a.order - b.order
  )
}

/** Calls are in the order of their changes; a call without changes comes after the changes that it could see. */
function callMarks(calls: readonly Call[], entriesOf: (call: Call) => readonly HistoryEntry[]): Mark[] {
  const marks: Mark[] = []
  // A restored snapshot takes changes back: the calls before it stay before the calls after it.
  let seen = Number.POSITIVE_INFINITY
  for (let index = calls.length - 1; index >= 0; index--) {
    const call = calls[index]
    if (!call) continue
    seen = Math.min(seen, call.changesBefore)
    const entries = entriesOf(call)
    const [first] = entries
    const place = first ? ({ number: first.number, part: 'itself' } as const) : ({ number: seen, part: 'later' } as const)
    marks.push({ kind: 'request', id: `request:${call.id}`, call, entries, at: call.at, order: call.number, ...place })
  }
  return marks.toReversed()
}

function jobMark(ran: RanJob, links: Links): readonly Mark[] {
  const { job, at, number, isChange } = ran
  const id = jobEntry(job)
  if (id === undefined) return NONE
  const entries = isChange ? beginningAt(number, links) : NONE
  return [{ kind: 'job', id, ran, entries, at, number, part: isChange ? 'itself' : 'later', order: job.id }]
}

function entryMark(entry: HistoryEntry): Mark {
  const { cause, number, at } = entry
  const kind = cause && 'trigger' in cause ? 'trigger' : 'change'
  return { kind, id: `${kind}:${number}`, entry, entries: [entry], at, number, part: 'itself', order: 0 }
}

function deliveryMarks(delivery: DeliveryRow, links: Links): readonly Mark[] {
  const { id, seq, created_at, attempts } = delivery
  const created = links.creatorOf(seq)
  const mark = (attempt: Attempt | undefined, index: number): Mark => {
    const at = attempt?.at ?? created_at
    const place = at !== created_at ? afterChangesBefore(at, links) : created ? createdBy(created) : latestBefore(seq, links)
    return { kind: 'delivery', id: deliveryEntry(id, index), delivery, attempt, index, at, order: seq, ...place }
  }
  return attempts.length === 0 ? [mark(undefined, 0)] : attempts.map(mark)
}

function emailMark(email: EmailRow, links: Links): Mark {
  const { id, seq, at } = email
  const created = links.creatorOf(seq)
  const place = created ? createdBy(created) : latestBefore(seq, links)
  return { kind: 'email', id: `email:${id}`, email, at: created?.at ?? at * 1000, order: seq, ...place }
}

function createdBy({ number }: HistoryEntry): Pick<MarkPlace, 'number' | 'part'> {
  return { number, part: 'created' }
}

/** The place of a row whose transaction made no changes that are kept. */
function latestBefore(seq: number, links: Links): Pick<MarkPlace, 'number' | 'part'> {
  return { number: findLastNumber(links.latestBefore(seq)), part: 'later' }
}

/** The place of an attempt that was not made at once. */
function afterChangesBefore(at: Millis, links: Links): Pick<MarkPlace, 'number' | 'part'> {
  return { number: findLastNumber(links.latestAt(at)), part: 'later' }
}

/** The number of the last change of a transaction; 0 before the first transaction. */
function findLastNumber(entry: HistoryEntry | undefined): number {
  return entry ? entry.number + entry.changes.length - 1 : 0
}

/** Creates a function that finds the id of the mark that caused a mark. */
export function causeFinder({ links, makers }: Marks): (mark: Mark) => string | undefined {
  return (mark) => {
    switch (mark.kind) {
      case 'request': {
        const [entry] = mark.entries
        return mark.call.via === 'batch' && entry?.job ? causeOfJob(entry.job) : undefined
      }
      case 'job':
        return causeOfJob(mark.ran.job)
      case 'delivery': {
        const { seq, id, cause } = mark.delivery
        if (mark.index > 0) return deliveryEntry(id)
        const entry = links.creatorOf(seq)
        return entry ? makers.entryOf(entry) : cause && 'request' in cause ? `request:${cause.request}` : undefined
      }
      case 'email': {
        const entry = links.creatorOf(mark.email.seq)
        return entry && makers.entryOf(entry)
      }
      default:
        return undefined
    }
  }

  function causeOfJob(job: JobRow): string | undefined {
    const entry = links.starterOf(job)
    return entry && makers.entryOf(entry)
  }
}
