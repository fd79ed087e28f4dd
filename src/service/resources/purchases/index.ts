import type { Manifest } from '../../rules/manifest.ts'
import { dropSumsOfStore, sumChangedOrder } from '../../rules/orders/sums.ts'

export const manifest = {
  operations: undefined,
  preparations: {},
  jobs: {},
  reactions: { 'order.changed': sumChangedOrder, 'store.deleted': dropSumsOfStore },
} satisfies Manifest
