import type { Seconds } from '../../../kernel/support/time.ts'
import { defineTable } from '../../../kernel/world/table.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import type { MemberRow } from '../members/member.ts'

/** How and when a member subscribed: confirmed or subscribed by the contact, or added by others. */
export interface Coming {
  readonly at: Seconds
  readonly byPerson: boolean
}

/** How and when a member left. */
export interface Leaving {
  readonly at: Seconds
  readonly how: 'unsubscribed' | 'cleaned' | 'deleted'
}

/** How and when a member subscribed, and left, if so. */
export interface Stay {
  readonly coming: Coming
  readonly leaving?: Leaving
}

/** How and when a member subscribed and left, or `undefined` for one who never subscribed. */
export function stayOf(member: MemberRow): Stay | undefined {
  const coming = comingOf(member)
  const leaving = coming && leavingOf(member, coming)
  return coming && { coming, ...(leaving ? { leaving } : {}) }
}

/** How and when a member became a subscriber, or `undefined` for one who never did. */
export function comingOf(member: MemberRow): Coming | undefined {
  const { status, created_at, timestamp_opt } = member
  if (status === 'pending' || status === 'transactional' || timestamp_opt === 0) return undefined
  return { at: Math.max(created_at, timestamp_opt), byPerson: isConfirmed(member) || !ADDED_BY_OTHERS.test(member.source) }
}

/** How and when a subscriber left, or `undefined` for one who has not left. */
export function leavingOf(member: MemberRow, coming: Coming): Leaving | undefined {
  const { status, status_at, unsubscribed_by, unsubscribed_at } = member
  if (status === 'subscribed') return undefined
  // A member who unsubscribed and was archived later left at the unsubscription, unless the member had resubscribed.
  if (status === 'archived' && unsubscribed_by !== '' && unsubscribed_at >= coming.at)
    return { at: unsubscribed_at, how: 'unsubscribed' }
  return { at: Math.max(status_at, coming.at), how: LEFT_AS[status] }
}

/** The period in which a member had been asked to confirm and had not done so. */
export function pendingTime(member: MemberRow): { readonly from: Seconds; readonly until: Seconds } | undefined {
  const { status, status_at, timestamp_signup, timestamp_opt } = member
  if (status === 'pending') return { from: Math.max(status_at, timestamp_signup), until: Number.POSITIVE_INFINITY }
  return isConfirmed(member) ? { from: timestamp_signup, until: timestamp_opt } : undefined
}

const ADDED_BY_OTHERS = /^(?:API|Import|Admin)\b/

const LEFT_AS = {
  unsubscribed: 'unsubscribed',
  cleaned: 'cleaned',
  archived: 'deleted',
  pending: 'deleted',
  transactional: 'deleted',
} as const

/** Whether a member opted in by confirming: after a sign-up through the form. */
function isConfirmed({ created_at, timestamp_signup, timestamp_opt }: MemberRow): boolean {
  return timestamp_signup > 0 && timestamp_signup >= created_at && timestamp_opt >= timestamp_signup
}

/** When a permanently deleted member had subscribed and left, which the list's statistics still need. */
export interface PastMemberRow extends Required<Stay> {
  readonly seq: number
  readonly id: number
  readonly list_id: string
}

export const pastMembers = defineTable<PastMemberRow>()('past_members', { key: ['list_id', 'id'] })

/** Stores the stay of a member who is being permanently deleted. */
export function rememberStay(tx: Tx, member: MemberRow): void {
  const { coming, leaving = { at: tx.now, how: 'deleted' } } = stayOf(member) ?? {}
  if (coming) tx.insert(pastMembers, { list_id: member.list_id, id: tx.count('past_members.id'), coming, leaving })
}

/** Removes the past members of a deleted list. */
export function dropPastMembersOf(tx: Tx, list: { readonly id: string }): void {
  tx.removeAll(pastMembers.key, { list_id: list.id })
}
