import type { ReadTx } from '../../../kernel/world/tx.ts'
import { signingView } from '../../rules/deliveries/sign.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import type { WebhookRow, ListWebhook } from '../../model/webhooks/webhook.ts'

/** Renders a webhook of a list. Its signing secret is shown if it differs from the one before the call. */
export function webhookView(
  tx: ReadTx,
  { id, url, events, sources, list_id, secret }: WebhookRow,
  secretBefore = secret,
): ListWebhook {
  return {
    id,
    url,
    events,
    sources,
    list_id,
    ...signingView(secret, secretBefore),
    _links: renderLinks(tx, 'ListWebhook', { list_id, webhook_id: id }),
  }
}
