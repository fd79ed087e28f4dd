import type { Tx } from '../../world/tx.ts'
import type { ListRow } from '../lists/list.ts'
import { members } from '../members/member.ts'

/** The number of subscribed members with each interest of a list. Interests without members are left out. */
export function subscriberCounts(tx: Tx, list: ListRow): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  tx.range(members.byStatus, { list_id: list.id, status: 'subscribed' }).each((member) => {
    for (const id of member.interests) counts.set(id, (counts.get(id) ?? 0) + 1)
  })
  return counts
}

/** Removes interests from every member that has them. `last_changed` stays, since the members themselves have not changed. */
export function forgetInterests(tx: Tx, list: ListRow, ids: ReadonlySet<string>): void {
  for (const member of tx.range(members.onList, { list_id: list.id }).all()) {
    if (!member.interests.some((id) => ids.has(id))) continue
    tx.put(members, { ...member, interests: member.interests.filter((id) => !ids.has(id)) })
  }
}
