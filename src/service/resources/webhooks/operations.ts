import { secretAfter } from '../../rules/deliveries/sign.ts'
import { validate } from '../../rules/deliveries/validate.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { listOrThrow } from '../../model/lists/list.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { checkNewUrl, makeWebhook, withEvents, withSources } from '../../rules/webhooks/make.ts'
import { webhookOrThrow, webhooks } from '../../model/webhooks/webhook.ts'
import { webhookView } from './view.ts'

export const webhookOperations = {
  getListWebhooks({ tx, path }) {
    const list = listOrThrow(tx, path.list_id)
    const all = tx.range(webhooks.onList, { list_id: list.id }).all()
    return {
      webhooks: all.map((webhook) => webhookView(tx, webhook)),
      list_id: list.id,
      total_items: all.length,
      _links: renderLinks(tx, 'ListWebhookCollection', { list_id: list.id }),
    }
  },

  createListWebhook({ tx, path, body, prepared }) {
    const list = listOrThrow(tx, path.list_id)
    const webhook = makeWebhook(tx, list, body)
    validate(tx, { webhook_id: webhook.id, list_id: list.id, url: webhook.url }, prepared)
    return webhookView(tx, webhook, '')
  },

  getListWebhook({ tx, path }) {
    return webhookView(tx, webhookOrThrow(tx, listOrThrow(tx, path.list_id), path.webhook_id))
  },

  updateListWebhook({ tx, path, body, prepared }) {
    const list = listOrThrow(tx, path.list_id)
    const webhook = webhookOrThrow(tx, list, path.webhook_id)
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

  deleteListWebhook({ tx, path }) {
    tx.remove(webhooks, webhookOrThrow(tx, listOrThrow(tx, path.list_id), path.webhook_id))
  },
} satisfies Partial<Operations>
