import type { Tx } from '../../../kernel/world/tx.ts'
import { refreshMemberSchema } from '../members/refresh-schema.ts'
import { members } from '../../model/members/member.ts'
import {
  interestCategories,
  type InterestCategoryRow,
  type InterestRow,
  interests,
  findInterests,
} from '../../model/interests/interest.ts'

/** Removes a category with its interests. */
export function removeCategory(tx: Tx, category: InterestCategoryRow): void {
  const gone = findInterests(tx, category)
  tx.remove(interestCategories, category)
  removeInterests(tx, category.list_id, gone)
}

/** Removes interests of a list. Members lose them; their `last_changed` stays, since the members themselves have not changed. */
export function removeInterests(tx: Tx, list_id: string, gone: readonly InterestRow[]): void {
  for (const interest of gone) tx.remove(interests, interest)
  const ids = new Set(gone.map(({ id }) => id))
  for (const member of tx.range(members.onList, { list_id }).all()) {
    if (!member.interests.some((id) => ids.has(id))) continue
    tx.put(members, { ...member, interests: member.interests.filter((id) => !ids.has(id)) })
  }
  refreshMemberSchema(tx, list_id)
}
