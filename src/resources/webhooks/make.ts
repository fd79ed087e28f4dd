import type { Tx } from '../../world/tx.ts'
import { secretOf } from '../deliveries/sign.ts'
import { freshId } from '../fresh-id.ts'
import type { ListRow } from '../lists/list.ts'
import { withEvents, withSources } from './switches.ts'
import { webhooks, type WebhookRow } from './webhook.ts'

/** What a new webhook is made of; all but the URL has a default. */
export interface NewWebhook {
  readonly id?: string
  readonly url: string
  readonly events?: Partial<WebhookRow['events']> | undefined
  readonly sources?: Partial<WebhookRow['sources']> | undefined
}

/** Makes a webhook of a list: events that are not named are off, and sources are all on unless some are named. */
export function makeWebhook(tx: Tx, list: ListRow, { id, url, events = {}, sources = ALL_SOURCES }: NewWebhook): WebhookRow {
  return tx.insert(webhooks, {
    id: id ?? freshId(tx, 'webhooks.id', (each) => !!tx.first(webhooks.key, { list_id: list.id, id: each })),
    list_id: list.id,
    url,
    events: withEvents(NO_EVENTS, events),
    sources: withSources(NO_SOURCES, sources),
    secret: secretOf(tx),
    gone: false,
  })
}

const NO_EVENTS = { subscribe: false, unsubscribe: false, profile: false, cleaned: false, upemail: false, campaign: false }
const NO_SOURCES = { user: false, admin: false, api: false }
const ALL_SOURCES = { user: true, admin: true, api: true }
