import type { Schemas } from '../../contract/service.ts'
import { defineTable } from '../../world/table.ts'
import type { Tx } from '../../world/tx.ts'
import { linksOf } from '../links.ts'
import type { ListRow } from '../lists/list.ts'

type ListWebhook = Schemas['ListWebhook']

/** A subscription of a URL to what happens on a list. */
export interface WebhookRow extends Pick<ListWebhook, 'id' | 'list_id' | 'url' | 'events' | 'sources'> {
  readonly seq: number
}

export const webhooks = defineTable<WebhookRow>()('webhooks', { key: ['list_id', 'id'], onList: ['list_id'] })

/** Shows a webhook of a list. */
export function webhookView(tx: Tx, { id, url, events, sources, list_id }: WebhookRow): ListWebhook {
  return { id, url, events, sources, list_id, _links: linksOf(tx, 'ListWebhook', { list_id, webhook_id: id }) }
}

/** Takes the webhooks of a list out of the world. */
export function dropWebhooksOf(tx: Tx, list: ListRow): void {
  tx.removeAll(webhooks.onList, { list_id: list.id })
}
