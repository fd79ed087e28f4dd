import type { Manifest } from '../../rules/manifest.ts'
import { announceBatch } from '../../rules/batch-webhooks/announce.ts'
import { removeBatchWebhooks } from '../../model/batch-webhooks/batch-webhook.ts'
import { batchWebhookFetches } from './fetch.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).batchWebhookOperations,
  fetches: batchWebhookFetches,
  reactions: {
    'application.revoked': (tx, { client_id }) => removeBatchWebhooks(tx, client_id),
    'batch.finished': (tx, { batch }) => announceBatch(tx, batch),
  },
} satisfies Manifest
