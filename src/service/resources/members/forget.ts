import type { Tx } from '../../../kernel/world/tx.ts'
import type { ListRow } from '../lists/list.ts'
import type { Caller } from '../requests/operation.ts'
import { emit } from '../resource-events.ts'
import { countMember } from './machine.ts'
import { forgotten, members, type MemberRow } from './member.ts'
import { emitMemberChange } from './save.ts'

/** Permanently deletes a member. Only the address is remembered, so that the API cannot add it again. */
export function forgetMember(tx: Tx, list: ListRow, member: MemberRow, by: Caller): void {
  const { hash } = member
  tx.remove(members, member)
  if (!tx.first(forgotten.key, { list_id: list.id, hash })) tx.insert(forgotten, { list_id: list.id, hash })
  countMember(tx, member, undefined)
  emitMemberChange(tx, list, member, undefined, by)
  emit(tx, 'member.deleted', { list, member })
}
