import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { grouped } from '../../../kernel/support/grouped.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import { type Change, type HistoryEntry, netChanges } from '../../../kernel/world/history.ts'
import { type JobRow, jobs } from '../../../kernel/world/job.ts'
import type { Row, Table } from '../../../kernel/world/table.ts'
import { peek } from '../../../kernel/world/tx.ts'
import type { DeliveryRow } from '../../../service/model/deliveries/delivery.ts'
import type { EmailRow } from '../../../service/model/emails/email.ts'
import type { Call } from '../../log/call.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { entityOfTable, rowId, readRowField } from '../words/entities.ts'
import { jobIn, subjectOfJob } from '../words/job-kinds.ts'
import { findMade, isSamePhase, type Links } from '../words/links.ts'
import { type WhyStep, Steps } from './steps.ts'

/** What a chain is about, with the transactions that made it, as far as they are known. Only of transactions, all consequences are shown. */
export type ChainSubject = { readonly own: readonly HistoryEntry[] } & (
  | { readonly kind: 'transactions'; readonly call?: Call }
  | { readonly kind: 'row'; readonly row: Row; readonly table: Table<Row> }
  | { readonly kind: 'delivery'; readonly delivery: DeliveryRow }
  | { readonly kind: 'email'; readonly email: EmailRow }
  | { readonly kind: 'job'; readonly job: JobRow }
)

/** A chain, and what it consists of. */
export interface Chain extends Pick<ControlSchemas['Why'], 'chain' | 'chain_omitted'> {
  readonly parts: ChainParts
}

interface ChainParts {
  readonly entries: readonly HistoryEntry[]
  readonly deliveries: readonly DeliveryRow[]
  readonly emails: readonly EmailRow[]
  readonly jobs: readonly JobRow[]
}

const STEPS_MAX = 200

/** A step with its place. Steps are made when they are shown: a batch may have thousands. */
interface PlacedStep {
  readonly make: () => WhyStep | undefined
  readonly depth: number
  readonly isSubject: boolean
}

/** The chain from the first call, trigger or job to a subject, and on to its consequences. `root` is the address of the world's control API. */
export function makeChain(root: string, handle: WorldHandle, links: Links, subject: ChainSubject): Chain {
  const parts = findChainParts(handle, links, subject)
  const placed = placedSteps(new Steps(handle, links), links, subject, parts)
  const chain = placed.slice(0, STEPS_MAX).flatMap(({ make, depth, isSubject }) => {
    const step = make()
    if (!step) return []
    const { at, path, ...rest } = step
    return [{ ...rest, at: isoMillis(at), depth, subject: isSubject, url: `${root}/${path}` }]
  })
  return { chain, chain_omitted: Math.max(placed.length - STEPS_MAX, 0), parts }
}

function findChainParts({ world }: WorldHandle, links: Links, subject: ChainSubject): ChainParts {
  const { own } = subject
  const none = { entries: own, deliveries: [], emails: [], jobs: [] }
  switch (subject.kind) {
    case 'delivery':
      return { ...none, deliveries: [subject.delivery] }
    case 'email':
      return { ...none, emails: [subject.email] }
    case 'job':
      return { ...none, jobs: [subject.job] }
    case 'row': {
      const { row, table } = subject
      const made = findMade(world, links, own, undefined)
      return {
        entries: own,
        deliveries: made.deliveries.filter((each) => namesRow(each, table, row)),
        emails: made.emails.filter((each) => mailNamesRow(each, table, row)),
        jobs: peek(world, (tx) => tx.range(jobs.byDue).all()).filter((each) => isAbout(each, table, row)),
      }
    }
    case 'transactions': {
      const isOwn = new Set(own)
      const entries = links.following((each) => isOwn.has(each)).all
      return { entries, ...findMade(world, links, entries, subject.call) }
    }
  }
}

function isAbout({ kind, subject }: { readonly kind: string; readonly subject: string }, table: Table<Row>, row: Row): boolean {
  const about = subjectOfJob(kind, subject)
  return about.table === table.name && about.id === rowId(table, row)
}

function placedSteps(steps: Steps, links: Links, subject: ChainSubject, parts: ChainParts): readonly PlacedStep[] {
  const placed: PlacedStep[] = []
  const add = (depth: number, make: PlacedStep['make'], isSubject = false): void => void placed.push({ make, depth, isSubject })
  /** The depth of each transaction, and of what it led to. */
  const depths = new Map<number, { readonly own: number; readonly below: number }>()

  const addDelivery = (delivery: DeliveryRow, depth: number): void => {
    add(depth, () => steps.delivery(delivery), subject.kind === 'delivery')
    for (const index of delivery.attempts.keys()) add(depth + 1, () => steps.attempts(delivery)[index])
  }

  const creatorOf = ({ seq }: Row): number => links.creatorOf(seq)?.number ?? UNKNOWN
  const sent = grouped(parts.deliveries, creatorOf)
  const mailed = grouped(parts.emails, creatorOf)
  /** Adds the webhooks and emails of a transaction. */
  const addMade = (number: number, below: number): void => {
    for (const each of sent.get(number) ?? []) addDelivery(each, below)
    for (const each of mailed.get(number) ?? []) add(below, () => steps.email(each), subject.kind === 'email')
  }

  const [first] = subject.own
  let depth = 0
  // Each transaction that led to the subject is shown with the object that the next transaction is about.
  const path = first ? links.pathTo(first) : []
  for (const [place, entry] of path.entries()) {
    add(depth++, () => steps.actor(entry))
    const change = changeBehind(entry, path[place + 1] ?? first)
    if (change) add(depth++, () => steps.change(entry, change))
  }

  if (!first && subject.kind === 'transactions' && subject.call) {
    const { call } = subject
    add(depth++, () => steps.call(call, null), true)
  }
  if (!first && subject.kind === 'delivery') add(depth++, () => steps.causeOf(subject.delivery))

  for (const entry of parts.entries) {
    const scheduler = links.schedulerOf(entry)
    const led = scheduler && depths.get(scheduler.number)
    const own = led ? (isSamePhase(entry, scheduler) ? led.own : led.below) : depth
    const isOwn = subject.own.includes(entry)
    if (entry.cause) add(own, () => steps.actor(entry), isOwn && subject.kind === 'transactions')
    const changes = shownChanges(entry, subject)
    const ofChanges = entry.cause ? own + 1 : own
    for (const change of changes) add(ofChanges, () => steps.change(entry, change), subject.kind === 'row')
    const below = changes.length > 0 ? ofChanges + 1 : ofChanges
    depths.set(entry.number, { own, below })
    addMade(entry.number, below)
  }
  // A webhook may be all that a transaction made, and the history may not reach back to one.
  addMade(UNKNOWN, depth)
  for (const each of parts.jobs) add(depths.get(creatorOf(each))?.below ?? depth, () => steps.job(each), subject.kind === 'job')
  return placed
}

/** The change by which a transaction led to a job: that of the subject of the job. */
function changeBehind(entry: HistoryEntry, next: HistoryEntry | undefined): Change | undefined {
  return next?.cause && 'job' in next.cause ? changeOfSubject(entry, jobIn(next.cause.job)) : undefined
}

function changeOfSubject(
  { changes }: HistoryEntry,
  { kind, subject }: { readonly kind: string; readonly subject: string },
): Change | undefined {
  return netChanges(changes).find((each) => isAbout({ kind, subject }, each.table, chooseChangedRow(each)))
}

/** Stands for the number of a transaction that is not known. */
const UNKNOWN = 0

/** The changed things of a transaction that concern the subject. The progress of a batch is left out, since its operations are steps themselves. */
function shownChanges(entry: HistoryEntry, subject: ChainSubject): readonly Change[] {
  const { changes, cause } = entry
  if (subject.kind === 'job') return [changeOfSubject(entry, subject.job)].filter((each) => each !== undefined)
  const all = netChanges(changes)
  if (subject.kind === 'row') return all.filter((each) => chooseChangedRow(each).seq === subject.row.seq)
  const isOfBatch = cause !== undefined && 'job' in cause && cause.job.startsWith('batches.')
  const things = all.filter(({ table }) => {
    const word = entityOfTable(table)?.word
    return word !== undefined && word !== 'email' && !(isOfBatch && word === 'batch')
  })
  if (subject.kind === 'transactions') return things
  const named = things.filter((each) =>
    subject.kind === 'delivery'
      ? namesRow(subject.delivery, each.table, chooseChangedRow(each))
      : mailNamesRow(subject.email, each.table, chooseChangedRow(each)),
  )
  return named.length > 0 ? named : things
}

function chooseChangedRow({ before, after }: Change): Row {
  return after ?? before ?? NO_ROW
}

const NO_ROW: Row = { seq: 0 }

/** Whether a webhook is about a row. Ids of orders, products and customers are chosen by applications, so equal texts mean nothing. */
function namesRow({ event, list_id, payload }: DeliveryRow, { name: table }: Pick<Table<Row>, 'name'>, row: Row): boolean {
  const data: unknown = payload['data']
  if (typeof data !== 'object' || data === null) return false
  const isIn = (field: string, ...members: string[]): boolean => {
    const value = readRowField(row, field)
    return value !== undefined && value !== '' && members.some((member) => Reflect.get(data, member) === value)
  }
  if (table === 'lists') return isIn('id', 'list_id')
  if (table === 'batches') return event === 'batch_operation_completed' && isIn('id', 'id')
  if (table === 'campaigns') return isIn('id', event === 'campaign' ? 'id' : 'campaign_id')
  if (table === 'members' && readRowField(row, 'list_id') !== list_id) return false
  return isIn('unique_email_id', 'id', 'new_id') || isIn('email_address', 'email', 'new_email', 'old_email')
}

/** Whether an email is about a row. */
function mailNamesRow(
  { to, mailing_id, journey, notification }: EmailRow,
  { name: table }: Pick<Table<Row>, 'name'>,
  row: Row,
): boolean {
  const id = readRowField(row, 'id')
  if (table === 'campaigns' || table === 'automation_emails') return id === mailing_id
  if (table === 'journeys') return journey !== undefined && id === journey.id
  if (table === 'orders') return id === notification?.order_id && readRowField(row, 'store_id') === notification?.store_id
  return readRowField(row, 'email_address') === to
}
