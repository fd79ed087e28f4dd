import type { Tx } from '../../world/tx.ts'
import { batchWebhooks } from '../batch-webhooks/batch-webhook.ts'
import { webhooks } from '../webhooks/webhook.ts'
import type { DeliveryRow } from './delivery.ts'

type Addressed = Pick<DeliveryRow, 'webhook_id' | 'list_id'>

/** The webhook that is told something, if it is still there: where it is, and whether its receiver is gone. */
export function webhookTargetOf(tx: Tx, { webhook_id: id, list_id }: Addressed): { url: string; gone: boolean } | undefined {
  return list_id === '' ? tx.first(batchWebhooks.key, { id }) : tx.first(webhooks.key, { list_id, id })
}

/** Why a delivery is not to be sent any more, if so. What a webhook was told of before it was deleted is still sent once. */
export function objectionTo(tx: Tx, delivery: Addressed & Pick<DeliveryRow, 'attempts'>): string | undefined {
  const webhook = webhookTargetOf(tx, delivery)
  if (webhook) return webhook.gone ? ENDED : undefined
  return delivery.attempts.length > 0 ? 'The webhook was deleted.' : undefined
}

/** Why nothing is sent to a webhook whose receiver is gone. */
export const ENDED = 'The receiver had answered 410 before.'

/** Ends a webhook: it stays where it is, and is sent nothing any more. One that has moved since then has another receiver. */
export function endWebhook(tx: Tx, { webhook_id: id, list_id, url }: Addressed & Pick<DeliveryRow, 'url'>): void {
  const ofBatches = list_id === '' ? tx.first(batchWebhooks.key, { id }) : undefined
  if (ofBatches?.url === url) tx.put(batchWebhooks, { ...ofBatches, gone: true })
  const ofList = list_id === '' ? undefined : tx.first(webhooks.key, { list_id, id })
  if (ofList?.url === url) tx.put(webhooks, { ...ofList, gone: true })
}
