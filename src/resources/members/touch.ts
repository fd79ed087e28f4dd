import type { Tx } from '../../world/tx.ts'
import { members, type MemberRow } from './member.ts'

/** Renews a member's row after something that its record shows has changed elsewhere: notes, tags and the like. */
export function touchMember(tx: Tx, member: MemberRow): MemberRow {
  // The caller's row may be older than the world's.
  const current = tx.first(members.key, { contact_id: member.contact_id }) ?? member
  return tx.put(members, { ...current, last_changed: tx.now })
}
