import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { makeSigningSecret } from '../deliveries/webhook-request.ts'
import { freshId } from '../../../kernel/world/fresh-id.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { type WebhookRow, webhooks } from '../../model/webhooks/webhook.ts'

type WebhookEvents = WebhookRow['events']
type Sources = WebhookRow['sources']

/** The events of a webhook after switching some on or off. */
export function withEvents(before: WebhookEvents, wanted: Partial<WebhookEvents>): WebhookEvents {
  return {
    subscribe: wanted.subscribe ?? before.subscribe,
    unsubscribe: wanted.unsubscribe ?? before.unsubscribe,
    profile: wanted.profile ?? before.profile,
    cleaned: wanted.cleaned ?? before.cleaned,
    upemail: wanted.upemail ?? before.upemail,
    campaign: wanted.campaign ?? before.campaign,
  }
}

/** The sources of a webhook after switching some on or off. */
export function withSources(before: Sources, wanted: Partial<Sources>): Sources {
  return {
    user: wanted.user ?? before.user,
    admin: wanted.admin ?? before.admin,
    api: wanted.api ?? before.api,
  }
}

/** The fields of a new webhook. All but the URL have defaults. */
export interface NewWebhook {
  readonly id?: string
  readonly url: string
  readonly events?: Partial<WebhookRow['events']> | undefined
  readonly sources?: Partial<WebhookRow['sources']> | undefined
  readonly signing_enabled?: boolean | undefined
}

/** Creates a webhook of a list. Throws 400 if its URL cannot be called, or if another one has it. Unnamed events are off; all sources are on unless some are named. */
export function makeWebhook(
  tx: Tx,
  list: ListRow,
  { id, url, events = {}, sources = ALL_SOURCES, signing_enabled }: NewWebhook,
): WebhookRow {
  checkNewUrl(tx, list, url)
  return tx.insert(webhooks, {
    id: id ?? freshId(tx, 'webhooks.id', (each) => !!tx.first(webhooks.key, { list_id: list.id, id: each })),
    list_id: list.id,
    url,
    events: withEvents(NO_EVENTS, events),
    sources: withSources(NO_SOURCES, sources),
    secret: makeSigningSecret(tx, signing_enabled),
    gone: false,
  })
}

const NO_EVENTS = { subscribe: false, unsubscribe: false, profile: false, cleaned: false, upemail: false, campaign: false }
const NO_SOURCES = { user: false, admin: false, api: false }
const ALL_SOURCES = { user: true, admin: true, api: true }

/** Rejects a URL that cannot be called, or that another webhook of the list has already. */
export function checkNewUrl(tx: ReadTx, list: ListRow, url: string): void {
  checkUrl(url)
  if (!tx.first(webhooks.byUrl, { list_id: list.id, url })) return
  throw errors.invalid({ field: 'url', message: 'The list has a webhook with this URL already.' })
}

/** Rejects a URL that cannot be called. The contract has checked that it is http or https. */
export function checkUrl(url: string): void {
  if (!URL.canParse(url)) throw errors.invalid({ field: 'url', message: 'Value must be an http or https URL.' })
}
