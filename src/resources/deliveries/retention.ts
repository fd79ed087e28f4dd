import { defineTable } from '../../world/table.ts'
import type { Tx } from '../../world/tx.ts'
import { sizeOf } from './attempt.ts'
import { deliveries, type DeliveryRow } from './delivery.ts'
import { releaseNext, cancelPlan } from './queue.ts'

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
export function readDeliveryTally(tx: Tx): Pick<DeliveryTallyRow, 'bytes' | 'evicted'> {
  return tx.first(deliveryTally.key, ONLY) ?? { bytes: 0, evicted: 0 }
}

/** Counts bytes that are kept from now on; those of a delivery that goes are negative. */
export function countIn(tx: Tx, bytes: number, gone = 0): void {
  const before = tx.first(deliveryTally.key, ONLY) ?? tx.insert(deliveryTally, { ...ONLY, bytes: 0, evicted: 0 })
  tx.put(deliveryTally, { ...before, bytes: before.bytes + bytes, evicted: before.evicted + gone })
}

/** Takes it down that nothing is kept any more. What was forgotten on request was not evicted. */
export function forgetBytes(tx: Tx): void {
  countIn(tx, -readDeliveryTally(tx).bytes)
}

/** A world keeps so many deliveries, and so many bytes of what was sent and answered. */
const DELIVERIES_MAX = 10_000
const BYTES_MAX = 64 * 1024 * 1024

/** Lets the oldest deliveries go once there are too many: first those that have come to an end. */
export function keepFew(tx: Tx): void {
  while (tx.range(deliveries.key).count > DELIVERIES_MAX || readDeliveryTally(tx).bytes > BYTES_MAX) {
    const oldest = tx.range(deliveries.byTurn, { turn: 'over' }).first() ?? tx.range(deliveries.key).first()
    if (!oldest) return
    cancelPlan(tx, oldest)
    tx.remove(deliveries, oldest)
    countIn(tx, -bytesOf(oldest), 1)
    if (oldest.status === 'pending' && oldest.turn === 'now') releaseNext(tx, oldest.webhook_id)
  }
}

function bytesOf({ body, attempts }: DeliveryRow): number {
  return attempts.reduce((bytes, attempt) => bytes + sizeOf(attempt), body.length)
}

/** Forgets all deliveries: whatever was still to be sent is not sent any more. Their numbers go on. */
export function forgetDeliveries(tx: Tx): void {
  const all = tx.range(deliveries.key)
  if (all.count === 0) return
  all.each((delivery) => cancelPlan(tx, delivery))
  tx.removeAll(deliveries.key, {})
  forgetBytes(tx)
}
