import type { Manifest } from '../manifest.ts'
import { dropProducts } from './product.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).productOperations,
  checkPath: async () => (await import('./path.ts')).checkProductPath,
  checkBody: async () => (await import('./operations.ts')).productBodyChecks,
  preparations: {},
  jobs: {},
  entities: [{ word: 'product', tables: ['store_products'], ids: ['id'], parameters: ['product_id'], name: 'title' }],
  secrets: [],
  removeFor: { list: [], member: [] },
  reactions: { 'store.deleted': (tx, { store }) => dropProducts(tx, store) },
} satisfies Manifest
