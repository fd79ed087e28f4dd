import type { Tx } from '../../world/tx.ts'
import { listOrThrow, type ListRow } from '../lists/list.ts'
import { memberOrThrow, type MemberRow } from './member.ts'

/** The list and the member on it that a path names, or a 404. */
export function subjectOf(
  tx: Tx,
  path: { readonly list_id: string; readonly subscriber_hash: string },
): { readonly list: ListRow; readonly member: MemberRow } {
  const list = listOrThrow(tx, path.list_id)
  return { list, member: memberOrThrow(tx, list, path.subscriber_hash) }
}
