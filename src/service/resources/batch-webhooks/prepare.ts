import { callBeforehand, checkUrl } from '../deliveries/validate.ts'
import type { Preparations } from '../requests/operation.ts'
import { batchWebhookOrThrow } from './batch-webhook.ts'
import { refuseTooMany } from './make.ts'

/** If the world validates webhook URLs, the new URL is called before anything is written. */
export const batchWebhookPreparations = {
  createBatchWebhook({ tx, body: { url }, outbound }) {
    checkUrl(url)
    refuseTooMany(tx)
    return callBeforehand(tx, url, outbound)
  },

  updateBatchWebhook({ tx, path, body: { url }, outbound }) {
    if (url === undefined || url === batchWebhookOrThrow(tx, path.batch_webhook_id).url) return undefined
    checkUrl(url)
    return callBeforehand(tx, url, outbound)
  },
} satisfies Preparations
