import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { instant, number, text } from '../../model/fields.ts'
import type { MemberRow } from '../../model/members/member.ts'
import { noteFields, type NoteRow } from '../../model/notes/note.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { compileView } from '../../rules/collections/compile-fields.ts'

const showFields = compileView<NoteRow>()({
  id: number,
  created_at: instant,
  created_by: text,
  updated_at: instant,
  ...noteFields,
})

export function noteView(tx: ReadTx, { list_id, hash }: MemberRow, note: NoteRow): ServiceSchemas['MemberNote'] {
  return {
    ...showFields(tx, note),
    list_id,
    email_id: hash,
    _links: renderLinks(tx, 'MemberNote', { list_id, subscriber_hash: hash, note_id: note.id }),
  }
}
