import type { Millis } from '../../support/time.ts'
import { jobs } from '../../world/job.ts'
import type { Tx } from '../../world/tx.ts'
import type { DeliveryRow, Plan } from './delivery.ts'

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
