import { isUnchangedBy } from '../../../kernel/support/equal.ts'
import { isMoveAllowed, makeMove } from '../../../kernel/world/machine.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { updateRecipientAddress } from '../campaigns/campaign.ts'
import type { ListRow } from '../lists/list.ts'
import type { Caller } from '../requests/operation.ts'
import { emit } from '../resource-events.ts'
import { memberMachine, type MemberMove } from './machine.ts'
import { effectOfMove } from './outcomes.ts'
import { hashOf, members, type MemberRow } from './member.ts'
import { memberDiff } from './member-diff.ts'
import type { MemberChanges } from './request.ts'

/** Saves changes of a member together with a move, and emits what changed. Nothing is written if nothing changes. */
export function saveMember(
  tx: Tx,
  list: ListRow,
  member: MemberRow,
  changes: MemberChanges,
  by: Caller,
  move?: MemberMove,
): MemberRow {
  // Checked before anything is written or drawn: a rejected member of a bulk call must leave no trace.
  if (move && !isMoveAllowed(memberMachine, member, move)) throw memberMachine.refuse(member, move)
  if (!move && isUnchangedBy(member, changes)) return member
  const all = { ...changes, ...renamed(tx, member, changes), last_changed: tx.now }
  const after = move
    ? makeMove(tx, memberMachine, member, move, { ...effectOfMove(move, member, tx.now, by.ip), ...all })
    : tx.put(members, { ...member, ...all })
  emitMemberChange(tx, list, member, after, by)
  return after
}

/** Emits a change of a member, unless the caller is quiet. */
export function emitMemberChange(
  tx: Tx,
  list: ListRow,
  before: MemberRow | undefined,
  after: MemberRow | undefined,
  by: Caller,
): void {
  if (!by.quiet) emit(tx, 'member.changed', { list, before, after, diff: memberDiff(before, after), by })
}

/** Another address has another hash, and webhooks identify it by another id; the contact id stays. */
function renamed(tx: Tx, member: MemberRow, { email_address: address = member.email_address }: MemberChanges): MemberChanges {
  const hash = address === member.email_address ? member.hash : hashOf(address)
  if (address !== member.email_address) updateRecipientAddress(tx, member.contact_id, address, hash)
  return hash === member.hash ? {} : { hash, unique_email_id: tx.hex('unique_email.id', 10) }
}
