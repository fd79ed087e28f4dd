import type { Tx } from '../../../kernel/world/tx.ts'
import { freshNumber } from '../../../kernel/world/fresh-id.ts'
import type { ListRow } from '../../model/lists/list.ts'
import type { MemberRow } from '../../model/members/member.ts'
import { readAccount } from '../../model/root/account.ts'
import { notes, type NoteRow } from '../../model/notes/note.ts'

/** The fields of a new note. All but its text have defaults. */
export type NewNote = Pick<NoteRow, 'note'> & Partial<Omit<NoteRow, 'seq' | 'list_id' | 'contact_id'>>

/** Writes a note about a member. The member's record shows the latest note, so callers must touch the member. */
export function makeNote(tx: Tx, list: ListRow, member: MemberRow, fields: NewNote): NoteRow {
  const created_at = fields.created_at ?? tx.now
  return tx.insert(notes, {
    created_by: readAccount(tx).account_name,
    updated_at: created_at,
    ...fields,
    id: fields.id ?? freshNumber(tx, 'notes.id', (id) => !!tx.first(notes.key, { id })),
    created_at,
    list_id: list.id,
    contact_id: member.contact_id,
  })
}
