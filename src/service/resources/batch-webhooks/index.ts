import { SIGNING_SECRET } from '../../rules/deliveries/sign.ts'
import type { Manifest } from '../../rules/manifest.ts'
import { announceBatch } from '../../rules/batch-webhooks/announce.ts'
import { type BatchWebhookRow, batchWebhooks, removeBatchWebhooks } from '../../model/batch-webhooks/batch-webhook.ts'
import { batchWebhookPreparations } from './prepare.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).batchWebhookOperations,
  preparations: batchWebhookPreparations,
  jobs: {},
  secrets: [{ table: batchWebhooks, of: (row: BatchWebhookRow) => row.secret, generated: SIGNING_SECRET }],
  removeFor: { list: [], member: [] },
  reactions: {
    'application.revoked': (tx, { client_id }) => removeBatchWebhooks(tx, client_id),
    'batch.finished': (tx, { batch }) => announceBatch(tx, batch),
  },
} satisfies Manifest
