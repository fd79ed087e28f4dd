import type { Tx } from '../../../kernel/world/tx.ts'
import { emit } from '../resource-events.ts'
import { type ListRow, lists } from '../../model/lists/list.ts'

/** Removes a list. Reactions remove everything on it. */
export function removeList(tx: Tx, list: ListRow): void {
  emit(tx, 'list.deleted', { list })
  tx.remove(lists, list)
}
