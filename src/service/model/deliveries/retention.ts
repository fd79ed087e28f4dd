import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'

/** The total size of a world's deliveries, and the number of evicted ones. There is at most one row. */
export interface DeliveryTallyRow extends Row {
  readonly id: number
  readonly bytes: number
  readonly evicted: number
}

export const deliveryTally = defineTable<DeliveryTallyRow>()('delivery_tally', {
  key: ['id'],
  remembered: false,
})

export const ONLY = { id: 1 }

export function readDeliveryTally(tx: ReadTx): Pick<DeliveryTallyRow, 'bytes' | 'evicted'> {
  return tx.first(deliveryTally.key, ONLY) ?? { bytes: 0, evicted: 0 }
}
