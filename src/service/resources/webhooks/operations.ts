import { secretAfter, signingView } from '../../rules/deliveries/webhook-request.ts'
import { validate } from '../../rules/deliveries/validate.ts'
import { listOrThrow } from '../../model/lists/list.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { checkNewUrl, makeWebhook, withEvents, withSources } from '../../rules/webhooks/make.ts'
import { webhookOrThrow, webhooks, type WebhookRow, type ListWebhook } from '../../model/webhooks/webhook.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../../rules/answers/links.ts'

export const webhookOperations = {
  getListWebhooks: listRows({
    schema: 'ListWebhookCollection',
    rows: (tx, path) => tx.range(webhooks.onList, { list_id: listOrThrow(tx, path.list_id).id }),
    view: webhookView,
    answer: (page, { list_id }) => ({ webhooks: page, list_id }),
  }),

  createListWebhook({ tx, path, body, prepared }) {
    const list = listOrThrow(tx, path.list_id)
    const webhook = makeWebhook(tx, list, body)
    validate(tx, { webhook_id: webhook.id, list_id: list.id, url: webhook.url }, prepared)
    return webhookView(tx, webhook, '')
  },

  getListWebhook: ({ tx, path }) => webhookView(tx, webhookOrThrow(tx, path)),

  updateListWebhook({ tx, path, body, prepared }) {
    const list = listOrThrow(tx, path.list_id)
    const webhook = webhookOrThrow(tx, path)
    const { url = webhook.url, events = {}, sources = {} } = body
    const changes = {
      events: withEvents(webhook.events, events),
      sources: withSources(webhook.sources, sources),
      secret: secretAfter(tx, webhook.secret, body.signing_enabled),
    }
    if (url === webhook.url) return webhookView(tx, tx.amend(webhooks, webhook, changes), webhook.secret)
    checkNewUrl(tx, list, url)
    // A new URL may have a working receiver.
    const moved = tx.amend(webhooks, webhook, { ...changes, url, gone: false })
    validate(tx, { webhook_id: moved.id, list_id: list.id, url }, prepared)
    return webhookView(tx, moved, webhook.secret)
  },

  deleteListWebhook: ({ tx, path }) => tx.remove(webhooks, webhookOrThrow(tx, path)),
} satisfies Partial<Operations>

/** Renders a webhook of a list. Its signing secret is shown if it differs from the one before the call. */
function webhookView(tx: ReadTx, { id, url, events, sources, list_id, secret }: WebhookRow, secretBefore = secret): ListWebhook {
  return {
    id,
    url,
    events,
    sources,
    list_id,
    ...signingView(secret, secretBefore),
    _links: renderLinks(tx, 'ListWebhook', { list_id, webhook_id: id }),
  }
}
