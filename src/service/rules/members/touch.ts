import type { Tx } from '../../../kernel/world/tx.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { omit } from '../omissions.ts'
import { forgotten, type MemberRow, members } from '../../model/members/member.ts'

/** Remembers a permanently deleted address of a list. */
export function rememberForgotten(tx: Tx, { id: list_id }: ListRow, hash: string): void {
  if (!tx.first(forgotten.key, { list_id, hash })) tx.insert(forgotten, { list_id, hash })
}

/**
 * Updates `last_changed` after a change elsewhere that the member's record shows: notes, tags and the like. Webhooks are not notified of such
 * changes.
 */
export function touchMember(tx: Tx, member: MemberRow): MemberRow {
  omit(tx, { code: 'no_event', list_id: member.list_id, contact_id: member.contact_id })
  // The caller's row may be outdated.
  const current = tx.first(members.key, { contact_id: member.contact_id }) ?? member
  return tx.put(members, { ...current, last_changed: tx.now })
}
