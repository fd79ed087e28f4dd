import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { findMemberInPath } from '../../model/members/member.ts'
import { touchMember } from '../../rules/members/touch.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { selectPage } from '../../rules/requests/paging.ts'
import { makeNote } from '../../rules/notes/make.ts'
import { lastNoteOf, noteOrThrow, notes } from '../../model/notes/note.ts'
import { noteView } from './view.ts'

const orders = { created_at: notes.byMember, updated_at: notes.byUpdate, note_id: notes.byId } as const

export const noteOperations = {
  getMemberNotes({ tx, path, query }): ServiceSchemas['MemberNoteCollection'] {
    const { list, member } = findMemberInPath(tx, path)
    const found = tx.range(orders[query.sort_field ?? 'created_at'], { contact_id: member.contact_id })
    return {
      notes: selectPage(found, query, query.sort_dir).map((note) => noteView(tx, list, member, note)),
      email_id: member.hash,
      list_id: list.id,
      total_items: found.count,
      _links: renderLinks(tx, 'MemberNoteCollection', { list_id: list.id, subscriber_hash: member.hash }),
    }
  },

  createMemberNote({ tx, path, body }) {
    const { list, member } = findMemberInPath(tx, path)
    const note = makeNote(tx, list, member, { note: body.note })
    touchMember(tx, member)
    return noteView(tx, list, member, note)
  },

  getMemberNote({ tx, path }) {
    const { list, member } = findMemberInPath(tx, path)
    return noteView(tx, list, member, noteOrThrow(tx, member, path.note_id))
  },

  updateMemberNote({ tx, path, body }) {
    const { list, member } = findMemberInPath(tx, path)
    const note = noteOrThrow(tx, member, path.note_id)
    if (body.note === undefined || body.note === note.note) return noteView(tx, list, member, note)
    const wasLast = lastNoteOf(tx, member) === note
    const changed = tx.put(notes, { ...note, note: body.note, updated_at: tx.now })
    if (wasLast) touchMember(tx, member)
    return noteView(tx, list, member, changed)
  },

  deleteMemberNote({ tx, path }) {
    const { member } = findMemberInPath(tx, path)
    const note = noteOrThrow(tx, member, path.note_id)
    const wasLast = lastNoteOf(tx, member) === note
    tx.remove(notes, note)
    if (wasLast) touchMember(tx, member)
  },
} satisfies Partial<Operations>
