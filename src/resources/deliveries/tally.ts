import { defineTable } from '../../world/table.ts'
import type { Tx } from '../../world/tx.ts'

/** How much the deliveries of a world take, and how many of them had to go: one row, once there is any. */
export interface DeliveryTallyRow {
  readonly seq: number
  readonly id: number
  readonly bytes: number
  readonly evicted: number
}

export const deliveryTally = defineTable<DeliveryTallyRow>({ remembered: false })('delivery_tally', { key: ['id'] })

const ONLY = { id: 1 }

/** The tally as it stands. */
export function tallyOf(tx: Tx): Pick<DeliveryTallyRow, 'bytes' | 'evicted'> {
  return tx.first(deliveryTally.key, ONLY) ?? { bytes: 0, evicted: 0 }
}

/** Counts bytes that are kept from now on; those of a delivery that goes are negative. */
export function countIn(tx: Tx, bytes: number, gone = 0): void {
  const before = tx.first(deliveryTally.key, ONLY) ?? tx.insert(deliveryTally, { ...ONLY, bytes: 0, evicted: 0 })
  tx.put(deliveryTally, { ...before, bytes: before.bytes + bytes, evicted: before.evicted + gone })
}

/** Takes it down that nothing is kept any more. What was forgotten on request was not evicted. */
export function forgetBytes(tx: Tx): void {
  countIn(tx, -tallyOf(tx).bytes)
}
