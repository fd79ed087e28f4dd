import type { Tx } from '../../../kernel/world/tx.ts'
import type { Manifest } from '../../rules/manifest.ts'
import type { StoreRow } from '../../model/stores/store.ts'
import { promoCodes, promoRules } from '../../model/promos/promo.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).promoOperations,
  checkPath: async () => (await import('../../rules/stores/path.ts')).checkStorePath,
  checkBody: async () => (await import('./operations.ts')).promoBodyChecks,
  preparations: {},
  jobs: {},
  entities: [],
  secrets: [],
  removeFor: { list: [], member: [] },
  reactions: { 'store.deleted': (tx, { store }) => dropPromosOf(tx, store) },
} satisfies Manifest

function dropPromosOf(tx: Tx, { id: store_id }: StoreRow): void {
  tx.removeAll(promoCodes.ofRule, { store_id })
  tx.removeAll(promoRules.inStore, { store_id })
}
