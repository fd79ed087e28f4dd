import type { Tx } from '../../../kernel/world/tx.ts'
import { lines } from '../../model/lines/line.ts'
import type { Manifest } from '../../rules/manifest.ts'
import type { StoreRow } from '../../model/stores/store.ts'
import { carts } from '../../model/carts/cart.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).cartOperations,
  checkPath: async () => (await import('../../rules/stores/path.ts')).checkStorePath,
  checkBody: async () => (await import('./operations.ts')).cartBodyChecks,
  preparations: {},
  jobs: {},
  entities: [{ word: 'cart', tables: ['store_carts'], ids: ['id'], parameters: ['cart_id'], name: 'id' }],
  secrets: [],
  removeFor: { list: [], member: [] },
  reactions: { 'store.deleted': (tx, { store }) => dropCartsOf(tx, store) },
} satisfies Manifest

function dropCartsOf(tx: Tx, { id: store_id }: StoreRow): void {
  tx.removeAll(lines.of, { store_id, owner: 'cart' })
  tx.removeAll(carts.inStore, { store_id })
}
