import type { Tx } from '../../../kernel/world/tx.ts'
import type { Manifest } from '../../rules/manifest.ts'
import type { StoreRow } from '../../model/stores/store.ts'
import { images, products, variants } from '../../model/products/product.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).productOperations,
  checkPath: async () => (await import('../../rules/stores/path.ts')).checkStorePath,
  checkBody: async () => (await import('./operations.ts')).productBodyChecks,
  preparations: {},
  jobs: {},
  entities: [{ word: 'product', tables: ['store_products'], ids: ['id'], parameters: ['product_id'], name: 'title' }],
  secrets: [],
  removeFor: { list: [], member: [] },
  reactions: { 'store.deleted': (tx, { store }) => dropProductsOf(tx, store) },
} satisfies Manifest

function dropProductsOf(tx: Tx, { id: store_id }: StoreRow): void {
  tx.removeAll(images.ofProduct, { store_id })
  tx.removeAll(variants.ofProduct, { store_id })
  tx.removeAll(products.inStore, { store_id })
}
