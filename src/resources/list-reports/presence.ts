import type { Seconds } from '../../support/time.ts'
import { defineTable } from '../../world/table.ts'
import type { Tx } from '../../world/tx.ts'
import type { MemberRow } from '../members/member.ts'

/** That a member came on the list: confirmed or subscribed by the person, or added by others. */
export interface Coming {
  readonly at: Seconds
  readonly byPerson: boolean
}

/** That a member left the list again. */
export interface Leaving {
  readonly at: Seconds
  readonly how: 'unsubscribed' | 'cleaned' | 'deleted'
}

/** That a member came, and that he left again unless he is still there. */
export interface Stay {
  readonly coming: Coming
  readonly leaving?: Leaving
}

/** When and how a member came and left; `undefined` for those who never came. */
export function stayOf(member: MemberRow): Stay | undefined {
  const coming = comingOf(member)
  const leaving = coming && leavingOf(member, coming)
  return coming && { coming, ...(leaving ? { leaving } : {}) }
}

/** When and how a member became a subscriber; `undefined` for those who never did. */
export function comingOf(member: MemberRow): Coming | undefined {
  const { status, created_at, timestamp_opt } = member
  if (status === 'pending' || status === 'transactional' || timestamp_opt === 0) return undefined
  return { at: Math.max(created_at, timestamp_opt), byPerson: isConfirmed(member) || !ADDED_BY_OTHERS.test(member.source) }
}

/** When and how somebody who had come left; `undefined` for those who are still there. */
export function leavingOf(member: MemberRow, coming: Coming): Leaving | undefined {
  const { status, status_at, unsubscribed_by, unsubscribed_at } = member
  if (status === 'subscribed') return undefined
  // Who unsubscribed and was archived later had left before, unless he had come back.
  if (status === 'archived' && unsubscribed_by !== '' && unsubscribed_at >= coming.at)
    return { at: unsubscribed_at, how: 'unsubscribed' }
  return { at: Math.max(status_at, coming.at), how: LEFT_AS[status] }
}

/** From when until when somebody was asked to confirm and had not yet done so. */
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

/** Whoever signed up here first and got in afterwards did so by confirming. */
function isConfirmed({ created_at, timestamp_signup, timestamp_opt }: MemberRow): boolean {
  return timestamp_signup > 0 && timestamp_signup >= created_at && timestamp_opt >= timestamp_signup
}

/** When somebody who was deleted for good had come and left: all that a list still counts of him. */
export interface PastMemberRow extends Required<Stay> {
  readonly seq: number
  readonly id: number
  readonly list_id: string
}

export const pastMembers = defineTable<PastMemberRow>()('past_members', { key: ['list_id', 'id'] })

/** Keeps when a member who is deleted for good now was on his list, if he ever was. */
export function rememberStay(tx: Tx, member: MemberRow): void {
  const { coming, leaving = { at: tx.now, how: 'deleted' } } = stayOf(member) ?? {}
  if (coming) tx.insert(pastMembers, { list_id: member.list_id, id: tx.count('past_members.id'), coming, leaving })
}

/** Removes what was kept about a list that is deleted. */
export function dropPastMembersOf(tx: Tx, list: { readonly id: string }): void {
  tx.removeAll(pastMembers.key, { list_id: list.id })
}
