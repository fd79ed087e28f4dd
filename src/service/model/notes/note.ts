import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable } from '../../../kernel/world/table.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'
import type { ListRow } from '../lists/list.ts'
import type { MemberRow } from '../members/member.ts'

/** A note about a member. */
export interface NoteRow {
  readonly seq: number
  readonly id: number
  readonly list_id: string
  readonly contact_id: string
  readonly note: string
  readonly created_by: string
  readonly created_at: Seconds
  readonly updated_at: Seconds
}

export const notes = defineTable<NoteRow>()('notes', {
  key: ['id'],
  byMember: ['contact_id', 'created_at'],
  byUpdate: ['contact_id', 'updated_at'],
  byId: ['contact_id', 'id'],
  onList: ['list_id'],
})

/** Returns the note with an id about a member. Throws a 404 if there is none. */
export function noteOrThrow(tx: ReadTx, member: MemberRow, id: string): NoteRow {
  const note = /^\d{1,15}$/.test(id) ? tx.first(notes.key, { id: Number(id) }) : undefined
  return note?.contact_id === member.contact_id ? note : refuseMissing('the member has no note', id)
}

/** The latest note about a member, which the member's record shows. */
export function lastNoteOf(tx: ReadTx, member: MemberRow): NoteRow | undefined {
  return tx.range(notes.byMember, { contact_id: member.contact_id }).sliceFromEnd(0, 1)[0]
}

/** Removes all notes of a deleted list. */
export function dropNotesOfList(tx: Tx, list: ListRow): void {
  tx.removeAll(notes.onList, { list_id: list.id })
}

/** Removes all notes about a permanently deleted member. */
export function dropNotesOfMember(tx: Tx, member: MemberRow): void {
  tx.removeAll(notes.byMember, { contact_id: member.contact_id })
}
