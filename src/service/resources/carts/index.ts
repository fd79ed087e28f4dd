import type { Tx } from '../../../kernel/world/tx.ts'
import { lines } from '../../model/lines/line.ts'
import type { Manifest } from '../../rules/manifest.ts'
import type { StoreRow } from '../../model/stores/store.ts'
import { carts } from '../../model/carts/cart.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).cartOperations,
  checkPath: async () => (await import('./path.ts')).checkCartPath,
  checkBody: async () => (await import('./operations.ts')).cartBodyChecks,
  preparations: {},
  jobs: {},
  removeFor: { list: [], member: [] },
  reactions: { 'store.deleted': (tx, { store }) => dropCartsOf(tx, store) },
} satisfies Manifest

function dropCartsOf(tx: Tx, { id: store_id }: StoreRow): void {
  tx.removeAll(lines.of, { store_id, owner: 'cart' })
  tx.removeAll(carts.inStore, { store_id })
}
