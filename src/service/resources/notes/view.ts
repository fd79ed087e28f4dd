import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import type { MemberRow } from '../../model/members/member.ts'
import type { NoteRow } from '../../model/notes/note.ts'

export function noteView(tx: ReadTx, { list_id, hash }: MemberRow, note: NoteRow): ServiceSchemas['MemberNote'] {
  return {
    id: note.id,
    created_at: timestamp(note.created_at),
    created_by: note.created_by,
    updated_at: timestamp(note.updated_at),
    note: note.note,
    list_id,
    email_id: hash,
    _links: renderLinks(tx, 'MemberNote', { list_id, subscriber_hash: hash, note_id: note.id }),
  }
}
