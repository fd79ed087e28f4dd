import { memberInPathOrThrow, type MemberRow } from '../../model/members/member.ts'
import { noteOrThrow, notes, type NoteRow } from '../../model/notes/note.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { changeNote, removeNote, writeNote } from '../../rules/notes/make.ts'
import { type Operations, selectPage } from '../../rules/requests/operation.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'

const ORDERS = { created_at: notes.byMember, updated_at: notes.byUpdate, note_id: notes.byId } as const

export const noteOperations = {
  getMemberNotes({ tx, path, query }) {
    const { member } = memberInPathOrThrow(tx, path)
    const { list_id, contact_id, hash } = member
    const all = tx.range(ORDERS[query.sort_field ?? 'created_at'], { contact_id })
    return {
      notes: selectPage(all, query, query.sort_dir).map((note) => noteView(tx, member, note)),
      email_id: hash,
      list_id,
      total_items: all.count,
      _links: renderLinks(tx, 'MemberNoteCollection', { list_id, subscriber_hash: hash }),
    }
  },

  createMemberNote({ tx, path, body }) {
    const { list, member } = memberInPathOrThrow(tx, path)
    return noteView(tx, member, writeNote(tx, list, member, body))
  },

  getMemberNote({ tx, path }) {
    const { member } = memberInPathOrThrow(tx, path)
    return noteView(tx, member, noteOrThrow(tx, member, path.note_id))
  },

  updateMemberNote({ tx, path, body }) {
    const { member } = memberInPathOrThrow(tx, path)
    const note = noteOrThrow(tx, member, path.note_id)
    return noteView(tx, member, changeNote(tx, member, note, body))
  },

  deleteMemberNote({ tx, path }) {
    const { member } = memberInPathOrThrow(tx, path)
    removeNote(tx, member, noteOrThrow(tx, member, path.note_id))
  },
} satisfies Partial<Operations>

function noteView(tx: ReadTx, { list_id, hash }: MemberRow, note: NoteRow): ServiceSchemas['MemberNote'] {
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
