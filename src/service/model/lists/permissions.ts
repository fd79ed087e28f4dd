import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { type ListRow, lists } from './list.ts'

/** A marketing permission that members of the list may give. */
export interface PermissionRow extends Row {
  readonly list_id: string
  readonly id: string
  readonly text: string
}

export const permissions = defineTable<PermissionRow>()('marketing_permissions', {
  key: ['list_id', 'id'],
  indexes: { onList: ['list_id'] },
  ownedBy: [[lists, 'onList']],
})

/** The marketing permissions of a list; empty while they are switched off. */
export function findPermissions(
  tx: ReadTx,
  list: ListRow,
): { readonly marketing_permission_id: string; readonly text: string }[] {
  if (!list.marketing_permissions) return []
  return tx
    .range(permissions.onList, { list_id: list.id })
    .all()
    .map(({ id, text }) => ({ marketing_permission_id: id, text }))
}
