import { linksOf } from '../links.ts'
import { listOrThrow } from '../lists/list.ts'
import type { Operations } from '../operation.ts'
import { webhooks, webhookView } from './webhook.ts'

export const webhookOperations = {
  getListWebhooks({ tx, path }) {
    const list = listOrThrow(tx, path.list_id)
    const all = tx.range(webhooks.onList, { list_id: list.id }).all()
    return {
      webhooks: all.map((webhook) => webhookView(tx, webhook)),
      list_id: list.id,
      total_items: all.length,
      _links: linksOf(tx, 'ListWebhookCollection', { list_id: list.id }),
    }
  },
} satisfies Partial<Operations>
