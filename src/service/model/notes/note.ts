import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'
import { type StoredFields, text } from '../fields.ts'
import { lists } from '../lists/list.ts'
import { type MemberRow, members } from '../members/member.ts'

/** The fields that calls set. */
export const noteFields = {
  note: text,
}

/** A note about a member. */
export interface NoteRow extends Row, StoredFields<typeof noteFields> {
  readonly id: number
  readonly list_id: string
  readonly contact_id: string
  readonly created_by: string
  readonly created_at: Seconds
  readonly updated_at: Seconds
}

export const notes = defineTable<NoteRow>()('notes', {
  key: ['id'],
  indexes: {
    byMember: ['contact_id', 'created_at'],
    byUpdate: ['contact_id', 'updated_at'],
    byId: ['contact_id', 'id'],
    onList: ['list_id'],
  },
  word: 'note',
  parameters: ['note_id'],
  ownedBy: [
    [lists, 'onList'],
    [members, 'byMember'],
  ],
})

/** Returns the note with an id about a member. Throws a 404 if there is none. */
export function noteOrThrow(tx: ReadTx, member: MemberRow, id: string): NoteRow {
  const note = /^\d{1,15}$/.test(id) ? tx.first(notes.key, { id: Number(id) }) : undefined
  return note?.contact_id === member.contact_id ? note : refuseMissing('the member has no note', id)
}

/** The latest note about a member, which the member's record shows. */
export function findLastNote(tx: ReadTx, member: MemberRow): NoteRow | undefined {
  return tx.range(notes.byMember, { contact_id: member.contact_id }).sliceFromEnd(0, 1)[0]
}
