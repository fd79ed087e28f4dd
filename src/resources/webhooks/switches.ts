import type { WebhookRow } from './webhook.ts'

type Events = WebhookRow['events']
type Sources = WebhookRow['sources']

/** The events of a webhook, of which some are switched on or off. */
export function withEvents(before: Events, wanted: Partial<Events>): Events {
  return {
    subscribe: wanted.subscribe ?? before.subscribe,
    unsubscribe: wanted.unsubscribe ?? before.unsubscribe,
    profile: wanted.profile ?? before.profile,
    cleaned: wanted.cleaned ?? before.cleaned,
    upemail: wanted.upemail ?? before.upemail,
    campaign: wanted.campaign ?? before.campaign,
  }
}

/** The sources of a webhook, of which some are switched on or off. */
export function withSources(before: Sources, wanted: Partial<Sources>): Sources {
  return {
    user: wanted.user ?? before.user,
    admin: wanted.admin ?? before.admin,
    api: wanted.api ?? before.api,
  }
}
