import { askFirst, checkUrl } from '../deliveries/validate.ts'
import type { Preparations } from '../preparation.ts'
import { batchWebhookOrThrow } from './batch-webhook.ts'
import { refuseTooMany } from './make.ts'

/** If the world validates webhook URLs, the new URL is called before anything is written. */
export const batchWebhookPreparations = {
  createBatchWebhook({ tx, body: { url }, outside }) {
    checkUrl(url)
    refuseTooMany(tx)
    return askFirst(tx, url, outside)
  },

  updateBatchWebhook({ tx, path, body: { url }, outside }) {
    if (url === undefined || url === batchWebhookOrThrow(tx, path.batch_webhook_id).url) return undefined
    checkUrl(url)
    return askFirst(tx, url, outside)
  },
} satisfies Preparations
