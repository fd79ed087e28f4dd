import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { makeSigningSecret } from '../deliveries/webhook-request.ts'
import { errors } from '../../model/errors.ts'
import { freshId } from '../../../kernel/world/fresh-id.ts'
import { type BatchWebhookRow, batchWebhooks } from '../../model/batch-webhooks/batch-webhook.ts'

/** Maximum number of batch webhooks of an account. */
const BATCH_WEBHOOKS_MAX = 20

/** Rejects a batch webhook beyond the limit of an account. */
export function refuseTooMany(tx: ReadTx): void {
  if (tx.range(batchWebhooks.key).count < BATCH_WEBHOOKS_MAX) return
  throw errors.badRequest(`An account has at most ${BATCH_WEBHOOKS_MAX} batch webhooks. Delete one first.`)
}

/** The fields of a new batch webhook. All but the URL have defaults. */
export interface NewBatchWebhook {
  readonly id?: string
  readonly url: string
  readonly enabled?: boolean | undefined
  readonly signing_enabled?: boolean | undefined
  /** The application that creates it, if any. */
  readonly client_id?: string | undefined
}

export function makeBatchWebhook(
  tx: Tx,
  { id, url, enabled, signing_enabled, client_id = '' }: NewBatchWebhook,
): BatchWebhookRow {
  return tx.insert(batchWebhooks, {
    id: id ?? freshId(tx, 'batch_webhooks.id', (each) => !!tx.first(batchWebhooks.key, { id: each })),
    url,
    enabled: enabled ?? true,
    shows_enabled: enabled !== undefined,
    client_id,
    secret: makeSigningSecret(tx, signing_enabled),
    gone: false,
  })
}
