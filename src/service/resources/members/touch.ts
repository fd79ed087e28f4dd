import type { Tx } from '../../../kernel/world/tx.ts'
import { members, type MemberRow } from './member.ts'

/** Updates `last_changed` after a change elsewhere that the member's record shows: notes, tags and the like. */
export function touchMember(tx: Tx, member: MemberRow): MemberRow {
  // The caller's row may be outdated.
  const current = tx.first(members.key, { contact_id: member.contact_id }) ?? member
  return tx.put(members, { ...current, last_changed: tx.now })
}
