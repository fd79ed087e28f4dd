import { emailConsents } from '../../resources/contacts/consent.ts'
import { smsChannels } from '../../resources/contacts/sms-channel.ts'
import { events } from '../../resources/events/event.ts'
import { notes } from '../../resources/notes/note.ts'
import { segments, taggings } from '../../resources/segments/segment.ts'
import type { Millis } from '../../support/time.ts'
import { type Cause, type Change, type HistoryEntry, historyEntries } from '../../world/history.ts'
import type { Row, Table } from '../../world/table.ts'
import { peek } from '../../world/tx.ts'
import type { World } from '../../world/world.ts'
import { type Entity, fieldOf, textOf } from './entities.ts'
import { cut, differences, type FieldChange } from './fields.ts'
import type { Placed } from './thing.ts'

/** What a member has in rows of its own: which field it is of his, and what it says. */
interface Part {
  readonly table: Table<Row>
  readonly field: (row: Row) => string
  readonly value: (row: Row, nameOfTag: (id: unknown) => string) => string
}

const partTables: readonly Part[] = [
  { table: taggings, field: () => 'tags', value: (row, nameOfTag) => nameOfTag(fieldOf(row, 'segment_id')) },
  { table: notes, field: (row) => `notes.${textOf(row, 'id')}`, value: (row) => cut(textOf(row, 'note')) },
  { table: events, field: () => 'events', value: (row) => textOf(row, 'name') },
  { table: emailConsents, field: () => 'email_consent', value: (row) => textOf(row, 'status') },
  { table: smsChannels, field: () => 'sms_phone_number', value: (row) => `${textOf(row, 'phone')} (${textOf(row, 'consent')})` },
]

const byTable = new Map(partTables.map((part) => [part.table, part]))

/** Whether a change is one of what a member has in rows of its own. */
export function isPartOf({ table, before, after }: Change, contact_id: string): boolean {
  const row = after ?? before
  return row !== undefined && byTable.has(table) && fieldOf(row, 'contact_id') === contact_id
}

/** What changed of what a member has in rows of its own. What was taken out and put in again is one change. */
export function partChanges(world: World, changes: readonly Change[]): FieldChange[] {
  const nameOfTag = (id: unknown): string => tagName(world, id)
  const found: { field: string; from: string | null; to: string | null }[] = []
  for (const { table, before, after } of changes) {
    const part = byTable.get(table)
    const row = after ?? before
    if (!part || !row) continue
    const field = part.field(row)
    const [from, to] = [before, after].map((each) => (each ? part.value(each, nameOfTag) : null)) as [
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

/** The name of the static segment that a tag is, whether it is there or was. */
function tagName(world: World, id: unknown): string {
  const tag = peek(world, (tx) => tx.first(segments.byId, { id: Number(id) }))
  if (tag) return tag.name
  for (const { changes } of historyEntries(world.history)) {
    const change = changes.find(({ table, before, after }) => table === segments && fieldOf(after ?? before ?? NONE, 'id') === id)
    const row = change?.before ?? change?.after
    if (row) return textOf(row, 'name')
  }
  return String(id)
}

const NONE: Row = { seq: 0 }

/** What one transaction did to a thing. */
export interface HistoryStep {
  readonly event: number
  readonly at: Millis
  readonly cause: Cause | undefined
  readonly change: 'created' | 'changed' | 'deleted'
  readonly changed: readonly FieldChange[]
  /** The transaction as a whole. */
  readonly chapter: HistoryEntry
}

/** What became of a thing, as far as it is remembered: the latest deeds, oldest first, and how many more there were. */
export interface HistorySteps {
  readonly deeds: readonly HistoryStep[]
  readonly omitted: number
  /** Its creation, if that is remembered. */
  readonly began: HistoryStep | undefined
}

/** So many are told of one thing. */
const DEEDS_MAX = 200

/** What became of a thing. */
export function deedsOf(world: World, entity: Entity, { row }: Placed): HistorySteps {
  const contact_id = entity.word === 'member' || entity.word === 'contact' ? textOf(row, 'contact_id') : ''
  const touching = touchingOf(world, entity, row.seq, contact_id)
  const deeds: HistoryStep[] = []
  let looked = 0
  for (const each of touching) {
    if (deeds.length >= DEEDS_MAX) break
    deeds.push(...deedOf(world, each))
    looked++
  }
  const earliest = touching.at(-1)
  const [first] = earliest ? deedOf(world, earliest) : []
  return {
    deeds: deeds.toReversed(),
    omitted: touching.length - looked,
    began: first?.change === 'created' ? first : undefined,
  }
}

/** What a transaction changed of one thing. */
interface Touching {
  readonly chapter: HistoryEntry
  readonly event: number
  readonly own: readonly Change[]
  readonly parts: readonly Change[]
}

/** The transactions that had to do with a thing, the latest first. */
function touchingOf({ history }: World, { tables }: Entity, seq: number, contact_id: string): Touching[] {
  const found: Touching[] = []
  for (const chapter of historyEntries(history)) {
    const isOwn = ({ table, before, after }: Change): boolean => (after ?? before)?.seq === seq && tables.includes(table)
    const isPart = (change: Change): boolean => contact_id !== '' && isPartOf(change, contact_id)
    const first = chapter.changes.findIndex((change) => isOwn(change) || isPart(change))
    if (first === -1) continue
    const own = chapter.changes.filter(isOwn)
    found.push({ chapter, event: chapter.number + first, own, parts: chapter.changes.filter(isPart) })
  }
  return found
}

function deedOf(world: World, { chapter, event, own, parts }: Touching): HistoryStep[] {
  const { at, cause } = chapter
  const [first, last] = [own[0], own.at(-1)]
  const [before, after] = [first?.before, last?.after]
  // What came and went within one transaction was never there for anybody.
  if (own.length > 0 && !before && !after) return []
  const table: Table<Row> | undefined = last?.table
  const fields = table ? differences(table, before, after) : []
  const changed = [...fields, ...partChanges(world, parts)]
  if (changed.length === 0) return []
  const change = own.length === 0 || (before && after) ? 'changed' : after ? 'created' : 'deleted'
  return [{ event, at, cause, change, changed, chapter }]
}
