import type { Manifest } from '../manifest.ts'
import { dropPromos } from './promo.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).promoOperations,
  checkPath: async () => (await import('./path.ts')).checkPromoPath,
  checkBody: async () => (await import('./operations.ts')).promoBodyChecks,
  preparations: {},
  jobs: {},
  entities: [],
  secrets: [],
  removeFor: { list: [], member: [] },
  reactions: { 'store.deleted': (tx, { store }) => dropPromos(tx, store) },
} satisfies Manifest
