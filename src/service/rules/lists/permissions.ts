import type { Tx } from '../../../kernel/world/tx.ts'
import { freshId } from '../../../kernel/world/fresh-id.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { permissions } from '../../model/lists/permissions.ts'

const FIRST_PERMISSIONS = ['Email', 'Direct Mail', 'Customized Online Advertising']

/** Gives a list with marketing permissions its three initial ones, unless it has some. */
export function beginPermissions(tx: Tx, list: ListRow): void {
  if (!list.marketing_permissions || tx.range(permissions.onList, { list_id: list.id }).count > 0) return
  for (const text of FIRST_PERMISSIONS) {
    const id = freshId(tx, 'marketing_permissions.id', (drawn) => !!tx.first(permissions.key, { list_id: list.id, id: drawn }))
    tx.insert(permissions, { list_id: list.id, id, text })
  }
}
