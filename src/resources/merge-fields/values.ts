import type { Tx } from '../../world/tx.ts'
import { phoneContacts } from '../contacts/phone-contact.ts'
import type { ListRow } from '../lists/list.ts'
import { members, mergeValueOf, type MemberRow } from '../members/member.ts'

/**
 * Moves what members, and contacts without an address, hold under a tag to another one, or drops it when there is no other: a
 * later field of the old tag must not find values that were never its own. They themselves have not changed, so
 * `last_changed` stays.
 */
export function renameValues(tx: Tx, list: ListRow, from: string, to: string | undefined): void {
  for (const member of tx.range(members.onList, { list_id: list.id }).all()) {
    const merge_fields = renamed(member, from, to)
    if (merge_fields) tx.put(members, { ...member, merge_fields })
  }
  for (const contact of tx.range(phoneContacts.byCreation, { list_id: list.id }).all()) {
    const merge_fields = renamed(contact, from, to)
    if (merge_fields) tx.put(phoneContacts, { ...contact, merge_fields })
  }
}

type Valued = Pick<MemberRow, 'merge_fields'>

/** The values after the renaming, if there is one to rename. */
function renamed(holder: Valued, from: string, to: string | undefined): Valued['merge_fields'] | undefined {
  const value = mergeValueOf(holder, from)
  if (value === undefined) return undefined
  const values = Object.entries(holder.merge_fields).filter(([tag]) => tag !== from)
  if (to !== undefined) values.push([to, value])
  return Object.fromEntries(values)
}
