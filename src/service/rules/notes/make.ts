import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { isUnchangedBy } from '../../../kernel/support/objects.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { freshNumber } from '../../../kernel/world/fresh-id.ts'
import { makeBlank } from '../../model/fields.ts'
import type { ListRow } from '../../model/lists/list.ts'
import type { MemberRow } from '../../model/members/member.ts'
import { makeReader } from '../collections/readers-and-views.ts'
import { touchMember } from '../members/save.ts'
import { readAccount } from '../../model/root/account.ts'
import { findLastNote, noteFields, notes, type NoteRow } from '../../model/notes/note.ts'

/** The fields of a new note. All have defaults. */
export type NewNote = Partial<Omit<NoteRow, 'seq' | 'list_id' | 'contact_id'>>

const readNoteFields = makeReader(noteFields)

// All fields of a row, so that all rows have one shape.
const BLANK_NOTE = { id: 0, list_id: '', contact_id: '', ...makeBlank(noteFields), created_by: '', created_at: 0, updated_at: 0 }

/** Writes a note about a member. The member's record shows the latest note, so callers must touch the member. */
export function makeNote(tx: Tx, list: ListRow, member: MemberRow, fields: NewNote): NoteRow {
  const created_at = fields.created_at ?? tx.now
  return tx.insert(notes, {
    ...BLANK_NOTE,
    created_by: readAccount(tx).account_name,
    updated_at: created_at,
    ...fields,
    id: fields.id ?? freshNumber(tx, 'notes.id', (id) => !!tx.first(notes.key, { id })),
    created_at,
    list_id: list.id,
    contact_id: member.contact_id,
  })
}

/** Writes a note about a member, whose record shows it from now on. */
export function writeNote(tx: Tx, list: ListRow, member: MemberRow, body: ServiceSchemas['CreateMemberNote']): NoteRow {
  const note = makeNote(tx, list, member, readNoteFields(body))
  touchMember(tx, member)
  return note
}

/** Changes a note. Returns the note as it was if nothing changes. */
export function changeNote(tx: Tx, member: MemberRow, note: NoteRow, body: ServiceSchemas['UpdateMemberNote']): NoteRow {
  const fields = readNoteFields(body)
  if (isUnchangedBy(note, fields)) return note
  const isShown = findLastNote(tx, member) === note
  const changed = tx.put(notes, { ...note, ...fields, updated_at: tx.now })
  if (isShown) touchMember(tx, member)
  return changed
}

export function removeNote(tx: Tx, member: MemberRow, note: NoteRow): void {
  const isShown = findLastNote(tx, member) === note
  tx.remove(notes, note)
  if (isShown) touchMember(tx, member)
}
