import type { Tx } from '../../world/tx.ts'
import type { ListRow } from '../lists/list.ts'
import { members, mergeValueOf } from '../members/member.ts'

/**
 * Moves what members hold under a tag to another one, or drops it when there is no other: a later field of the old tag
 * must not find values that were never its own. The members themselves have not changed, so `last_changed` stays.
 */
export function renameValues(tx: Tx, list: ListRow, from: string, to: string | undefined): void {
  for (const member of tx.range(members.onList, { list_id: list.id }).all()) {
    const value = mergeValueOf(member, from)
    if (value === undefined) continue
    const values = Object.entries(member.merge_fields).filter(([tag]) => tag !== from)
    if (to !== undefined) values.push([to, value])
    tx.put(members, { ...member, merge_fields: Object.fromEntries(values) })
  }
}
