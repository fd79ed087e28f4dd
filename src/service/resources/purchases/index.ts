import type { Manifest } from '../../rules/manifest.ts'
import { removeStoreSums, sumChangedOrder } from '../../rules/orders/sums.ts'

export const manifest = {
  operations: undefined,
  reactions: { 'order.changed': sumChangedOrder, 'store.deleted': removeStoreSums },
} satisfies Manifest
