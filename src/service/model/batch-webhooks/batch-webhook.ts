import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { SIGNING_SECRET } from '../deliveries/delivery.ts'
import { refuseMissing } from '../errors.ts'

/** A subscription of a URL to finished batches. */
export interface BatchWebhookRow extends Row {
  readonly id: string
  readonly url: string
  readonly enabled: boolean
  /** Whether a client has ever set `enabled`: only then it is shown. */
  readonly shows_enabled: boolean
  /** The application that created it; empty for an API key of the account. */
  readonly client_id: string
  /** The signing secret; empty if deliveries are not signed. */
  readonly secret: string
  /** Whether its receiver answered 410 Gone: then nothing more is sent to it. */
  readonly gone: boolean
}

export const batchWebhooks = defineTable<BatchWebhookRow>()('batch_webhooks', {
  key: ['id'],
  indexes: { byCreation: [], byClient: ['client_id'] },
  word: 'batch_webhook',
  parameters: ['batch_webhook_id'],
  shownBy: 'url',
  secrets: { secret: SIGNING_SECRET },
})

export function batchWebhookOrThrow(tx: ReadTx, id: string): BatchWebhookRow {
  return tx.first(batchWebhooks.key, { id }) ?? refuseMissing('there is no batch webhook', id)
}

/** Removes the batch webhooks of an application whose access was revoked. */
export function removeBatchWebhooks(tx: Tx, client_id: string): void {
  tx.removeAll(batchWebhooks.byClient, { client_id })
}
