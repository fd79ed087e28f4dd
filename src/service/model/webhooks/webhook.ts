import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { SIGNING_SECRET } from '../deliveries/delivery.ts'
import { refuseMissing } from '../errors.ts'
import { listOrThrow, lists } from '../lists/list.ts'

export type ListWebhook = ServiceSchemas['ListWebhook']

/** A subscription of a URL to the events of a list. */
export interface WebhookRow extends Row, Pick<ListWebhook, 'id' | 'list_id' | 'url' | 'events' | 'sources'> {
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

/** Returns the webhook that a path names. Throws a 404 if there is none. */
export function webhookOrThrow(tx: ReadTx, path: { readonly list_id: string; readonly webhook_id: string }): WebhookRow {
  const { id: list_id } = listOrThrow(tx, path.list_id)
  return tx.first(webhooks.key, { list_id, id: path.webhook_id }) ?? refuseMissing('the list has no webhook', path.webhook_id)
}
