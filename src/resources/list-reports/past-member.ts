import { defineTable } from '../../world/table.ts'
import type { Tx } from '../../world/tx.ts'
import type { MemberRow } from '../members/member.ts'
import { stayOf, type Stay } from './presence.ts'

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

/** Takes what was kept about a list that is deleted out of the world. */
export function dropPastMembersOf(tx: Tx, list: { readonly id: string }): void {
  tx.removeAll(pastMembers.key, { list_id: list.id })
}
