import { emailConsents } from '../resources/contacts/email-consent.ts'
import { smsChannels } from '../resources/contacts/sms-channel.ts'
import { events } from '../resources/events/event.ts'
import { notes } from '../resources/notes/note.ts'
import { segments, taggings } from '../resources/segments/segment.ts'
import { chaptersOf, type Change } from '../world/history.ts'
import type { Row, Table } from '../world/table.ts'
import { peek } from '../world/tx.ts'
import type { World } from '../world/world.ts'
import { fieldOf, textOf } from './why-entities.ts'
import { cut, type FieldChange } from './why-fields.ts'

/** What a member has in rows of its own: which field it is of his, and what it says. */
interface Part {
  readonly table: Table<Row>
  readonly field: (row: Row) => string
  readonly value: (row: Row, nameOfTag: (id: unknown) => string) => string
}

const parts: readonly Part[] = [
  { table: taggings, field: () => 'tags', value: (row, nameOfTag) => nameOfTag(fieldOf(row, 'segment_id')) },
  { table: notes, field: (row) => `notes.${textOf(row, 'id')}`, value: (row) => cut(textOf(row, 'note')) },
  { table: events, field: () => 'events', value: (row) => textOf(row, 'name') },
  { table: emailConsents, field: () => 'email_consent', value: (row) => textOf(row, 'status') },
  { table: smsChannels, field: () => 'sms_phone_number', value: (row) => `${textOf(row, 'phone')} (${textOf(row, 'consent')})` },
]

const byTable = new Map(parts.map((part) => [part.table, part]))

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
  for (const { changes } of chaptersOf(world.history)) {
    const change = changes.find(({ table, before, after }) => table === segments && fieldOf(after ?? before ?? NONE, 'id') === id)
    const row = change?.before ?? change?.after
    if (row) return textOf(row, 'name')
  }
  return String(id)
}

const NONE: Row = { seq: 0 }
