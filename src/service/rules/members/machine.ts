import { defineMachine } from '../../../kernel/world/machine.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { removeEmailConsent } from '../../model/contacts/consent.ts'
import { errors } from '../../model/errors.ts'
import { countNewMembers, countStatusChange } from '../list-reports/day.ts'
import { lists, type ListCounts } from '../../model/lists/list.ts'
import { changeCounts } from '../list-reports/stats.ts'
import { type MemberRow, members, type MemberStatus } from '../../model/members/member.ts'

/** Updates the counts of a member's list: `before` is undefined for a new member, `after` for a deleted one. */
export function countMember(tx: Tx, before: MemberRow | undefined, after: MemberRow | undefined): void {
  if (before?.status === after?.status) return
  const list_id = after?.list_id ?? before?.list_id ?? ''
  const list = tx.first(lists.key, { id: list_id })
  if (list) changeCounts(tx, list, (counts) => countMove(counts, before, after))
}

function countMove(counts: ListCounts, before: MemberRow | undefined, after: MemberRow | undefined): ListCounts {
  const moved = { ...counts }
  if (before) moved[before.status] -= 1
  if (after) countArrival(moved, after)
  return moved
}

/** Adds a member to counts, as of when it got its status. */
export function countArrival(counts: { -readonly [Name in keyof ListCounts]: ListCounts[Name] }, member: MemberRow): void {
  const { status, status_at } = member
  counts[status] += 1
  if (status === 'subscribed') {
    counts.subscribed_since_send += 1
    counts.last_sub_date = Math.max(counts.last_sub_date, status_at)
  } else if (status === 'unsubscribed') {
    counts.unsubscribed_since_send += 1
    counts.last_unsub_date = Math.max(counts.last_unsub_date, status_at)
  } else if (status === 'cleaned') counts.cleaned_since_send += 1
}

export type MemberMove =
  | 'subscribe'
  | 'subscribe_self'
  | 'sign_up'
  | 'unsubscribe'
  | 'unsubscribe_self'
  | 'request_confirmation'
  | 'confirm'
  | 'clean'
  | 'make_transactional'
  | 'archive'

/**
 * The state machine of a member on a list. `subscribe_self`, `sign_up`, `confirm` and `unsubscribe_self` are the contact's own
 * actions: after unsubscribing or bouncing, only these restore a contact, archived or not. A move from `archived` restores the
 * member.
 */
export const memberMachine = defineMachine<MemberRow, MemberMove>(members, {
  name: 'member',
  states: {
    subscribed: 'initial',
    unsubscribed: 'initial',
    cleaned: 'initial',
    pending: 'initial',
    transactional: 'initial',
    archived: 'initial',
  },
  moves: {
    subscribe: { from: ['unsubscribed', 'pending', 'transactional', 'archived'], to: 'subscribed', unless: leftForGood },
    subscribe_self: { from: ['unsubscribed', 'cleaned', 'pending', 'transactional', 'archived'], to: 'subscribed' },
    sign_up: { from: ['unsubscribed', 'cleaned', 'transactional', 'archived'], to: 'pending' },
    unsubscribe: { from: ['subscribed', 'cleaned', 'pending', 'transactional', 'archived'], to: 'unsubscribed' },
    unsubscribe_self: { from: ['subscribed', 'pending', 'transactional'], to: 'unsubscribed' },
    request_confirmation: { from: ['subscribed', 'unsubscribed', 'transactional', 'archived'], to: 'pending', unless: bounced },
    confirm: { from: ['pending'], to: 'subscribed' },
    clean: { from: ['subscribed', 'unsubscribed', 'pending', 'transactional', 'archived'], to: 'cleaned' },
    make_transactional: { from: ['subscribed', 'unsubscribed', 'cleaned', 'pending', 'archived'], to: 'transactional' },
    archive: { from: ['subscribed', 'unsubscribed', 'transactional'], to: 'archived' },
  },
  refuse: makeMoveRefusal,
  follows: (status) => ({ archived: status === 'archived' }),
  changed: (tx, member, before, move) => {
    countMember(tx, before, member)
    if (before) countStatusChange(tx, before, member, { byPerson: move === 'subscribe_self' || move === 'confirm' })
    else countNewMembers(tx, member.list_id, [member])
    if (before && before.status !== member.status) removeEmailConsent(tx, member)
  },
})

/** The move for a status in a request. */
export const moveTo: { readonly [Status in Exclude<MemberStatus, 'archived'>]: MemberMove } = {
  subscribed: 'subscribe',
  unsubscribed: 'unsubscribe',
  cleaned: 'clean',
  pending: 'request_confirmation',
  transactional: 'make_transactional',
}

function makeMoveRefusal(member: MemberRow, move: MemberMove): Error {
  const { email_address: address, status } = member
  if (move === 'archive') return errors.wrongState(describeNoArchive(address, status), 'GET, PUT')
  if (move === 'subscribe' || move === 'request_confirmation') return errors.compliance(address)
  return errors.badRequest(`${address} is ${status}: it cannot ${move.replaceAll('_', ' ')}.`)
}

/** Why a member or a contact cannot be archived. */
export function describeNoArchive(address: string, status: MemberStatus): string {
  return `${address} is ${status}. Can not archive a contact that is bounced, pending or archived`
}

/** A contact who unsubscribed or bounced cannot be subscribed through the API; archiving does not lift this bar. */
function leftForGood({ unsubscribed_by: by }: MemberRow): boolean {
  return by === 'contact' || by === 'bounce'
}

/** A bounced address is not sent a confirmation request, even after it was archived. */
function bounced({ unsubscribed_by: by }: MemberRow): boolean {
  return by === 'bounce'
}
