import type { ServiceSchemas } from '../../contract/service.ts'
import { defineTable } from '../../world/table.ts'
import type { Tx } from '../../world/tx.ts'
import { errors } from '../errors.ts'
import { linksOf } from '../links.ts'
import type { ListRow } from '../lists/list.ts'

type ListWebhook = ServiceSchemas['ListWebhook']

/** A subscription of a URL to the events of a list. */
export interface WebhookRow extends Pick<ListWebhook, 'id' | 'list_id' | 'url' | 'events' | 'sources'> {
  readonly seq: number
  /** The signing secret; empty if deliveries are not signed. */
  readonly secret: string
  /** Whether its receiver answered 410 Gone: then nothing more is sent to it. */
  readonly gone: boolean
}

export const webhooks = defineTable<WebhookRow>()('webhooks', {
  key: ['list_id', 'id'],
  onList: ['list_id'],
  byUrl: ['list_id', 'url'],
})

/** Returns the webhook with an id on a list. Throws a 404 if there is none. */
export function webhookOrThrow(tx: Tx, list: ListRow, id: string): WebhookRow {
  const webhook = tx.first(webhooks.key, { list_id: list.id, id })
  if (!webhook) throw errors.notFound(`the list has no webhook ${id.slice(0, 64)}`)
  return webhook
}

/** Renders a webhook of a list. */
export function webhookView(tx: Tx, { id, url, events, sources, list_id, secret }: WebhookRow): ListWebhook {
  return {
    id,
    url,
    events,
    sources,
    list_id,
    ...(secret === '' ? {} : { signing_enabled: true }),
    _links: linksOf(tx, 'ListWebhook', { list_id, webhook_id: id }),
  }
}

/** Renders a new webhook. Only this answer contains the signing secret. */
export function newWebhookView(tx: Tx, webhook: WebhookRow): ListWebhook {
  const { secret: signing_secret } = webhook
  return { ...webhookView(tx, webhook), ...(signing_secret === '' ? {} : { signing_secret }) }
}

/** Removes the webhooks of a list. */
export function dropWebhooksOf(tx: Tx, list: ListRow): void {
  tx.removeAll(webhooks.onList, { list_id: list.id })
}
