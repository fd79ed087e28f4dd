import type { Tx } from '../../../kernel/world/tx.ts'
import { measureAttempt } from './webhook-request.ts'
import { deliveries, type DeliveryRow, deliveryTally, ONLY, readDeliveryTally } from '../../model/deliveries/delivery.ts'
import { releaseNext } from './queue.ts'

/** Adds bytes to the tally: a negative number for a removed delivery. */
export function addToTally(tx: Tx, bytes: number, evicted = 0): void {
  const before = tx.first(deliveryTally.key, ONLY) ?? tx.insert(deliveryTally, { ...ONLY, bytes: 0, evicted: 0 })
  tx.put(deliveryTally, { ...before, bytes: before.bytes + bytes, evicted: before.evicted + evicted })
}

/** Maximum number of deliveries of a world, and maximum total size of their requests and answers. */
const DELIVERIES_MAX = 10_000
const BYTES_MAX = 64 * 1024 * 1024

/** Evicts the oldest deliveries beyond the limits, finished ones first. */
export function evictOldDeliveries(tx: Tx): void {
  while (tx.range(deliveries.key).count > DELIVERIES_MAX || readDeliveryTally(tx).bytes > BYTES_MAX) {
    const oldest = tx.range(deliveries.byTurn, { turn: 'over' }).first() ?? tx.range(deliveries.key).first()
    if (!oldest) return
    tx.unschedule(oldest.plan?.job)
    tx.remove(deliveries, oldest)
    addToTally(tx, -measureDelivery(oldest), 1)
    if (oldest.status === 'pending' && oldest.turn === 'now') releaseNext(tx, oldest.webhook_id)
  }
}

function measureDelivery({ body, attempts }: DeliveryRow): number {
  return attempts.reduce((bytes, attempt) => bytes + measureAttempt(attempt), body.length)
}

/** Deletes all deliveries; pending ones are not sent. New ones continue the numbering. */
export function deleteDeliveries(tx: Tx): void {
  const all = tx.range(deliveries.key)
  if (all.count === 0) return
  all.each((delivery) => tx.unschedule(delivery.plan?.job))
  tx.removeAll(deliveries.key, {})
  // Deliveries that were deleted on request do not count as evicted.
  addToTally(tx, -readDeliveryTally(tx).bytes)
}
