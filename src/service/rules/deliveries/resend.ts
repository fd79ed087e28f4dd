import { isoMillis } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { deliveries, type DeliveryRow, moveDelivery } from '../../model/deliveries/delivery.ts'
import { besideQueue, endOfQueue, requeueOvertaken } from './queue.ts'
import { objectionTo, findWebhookTarget } from './settle.ts'

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

/** Returns why a delivery cannot be sent again, or `undefined` if it can. */
export function objectionToResending(tx: ReadTx, delivery: DeliveryRow): string | undefined {
  const { id, webhook_id, turn, plan, status } = delivery
  if (turn === 'now' || turn === 'next') return `The delivery ${id} is on its way already.`
  if (status === 'pending') return `The delivery ${id} is held back by a delivery fault until ${isoMillis(plan?.at ?? tx.nowMs)}.`
  const webhook = findWebhookTarget(tx, delivery)
  if (!webhook) return `The webhook ${webhook_id} was deleted, so it cannot receive the delivery ${id}.`
  if (!webhook.gone) return undefined
  return `The receiver of the webhook ${webhook_id} answered 410, which ended it. Give the webhook another URL first.`
}

/** Sends a delivery again, at once, to the current URL of its webhook. A scheduled retry is cancelled. */
export function resendDelivery(tx: Tx, delivery: DeliveryRow): DeliveryRow {
  tx.unschedule(delivery.plan?.job)
  const url = findWebhookTarget(tx, delivery)?.url ?? delivery.url
  return moveDelivery(tx, delivery, 'resend', { ...besideQueue(tx), url, reason: '', resent: true })
}
