import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { batchView } from '../batches/view.ts'
import type { BatchRow } from '../../model/batches/batch.ts'
import { deliveries } from '../../model/deliveries/delivery.ts'
import { postWebhook } from '../deliveries/post.ts'
import { firedAt, formValue } from '../deliveries/payload.ts'
import { explainEnd } from '../deliveries/settle.ts'
import { omit } from '../omissions.ts'
import { batchWebhooks } from '../../model/batch-webhooks/batch-webhook.ts'

const EVENT = 'batch_operation_completed'

/** Notifies all batch webhooks that a batch has finished. */
export function announceBatch(tx: Tx, batch: BatchRow): void {
  const all = tx.range(batchWebhooks.byCreation).all()
  const about = { event: EVENT, list_id: '', contact_id: '' } as const
  if (all.length === 0) omit(tx, { code: 'no_webhook', ...about })
  const hearing = all.filter(({ id: webhook_id, url, enabled, gone }) => {
    if (!enabled) omit(tx, { code: 'webhook_off', ...about, webhook_id })
    else if (gone) omit(tx, { code: 'webhook_ended', ...about, webhook_id, reason: explainEnd(tx, webhook_id, url) })
    return enabled && !gone
  })
  if (hearing.length === 0) return
  const payload = { type: EVENT, fired_at: firedAt(tx), data: formValue(batchView(tx, batch)) }
  for (const { id, url, secret } of hearing) postWebhook(tx, { event: EVENT, webhook_id: id, url, payload, secret })
}

/** The number of deliveries to batch webhooks that are pending, in flight or to be retried. */
export function outstandingBatchDeliveries(tx: ReadTx): number {
  const over = tx.range(deliveries.byEvent, { event: EVENT, turn: 'over' }).count
  return tx.range(deliveries.byEvent, { event: EVENT }).count - over
}
