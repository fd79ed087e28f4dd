import type { Tx } from '../../../kernel/world/tx.ts'
import { removeWithOwned } from '../remove-owned.ts'
import { emit } from '../resource-events.ts'
import { type ListRow, lists } from '../../model/lists/list.ts'

/** Removes a list with everything on it, after all resources have reacted. */
export function removeList(tx: Tx, list: ListRow): void {
  emit(tx, 'list.deleted', { list })
  removeWithOwned(tx, lists, list)
}
