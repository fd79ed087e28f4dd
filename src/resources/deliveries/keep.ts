import type { Tx } from '../../world/tx.ts'
import { sizeOf } from './attempt.ts'
import { deliveries, type DeliveryRow } from './delivery.ts'
import { cancelPlan } from './plan.ts'
import { callNext } from './queue.ts'
import { countIn, forgetBytes, tallyOf } from './tally.ts'

/** A world keeps so many deliveries, and so many bytes of what was sent and answered. */
const DELIVERIES_MAX = 10_000
const BYTES_MAX = 64 * 1024 * 1024

/** Lets the oldest deliveries go once there are too many: first those that have come to an end. */
export function keepFew(tx: Tx): void {
  while (tx.range(deliveries.key).count > DELIVERIES_MAX || tallyOf(tx).bytes > BYTES_MAX) {
    const oldest = tx.range(deliveries.byTurn, { turn: 'over' }).first() ?? tx.range(deliveries.key).first()
    if (!oldest) return
    cancelPlan(tx, oldest)
    tx.remove(deliveries, oldest)
    countIn(tx, -bytesOf(oldest), 1)
    if (oldest.status === 'pending' && oldest.turn === 'now') callNext(tx, oldest.webhook_id)
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
