import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { signingView } from '../../rules/deliveries/sign.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import type { BatchWebhookRow } from '../../model/batch-webhooks/batch-webhook.ts'

type BatchWebhook = ServiceSchemas['BatchWebhook']

/** Renders a batch webhook. Its signing secret is shown if it differs from the one before the call. */
export function batchWebhookView(
  tx: ReadTx,
  { id, url, enabled, shows_enabled, gone, secret }: BatchWebhookRow,
  secretBefore = secret,
): BatchWebhook {
  return {
    id,
    url,
    ...(shows_enabled ? { enabled: enabled && !gone } : {}),
    ...signingView(secret, secretBefore),
    _links: renderLinks(tx, 'BatchWebhook', { batch_webhook_id: id }),
  }
}
