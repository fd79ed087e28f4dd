import type { Tx } from '../../../kernel/world/tx.ts'
import { deliveries, moveDelivery } from './delivery.ts'
import { objectionTo } from './target.ts'
import { endOfQueue, requeueOvertaken } from './queue.ts'

/** Retries a delivery, unless its webhook is gone. */
export function retryDelivery(tx: Tx, subject: string): void {
  const delivery = tx.first(deliveries.key, { id: Number(subject) })
  if (delivery?.status !== 'retrying') return
  const reason = objectionTo(tx, delivery)
  if (reason !== undefined) moveDelivery(tx, delivery, 'fail', { reason })
  else if (tx.settings.webhooks.mode === 'record') moveDelivery(tx, delivery, 'record')
  else tx.put(deliveries, { ...delivery, turn: 'now', plan: undefined, changed_at: tx.nowMs })
}

/** Sends a delivery that was held back: it joins the queue of its webhook. */
export function releaseDelivery(tx: Tx, subject: string): void {
  const delivery = tx.first(deliveries.key, { id: Number(subject) })
  if (delivery?.status !== 'pending') return
  if (tx.settings.webhooks.mode === 'record') return void moveDelivery(tx, delivery, 'record')
  const joined = tx.put(deliveries, { ...delivery, ...endOfQueue(tx, delivery.webhook_id), changed_at: tx.nowMs })
  requeueOvertaken(tx, joined)
}
