import type { Tx } from '../../../kernel/world/tx.ts'
import { listOrThrow, type ListRow } from '../lists/list.ts'
import { memberOrThrow, type MemberRow } from './member.ts'

/** Returns the list and the member of a path. Throws a 404 if either does not exist. */
export function subjectOf(
  tx: Tx,
  path: { readonly list_id: string; readonly subscriber_hash: string },
): { readonly list: ListRow; readonly member: MemberRow } {
  const list = listOrThrow(tx, path.list_id)
  return { list, member: memberOrThrow(tx, list, path.subscriber_hash) }
}
