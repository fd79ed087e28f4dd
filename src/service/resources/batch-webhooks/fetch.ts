import { callBeforehand } from '../../rules/deliveries/validate.ts'
import { checkUrl } from '../../rules/webhooks/make.ts'
import type { Fetches } from '../../rules/requests/operation.ts'
import { batchWebhookOrThrow } from '../../model/batch-webhooks/batch-webhook.ts'
import { refuseTooMany } from '../../rules/batch-webhooks/make.ts'

/** If the world validates webhook URLs, the new URL is called before anything is written. */
export const batchWebhookFetches = {
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
} satisfies Fetches
