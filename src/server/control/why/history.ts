import { emailConsents, smsChannels } from '../../../service/model/contacts/contact.ts'
import { events } from '../../../service/model/events/event.ts'
import { notes } from '../../../service/model/notes/note.ts'
import { segments, taggings } from '../../../service/model/segments/segment.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { type Millis, isoMillis } from '../../../kernel/support/time.ts'
import { type Cause, type Change, type HistoryEntry, historyEntries } from '../../../kernel/world/history.ts'
import type { Row, Table } from '../../../kernel/world/table.ts'
import { peek } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import { type TableRow, describeThing } from '../words/describe-thing.ts'
import { type Entity, readRowField, fieldText } from '../words/entities.ts'
import { cut, differences, type FieldChange, type KnownSecrets } from '../words/fields.ts'
import { upperFirst } from '../../../kernel/support/words.ts'
import type { CauseDescriber } from '../words/cause.ts'

/** Data of a member in a table of its own, with the name of its field and its value. */
interface Part {
  readonly table: Table<Row>
  readonly field: (row: Row) => string
  readonly value: (row: Row, nameOfTag: (id: unknown) => string) => string
}

const partTables: readonly Part[] = [
  { table: taggings, field: () => 'tags', value: (row, nameOfTag) => nameOfTag(readRowField(row, 'segment_id')) },
  { table: notes, field: (row) => `notes.${fieldText(row, 'id')}`, value: (row) => fieldText(row, 'note') },
  { table: events, field: () => 'events', value: (row) => fieldText(row, 'name') },
  { table: emailConsents, field: () => 'email_consent', value: (row) => fieldText(row, 'status') },
  {
    table: smsChannels,
    field: () => 'sms_phone_number',
    value: (row) => `${fieldText(row, 'phone')} (${fieldText(row, 'consent')})`,
  },
]

const byTable = new Map(partTables.map((part) => [part.table, part]))

/** Whether a change affects data that a member has in other tables. */
function isPartOf({ table, before, after }: Change, contact_id: string): boolean {
  const row = after ?? before
  return row !== undefined && byTable.has(table) && readRowField(row, 'contact_id') === contact_id
}

/** Changes of the data that a member has in other tables. A row that was removed and added again is one change. */
function partChanges(world: WorldState, secrets: KnownSecrets, changes: readonly Change[]): FieldChange[] {
  const nameOfTag = (id: unknown): string => tagName(world, id)
  const found: { field: string; from: string | null; to: string | null }[] = []
  for (const { table, before, after } of changes) {
    const part = byTable.get(table)
    const row = after ?? before
    if (!part || !row) continue
    const field = part.field(row)
    const [from, to] = [before, after].map((each) => (each ? cut(secrets.hide(part.value(each, nameOfTag))) : null)) as [
      string | null,
      string | null,
    ]
    const last = found.at(-1)
    const continues = last?.field === field && last.to === from && table !== taggings && table !== events
    if (last && continues) last.to = to
    else found.push({ field, from, to })
  }
  return found.filter(({ from, to }) => from !== to)
}

/** The name of a tag's static segment, which may have been deleted. */
function tagName(world: WorldState, id: unknown): string {
  const tag = peek(world, (tx) => tx.first(segments.byId, { id: Number(id) }))
  if (tag) return tag.name
  for (const { changes } of historyEntries(world.history)) {
    const change = changes.find(
      ({ table, before, after }) => table === segments && readRowField(after ?? before ?? NONE, 'id') === id,
    )
    const row = change?.before ?? change?.after
    if (row) return fieldText(row, 'name')
  }
  return String(id)
}

const NONE: Row = { seq: 0 }

/** The change of a thing by one transaction. */
interface HistoryStep {
  readonly event: number
  readonly at: Millis
  readonly cause: Cause | undefined
  readonly change: 'created' | 'changed' | 'deleted'
  readonly changed: readonly FieldChange[]
  readonly historyEntry: HistoryEntry
}

/** The remembered history of a thing: its latest steps, oldest first, and the number of earlier ones. */
interface HistorySteps {
  readonly steps: readonly HistoryStep[]
  readonly omitted: number
  /** Its creation, if the history reaches back to it. */
  readonly creation: HistoryStep | undefined
}

const STEPS_MAX = 200

export function thingHistory({ world, log: { secrets } }: WorldHandle, entity: Entity, { row }: TableRow): HistorySteps {
  const contact_id = entity.word === 'member' || entity.word === 'contact' ? fieldText(row, 'contact_id') : ''
  const transactions = findTransactions(world, entity, row.seq, contact_id)
  const steps: HistoryStep[] = []
  let included = 0
  for (const each of transactions) {
    if (steps.length >= STEPS_MAX) break
    steps.push(...makeHistorySteps(world, secrets, each))
    included++
  }
  const earliest = transactions.at(-1)
  const [first] = earliest ? makeHistorySteps(world, secrets, earliest) : []
  return {
    steps: steps.toReversed(),
    omitted: transactions.length - included,
    creation: first?.change === 'created' ? first : undefined,
  }
}

/** The changes that a transaction made to one thing. */
interface TransactionOfThing {
  readonly historyEntry: HistoryEntry
  readonly event: number
  readonly own: readonly Change[]
  readonly parts: readonly Change[]
}

/** The transactions that changed a thing, latest first. */
function findTransactions({ history }: WorldState, { tables }: Entity, seq: number, contact_id: string): TransactionOfThing[] {
  const found: TransactionOfThing[] = []
  for (const historyEntry of historyEntries(history)) {
    const isOwn = ({ table, before, after }: Change): boolean => (after ?? before)?.seq === seq && tables.includes(table)
    const isPart = (change: Change): boolean => contact_id !== '' && isPartOf(change, contact_id)
    const first = historyEntry.changes.findIndex((change) => isOwn(change) || isPart(change))
    if (first === -1) continue
    const own = historyEntry.changes.filter(isOwn)
    found.push({ historyEntry, event: historyEntry.number + first, own, parts: historyEntry.changes.filter(isPart) })
  }
  return found
}

function makeHistorySteps(
  world: WorldState,
  secrets: KnownSecrets,
  { historyEntry, event, own, parts }: TransactionOfThing,
): HistoryStep[] {
  const { at, cause } = historyEntry
  const [first, last] = [own[0], own.at(-1)]
  const [before, after] = [first?.before, last?.after]
  // A row created and deleted within one transaction was never visible.
  if (own.length > 0 && !before && !after) return []
  const table: Table<Row> | undefined = last?.table
  const fields = table ? differences(secrets, table, before, after) : []
  const changed = [...fields, ...partChanges(world, secrets, parts)]
  if (changed.length === 0) return []
  const change = own.length === 0 || (before && after) ? 'changed' : after ? 'created' : 'deleted'
  return [{ event, at, cause, change, changed, historyEntry }]
}

/** A thing that exists or existed, and its history. */
export interface KnownThing {
  readonly entity: Entity
  readonly thing: TableRow
  readonly exists: boolean
  /** Whether it no longer has the requested id. */
  readonly byOldId: boolean
  readonly isPlanted: boolean
  readonly history: HistorySteps
}

/** The history of a thing in a few sentences. */
export function historySummary(handle: WorldHandle, known: KnownThing, describe: CauseDescriber): string {
  const { exists, isPlanted, history, entity, thing } = known
  const name = describeThing(handle, entity, thing)
  const last = history.steps.at(-1)
  const when = (step: HistoryStep): string => `${describe(step.historyEntry)} ${VERBS[step.change]} it`
  const begun = history.creation
    ? `${upperFirst(when(history.creation))} at ${isoMillis(history.creation.at)}`
    : isPlanted
      ? `The scenario ${handle.world.scenario} created it`
      : 'What created it is no longer known'
  if (!exists) {
    const gone = last?.change === 'deleted' ? `${when(last)} at ${isoMillis(last.at)}` : 'what deleted it is no longer known'
    return `${upperFirst(name)} is gone: ${gone}. ${begun}.`
  }
  const status = readRowField(thing.row, 'status')
  const state = typeof status === 'string' ? `is ${status}` : 'exists'
  const since = !last || last === history.creation || (last.change === 'created' && history.steps.length === 1)
  const changed =
    since || !last ? 'nothing has changed it since' : `${describe(last.historyEntry)} changed it last, at ${isoMillis(last.at)}`
  const explained = entity.explain?.(thing.row)
  return [`${upperFirst(name)} ${state}. ${begun}; ${changed}.`, explained].filter(Boolean).join(' ')
}

const VERBS = { created: 'created', changed: 'changed', deleted: 'deleted' } as const
