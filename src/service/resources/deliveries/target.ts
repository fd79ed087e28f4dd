import type { Tx } from '../../../kernel/world/tx.ts'
import { batchWebhooks } from '../batch-webhooks/batch-webhook.ts'
import { webhooks } from '../webhooks/webhook.ts'
import type { DeliveryRow } from './delivery.ts'
import { givenUpReason } from './give-up.ts'

type Addressed = Pick<DeliveryRow, 'webhook_id' | 'list_id'>

/** Returns the current URL of the webhook and whether nothing more is sent to it, or `undefined` if the webhook was deleted. */
export function webhookTargetOf(tx: Tx, { webhook_id: id, list_id }: Addressed): { url: string; gone: boolean } | undefined {
  return list_id === '' ? tx.first(batchWebhooks.key, { id }) : tx.first(webhooks.key, { list_id, id })
}

/**
 * Returns why a delivery must not be sent any more, or `undefined` if it may. Deliveries from before the deletion of their webhook
 * are still attempted once.
 */
export function objectionTo(tx: Tx, delivery: Addressed & Pick<DeliveryRow, 'attempts'>): string | undefined {
  const webhook = webhookTargetOf(tx, delivery)
  if (webhook) return webhook.gone ? (givenUpReason(tx, delivery.webhook_id, webhook.url) ?? ENDED) : undefined
  return delivery.attempts.length > 0 ? 'The webhook was deleted.' : undefined
}

/** The reason why nothing is sent to an ended webhook. */
export const ENDED = 'The receiver had answered 410 before.'

/** Ends a webhook: it is not deleted, but nothing more is sent to it. A webhook with a new URL has another receiver and is not ended. */
export function endWebhook(tx: Tx, { webhook_id: id, list_id, url }: Addressed & Pick<DeliveryRow, 'url'>): void {
  const ofBatches = list_id === '' ? tx.first(batchWebhooks.key, { id }) : undefined
  if (ofBatches?.url === url) tx.put(batchWebhooks, { ...ofBatches, gone: true })
  const ofList = list_id === '' ? undefined : tx.first(webhooks.key, { list_id, id })
  if (ofList?.url === url) tx.put(webhooks, { ...ofList, gone: true })
}
