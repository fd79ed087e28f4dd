import { isUnchangedBy } from '../../../kernel/support/equal.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import { isMoveAllowed, makeMove } from '../../../kernel/world/machine.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { updateRecipientAddress } from '../recipients/recipient.ts'
import { countStatusChange } from '../list-reports/day.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { omit } from '../omissions.ts'
import type { Caller } from '../../model/requests/call.ts'
import { removeOwned } from '../remove-owned.ts'
import { emit } from '../resource-events.ts'
import { countMember, memberMachine, type MemberMove } from './machine.ts'
import { makeOptIn, makeSignUpOrigin, UNSUBSCRIBED_BY_ADMIN } from './make.ts'
import { hashAddress, type MemberRow, members, memberDiff, forgotten, memberSchemas } from '../../model/members/member.ts'
import type { MemberChanges } from './request.ts'
import { interests } from '../../model/interests/interest.ts'
import { mergeFields } from '../../model/merge-fields/merge-field.ts'

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
  const all = { ...changes, ...changeAddress(tx, member, changes), last_changed: tx.now }
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
  const contact_id = (after ?? before)?.contact_id ?? ''
  if (by.quiet) omit(tx, { code: 'quiet', list_id: list.id, contact_id })
  else emit(tx, 'member.changed', { list, before, after, diff: memberDiff(before, after), by })
}

/** Another address has another hash, and webhooks identify it by another id; the contact id stays. */
function changeAddress(
  tx: Tx,
  member: MemberRow,
  { email_address: address = member.email_address }: MemberChanges,
): MemberChanges {
  const hash = address === member.email_address ? member.hash : hashAddress(address)
  if (address !== member.email_address) updateRecipientAddress(tx, member.contact_id, address, hash)
  return hash === member.hash ? {} : { hash, unique_email_id: tx.hex('unique_email.id', 10) }
}

const RESUBSCRIBED: MemberChanges = { unsubscribed_by: '', unsubscribe_reason: '' }

type MoveEffect = (member: MemberRow, at: Seconds, ip: string) => MemberChanges

/** The changes of a move in the row besides the status, unless the request says otherwise. */
const outcomes: { readonly [Move in MemberMove]: MoveEffect } = {
  subscribe: (member, at, ip) => ({ ...RESUBSCRIBED, ...(member.timestamp_opt === 0 ? makeOptIn(at, ip) : {}) }),
  subscribe_self: (_member, at, ip) => ({ ...RESUBSCRIBED, ...makeSignUpOrigin(at, ip), ...makeOptIn(at, ip) }),
  sign_up: (_member, at, ip) => makeSignUpOrigin(at, ip),
  confirm: (_member, at, ip) => ({ ...RESUBSCRIBED, ...makeOptIn(at, ip) }),
  unsubscribe: ({ unsubscribed_by: by }, at) => ({
    // Unsubscribing again does not allow the API to resubscribe a contact who unsubscribed or bounced.
    unsubscribed_by: by || 'admin',
    unsubscribe_reason: UNSUBSCRIBED_BY_ADMIN,
    unsubscribed_at: at,
  }),
  unsubscribe_self: ({ unsubscribed_by: by }, at) => ({
    // A bounced address stays barred from confirmation requests as well.
    unsubscribed_by: by === 'bounce' ? by : 'contact',
    unsubscribe_reason: '',
    unsubscribed_at: at,
  }),
  clean: () => ({ unsubscribed_by: 'bounce' }),
  request_confirmation: () => ({}),
  make_transactional: () => ({}),
  archive: () => ({}),
}

/** The moves after which a member has to confirm. */
const NEEDS_CONFIRMATION: ReadonlySet<MemberMove> = new Set(['request_confirmation', 'sign_up'])

/**
 * The changes that come with a move. A member who leaves the archive is treated like a new one: confirmed now, or asked to confirm.
 */
export function effectOfMove(move: MemberMove, member: MemberRow, at: Seconds, ip: string): MemberChanges {
  const again = member.archived ? (NEEDS_CONFIRMATION.has(move) ? makeSignUpOrigin(at, ip) : makeOptIn(at, ip)) : {}
  return { ...outcomes[move](member, at, ip), ...again, status_at: at }
}

/** Permanently deletes a member. Only the address is remembered, so that the API cannot add it again. */
export function forgetMember(tx: Tx, list: ListRow, member: MemberRow, by: Caller): void {
  const { hash } = member
  tx.remove(members, member)
  rememberForgotten(tx, list, hash)
  countMember(tx, member, undefined)
  countStatusChange(tx, member, undefined, { byPerson: false })
  emitMemberChange(tx, list, member, undefined, by)
  emit(tx, 'member.deleted', { list, member })
  removeOwned(tx, members, member)
}

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

/** Must be called after any change of data that member records show besides their rows. */
export function refreshMemberSchema(tx: Tx, list_id: string): void {
  const schema = {
    list_id,
    merge_fields: tx.range(mergeFields.byOrder, { list_id }).all(),
    interests: tx
      .range(interests.byCategory, { list_id })
      .all()
      .map((interest) => interest.id),
  }
  const before = tx.first(memberSchemas.key, { list_id })
  if (before) tx.put(memberSchemas, { ...schema, seq: before.seq })
  else tx.insert(memberSchemas, schema)
}
