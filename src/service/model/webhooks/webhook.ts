import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { defineTable } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { SIGNING_SECRET } from '../deliveries/signing-secret.ts'
import { errors } from '../errors.ts'
import { type ListRow, lists } from '../lists/list.ts'

export type ListWebhook = ServiceSchemas['ListWebhook']

/** A subscription of a URL to the events of a list. */
export interface WebhookRow extends Pick<ListWebhook, 'id' | 'list_id' | 'url' | 'events' | 'sources'> {
  readonly seq: number
  /** The signing secret; empty if deliveries are not signed. */
  readonly secret: string
  /** Whether nothing more is sent to it: its receiver answered 410 Gone, or the service gave it up. */
  readonly gone: boolean
}

export const webhooks = defineTable<WebhookRow>()('webhooks', {
  key: ['list_id', 'id'],
  indexes: { onList: ['list_id'], byUrl: ['list_id', 'url'] },
  word: 'webhook',
  parameters: ['webhook_id'],
  shownBy: 'url',
  secrets: { secret: SIGNING_SECRET },
  ownedBy: [[lists, 'onList']],
})

/** Returns the webhook with an id on a list. Throws a 404 if there is none. */
export function webhookOrThrow(tx: ReadTx, list: ListRow, id: string): WebhookRow {
  const webhook = tx.first(webhooks.key, { list_id: list.id, id })
  if (!webhook) throw errors.notFound(`the list has no webhook ${id.slice(0, 64)}`)
  return webhook
}
