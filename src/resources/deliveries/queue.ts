import type { Millis } from '../../support/time.ts'
import { jobs } from '../../world/job.ts'
import type { Tx } from '../../world/tx.ts'
import { deliveries, type DeliveryRow, type Plan } from './delivery.ts'

/** Plans the turn of a delivery: another attempt, or the first one of a delivery that was held back. */
export function planTurn(tx: Tx, kind: 'deliveries.retry' | 'deliveries.release', delivery_id: number, delay: Millis): Plan {
  const { due_at: at, id: job } = tx.schedule(kind, delay, String(delivery_id))
  return { at, job }
}

/** Drops what was planned for a delivery, whose turn comes in another way or not at all. */
export function cancelPlan(tx: Tx, { plan }: Pick<DeliveryRow, 'plan'>): void {
  const job = plan && tx.first(jobs.key, { id: plan.job })
  if (job) tx.remove(jobs, job)
}

type Queued = Pick<DeliveryRow, 'turn' | 'place' | 'plan'>

/** The end of the line of those that wait for a webhook: whoever comes into an empty one is sent at once. */
export function endOfLine(tx: Tx, webhook_id: string): Queued {
  return { turn: waiting(tx, webhook_id) ? 'next' : 'now', place: nextPlace(tx), plan: undefined }
}

/** Beside the line: sent at once, whoever waits for the same webhook. */
export function outOfLine(tx: Tx): Queued {
  return { turn: 'now', place: nextPlace(tx), plan: undefined }
}

function nextPlace(tx: Tx): number {
  return tx.count('deliveries.place')
}

/** The first in the line of a webhook: no attempt of it has ended yet, and the others wait for that. */
function waiting(tx: Tx, webhook_id: string): DeliveryRow | undefined {
  return pending(tx, webhook_id, 'now') ?? pending(tx, webhook_id, 'next')
}

function pending(tx: Tx, webhook_id: string, turn: DeliveryRow['turn']): DeliveryRow | undefined {
  return tx.range(deliveries.byWebhook, { webhook_id, status: 'pending', turn }).first()
}

/** Lets the next delivery to a webhook go out, once the first attempt of the one before has ended. */
export function releaseNext(tx: Tx, webhook_id: string): void {
  const next = waiting(tx, webhook_id)
  if (next?.turn === 'next') tx.put(deliveries, { ...next, turn: 'now' })
}

/** The delivery to a webhook that waits to be overtaken: at most one. */
export function heldBehind(tx: Tx, webhook_id: string): DeliveryRow | undefined {
  return pending(tx, webhook_id, 'behind')
}

/** Puts what waited to be overtaken behind what has just joined the line, unless that only asks whether a URL is there. */
export function letFollow(tx: Tx, { event, webhook_id }: Pick<DeliveryRow, 'event' | 'webhook_id'>): void {
  const held = event === 'validation' ? undefined : heldBehind(tx, webhook_id)
  if (!held) return
  cancelPlan(tx, held)
  tx.put(deliveries, { ...held, ...endOfLine(tx, webhook_id) })
}

/** The deliveries that are to be sent now, the oldest first. */
export function dueDeliveries(tx: Tx, limit: number): DeliveryRow[] {
  return tx.range(deliveries.byTurn, { turn: 'now' }).slice(0, limit)
}

/** How many deliveries have to be attempted before time goes on. */
export function countOutstanding(tx: Tx): number {
  return tx.range(deliveries.byTurn, { turn: 'now' }).count + tx.range(deliveries.byTurn, { turn: 'next' }).count
}
