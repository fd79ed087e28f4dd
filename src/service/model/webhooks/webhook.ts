import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { defineTable } from '../../../kernel/world/table.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { refuseMissing } from '../errors.ts'
import { listOrThrow, type ListRow } from '../lists/list.ts'

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
  onList: ['list_id'],
  byUrl: ['list_id', 'url'],
})

/** Returns the webhook that a path names. Throws a 404 if there is none. */
export function webhookOrThrow(tx: ReadTx, path: { readonly list_id: string; readonly webhook_id: string }): WebhookRow {
  const { id: list_id } = listOrThrow(tx, path.list_id)
  return tx.first(webhooks.key, { list_id, id: path.webhook_id }) ?? refuseMissing('the list has no webhook', path.webhook_id)
}

export function removeListWebhooks(tx: Tx, list: ListRow): void {
  tx.removeAll(webhooks.onList, { list_id: list.id })
}
