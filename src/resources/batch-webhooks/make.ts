import type { Tx } from '../../world/tx.ts'
import { secretOf } from '../deliveries/sign.ts'
import { freshId } from '../fresh-id.ts'
import { batchWebhooks, type BatchWebhookRow } from './batch-webhook.ts'

/** What a new batch webhook is made of; all but the URL has a default. */
export interface NewBatchWebhook {
  readonly id?: string
  readonly url: string
  readonly enabled?: boolean | undefined
  /** The application that makes it, if one does. */
  readonly client_id?: string | undefined
}

/** Makes a batch webhook. */
export function makeBatchWebhook(tx: Tx, { id, url, enabled, client_id = '' }: NewBatchWebhook): BatchWebhookRow {
  return tx.insert(batchWebhooks, {
    id: id ?? freshId(tx, 'batch_webhooks.id', (each) => !!tx.first(batchWebhooks.key, { id: each })),
    url,
    enabled: enabled ?? true,
    shows_enabled: enabled !== undefined,
    client_id,
    secret: secretOf(tx),
    gone: false,
  })
}
