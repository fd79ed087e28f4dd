import type { Tx } from '../../world/tx.ts'
import { lists } from '../lists/list.ts'
import { changeCounts, type ListCounts } from '../lists/stats.ts'
import type { MemberRow } from './member.ts'

/** Keeps the counts of a member's list right: `before` is not there for a new member, `after` not for a deleted one. */
export function countMember(tx: Tx, before: MemberRow | undefined, after: MemberRow | undefined): void {
  if (before?.status === after?.status) return
  const list_id = after?.list_id ?? before?.list_id ?? ''
  const list = tx.first(lists.key, { id: list_id })
  if (list) changeCounts(tx, list, (counts) => ({ ...departure(counts, before), ...(after ? arrival(counts, after) : {}) }))
}

function departure(counts: ListCounts, member: MemberRow | undefined): Partial<ListCounts> {
  return member ? { [member.status]: counts[member.status] - 1 } : {}
}

function arrival(counts: ListCounts, { status, status_at }: MemberRow): Partial<ListCounts> {
  const count = counts[status] + 1
  if (status === 'subscribed') {
    return {
      subscribed: count,
      subscribed_since_send: counts.subscribed_since_send + 1,
      last_sub_date: Math.max(counts.last_sub_date, status_at),
    }
  }
  if (status === 'unsubscribed') {
    return {
      unsubscribed: count,
      unsubscribed_since_send: counts.unsubscribed_since_send + 1,
      last_unsub_date: Math.max(counts.last_unsub_date, status_at),
    }
  }
  if (status === 'cleaned') return { cleaned: count, cleaned_since_send: counts.cleaned_since_send + 1 }
  return { [status]: count }
}
