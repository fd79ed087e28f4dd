import { secretAfter } from '../../rules/deliveries/sign.ts'
import { validate } from '../../rules/deliveries/validate.ts'
import { checkUrl } from '../../rules/webhooks/make.ts'
import { findToken } from '../../model/oauth/token.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { batchWebhookOrThrow, batchWebhooks } from '../../model/batch-webhooks/batch-webhook.ts'
import { batchWebhookView } from './view.ts'
import { makeBatchWebhook, refuseTooMany } from '../../rules/batch-webhooks/make.ts'

export const batchWebhookOperations = {
  getBatchWebhooks: listRows({
    schema: 'BatchWebhookCollection',
    rows: (tx) => tx.range(batchWebhooks.byCreation),
    view: batchWebhookView,
    answer: (page) => ({ webhooks: page }),
  }),

  createBatchWebhook({ tx, body: { url, enabled, signing_enabled }, caller, prepared }) {
    checkUrl(url)
    refuseTooMany(tx)
    const application = caller.token === undefined ? undefined : findToken(tx, caller.token)
    const webhook = makeBatchWebhook(tx, { url, enabled, signing_enabled, client_id: application?.client_id })
    validate(tx, { webhook_id: webhook.id, url }, prepared)
    return batchWebhookView(tx, webhook, '')
  },

  getBatchWebhook: ({ tx, path }) => batchWebhookView(tx, batchWebhookOrThrow(tx, path.batch_webhook_id)),

  updateBatchWebhook({ tx, path, body, prepared }) {
    const webhook = batchWebhookOrThrow(tx, path.batch_webhook_id)
    const { url = webhook.url, enabled, signing_enabled } = body
    // Enabling it resumes deliveries, whatever its receiver had answered.
    const switched = {
      ...(enabled === undefined ? {} : { enabled, shows_enabled: true, gone: webhook.gone && !enabled }),
      secret: secretAfter(tx, webhook.secret, signing_enabled),
    }
    if (url === webhook.url) return batchWebhookView(tx, tx.amend(batchWebhooks, webhook, switched), webhook.secret)
    checkUrl(url)
    // A new URL may have a working receiver.
    const moved = tx.amend(batchWebhooks, webhook, { ...switched, url, gone: false })
    validate(tx, { webhook_id: moved.id, url }, prepared)
    return batchWebhookView(tx, moved, webhook.secret)
  },

  deleteBatchWebhook: ({ tx, path }) => tx.remove(batchWebhooks, batchWebhookOrThrow(tx, path.batch_webhook_id)),
} satisfies Partial<Operations>
