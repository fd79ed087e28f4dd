import type { Millis } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { deliveries, type DeliveryRow, type Plan } from '../../model/deliveries/delivery.ts'

/** Schedules a retry of a delivery, or the first attempt of one that was held back. */
export function planTurn(tx: Tx, kind: 'deliveries.retry' | 'deliveries.release', delivery_id: number, at: Millis): Plan {
  const { due_at, id: job } = tx.scheduleAt(kind, at, String(delivery_id))
  return { at: due_at, job }
}

type Queued = Pick<DeliveryRow, 'turn' | 'place' | 'plan'>

/** The end of a webhook's queue. A delivery that joins an empty queue is sent at once. */
export function endOfQueue(tx: Tx, webhook_id: string): Queued {
  return { turn: firstWaiting(tx, webhook_id) ? 'next' : 'now', place: nextPlace(tx), plan: undefined }
}

/** Bypasses the queue: the delivery is sent at once. */
export function besideQueue(tx: Tx): Queued {
  return { turn: 'now', place: nextPlace(tx), plan: undefined }
}

function nextPlace(tx: Tx): number {
  return tx.count('deliveries.place')
}

function firstWaiting(tx: ReadTx, webhook_id: string): DeliveryRow | undefined {
  return pending(tx, webhook_id, 'now') ?? pending(tx, webhook_id, 'next')
}

function pending(tx: ReadTx, webhook_id: string, turn: DeliveryRow['turn']): DeliveryRow | undefined {
  return tx.range(deliveries.byWebhook, { webhook_id, status: 'pending', turn }).first()
}

/** Sends the next delivery to a webhook, once the first attempt of the previous one has ended. */
export function releaseNext(tx: Tx, webhook_id: string): void {
  const next = firstWaiting(tx, webhook_id)
  if (next?.turn === 'next') tx.put(deliveries, { ...next, turn: 'now' })
}

/** The delivery to a webhook that waits to be overtaken: at most one. */
export function waitingToBeOvertaken(tx: ReadTx, webhook_id: string): DeliveryRow | undefined {
  return pending(tx, webhook_id, 'behind')
}

/** Queues the delivery that waited to be overtaken behind the new one, unless the new one only validates a URL. */
export function requeueOvertaken(tx: Tx, { event, webhook_id }: Pick<DeliveryRow, 'event' | 'webhook_id'>): void {
  const overtaken = event === 'validation' ? undefined : waitingToBeOvertaken(tx, webhook_id)
  if (!overtaken) return
  tx.unschedule(overtaken.plan?.job)
  tx.put(deliveries, { ...overtaken, ...endOfQueue(tx, webhook_id) })
}

/** The deliveries to be sent now, the oldest first. */
export function dueDeliveries(tx: ReadTx, limit: number): DeliveryRow[] {
  return tx.range(deliveries.byTurn, { turn: 'now' }).slice(0, limit)
}

/** The number of deliveries that have to be attempted before the clock advances. */
export function countOutstanding(tx: ReadTx): number {
  return tx.range(deliveries.byTurn, { turn: 'now' }).count + tx.range(deliveries.byTurn, { turn: 'next' }).count
}
