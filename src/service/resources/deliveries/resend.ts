import { isoMillis } from '../../../kernel/support/time.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { moveDelivery, type DeliveryRow } from './delivery.ts'
import { webhookTargetOf } from './target.ts'
import { besideQueue } from './queue.ts'

/** Returns why a delivery cannot be sent again, or `undefined` if it can. */
export function objectionToResending(tx: Tx, delivery: DeliveryRow): string | undefined {
  const { id, webhook_id, turn, plan, status } = delivery
  if (turn === 'now' || turn === 'next') return `The delivery ${id} is on its way already.`
  if (status === 'pending') return `The delivery ${id} is held back by a delivery fault until ${isoMillis(plan?.at ?? tx.nowMs)}.`
  const webhook = webhookTargetOf(tx, delivery)
  if (!webhook) return `The webhook ${webhook_id} was deleted, so it cannot receive the delivery ${id}.`
  if (!webhook.gone) return undefined
  return `The receiver of the webhook ${webhook_id} answered 410, which ended it. Give the webhook another URL first.`
}

/** Sends a delivery again, at once, to the current URL of its webhook. A scheduled retry is cancelled. */
export function resendDelivery(tx: Tx, delivery: DeliveryRow): DeliveryRow {
  tx.unschedule(delivery.plan?.job)
  const url = webhookTargetOf(tx, delivery)?.url ?? delivery.url
  return moveDelivery(tx, delivery, 'resend', { ...besideQueue(tx), url, reason: '', resent: true })
}
