import { secretAfter, signingView } from '../../rules/deliveries/webhook-request.ts'
import { validate } from '../../rules/deliveries/validate.ts'
import { checkUrl } from '../../rules/webhooks/make.ts'
import { findToken } from '../../model/oauth/token.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { batchWebhookOrThrow, batchWebhooks, type BatchWebhookRow } from '../../model/batch-webhooks/batch-webhook.ts'
import { makeBatchWebhook, refuseTooMany } from '../../rules/batch-webhooks/make.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../../rules/answers/links.ts'

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

type BatchWebhook = ServiceSchemas['BatchWebhook']

/** Renders a batch webhook. Its signing secret is shown if it differs from the one before the call. */
function batchWebhookView(
  tx: ReadTx,
  { id, url, enabled, shows_enabled, gone, secret }: BatchWebhookRow,
  secretBefore = secret,
): BatchWebhook {
  return {
    id,
    url,
    ...(shows_enabled ? { enabled: enabled && !gone } : {}),
    ...signingView(secret, secretBefore),
    _links: renderLinks(tx, 'BatchWebhook', { batch_webhook_id: id }),
  }
}
