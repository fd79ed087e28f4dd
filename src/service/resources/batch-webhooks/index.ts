import { SIGNING_SECRET } from '../deliveries/sign.ts'
import type { Manifest } from '../manifest.ts'
import { announceBatch } from './announce.ts'
import { type BatchWebhookRow, batchWebhooks, dropBatchWebhooksOf } from './batch-webhook.ts'
import { batchWebhookPreparations } from './prepare.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).batchWebhookOperations,
  preparations: batchWebhookPreparations,
  jobs: {},
  entities: [{ word: 'batch_webhook', tables: ['batch_webhooks'], ids: ['id'], parameters: ['batch_webhook_id'], name: 'url' }],
  secrets: [{ table: batchWebhooks, of: (row: BatchWebhookRow) => row.secret, generated: SIGNING_SECRET }],
  removeFor: { list: [], member: [] },
  reactions: {
    'application.revoked': (tx, { client_id }) => dropBatchWebhooksOf(tx, client_id),
    'batch.finished': (tx, { batch }) => announceBatch(tx, batch),
  },
} satisfies Manifest
