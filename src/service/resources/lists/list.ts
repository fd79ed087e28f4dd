import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { type Seconds, timestamp } from '../../../kernel/support/time.ts'
import { defineTable } from '../../../kernel/world/table.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { hasWelcome } from '../automations/automation.ts'
import { errors } from '../answers/errors.ts'
import { linksOf } from '../answers/links.ts'
import { shownStats } from './stats.ts'

/** A list. Its counts are in a separate row, which changes far more often. */
export interface ListRow {
  readonly seq: number
  readonly id: string
  readonly web_id: number
  readonly name: string
  readonly contact: ServiceSchemas['List']['contact']
  readonly permission_reminder: string
  readonly use_archive_bar: boolean
  readonly campaign_defaults: ServiceSchemas['List']['campaign_defaults']
  readonly notify_on_subscribe: string
  readonly notify_on_unsubscribe: string
  readonly date_created: Seconds
  readonly list_rating: number
  readonly email_type_option: boolean
  readonly visibility: ServiceSchemas['List']['visibility']
  readonly double_optin: boolean
  readonly marketing_permissions: boolean
}

export const lists = defineTable<ListRow>()('lists', { key: ['id'], byCreation: ['date_created'] })

/** Returns the list with an id. Throws a 404 if there is none. */
export function listOrThrow(tx: Tx, id: string): ListRow {
  const list = tx.first(lists.key, { id })
  if (!list) throw errors.notFound(`there is no list ${id.slice(0, 64)}`)
  return list
}

/** Renders a list. `total_contacts` is counted only on request. */
export function listView(tx: Tx, list: ListRow, show: { readonly totalContacts: boolean }): ServiceSchemas['List'] {
  return {
    id: list.id,
    web_id: list.web_id,
    name: list.name,
    contact: list.contact,
    permission_reminder: list.permission_reminder,
    use_archive_bar: list.use_archive_bar,
    campaign_defaults: list.campaign_defaults,
    notify_on_subscribe: list.notify_on_subscribe,
    notify_on_unsubscribe: list.notify_on_unsubscribe,
    date_created: timestamp(list.date_created),
    list_rating: list.list_rating,
    email_type_option: list.email_type_option,
    subscribe_url_short: `${tx.world.base_url}/_public/s/${list.id}`,
    subscribe_url_long: subscribeUrlOf(tx, list),
    beamer_address: `${list.id}@inbound.maildouble.test`,
    visibility: list.visibility,
    double_optin: list.double_optin,
    has_welcome: hasWelcome(tx, list),
    marketing_permissions: list.marketing_permissions,
    modules: [],
    stats: shownStats(tx, list, show),
    _links: linksOf(tx, 'List', { list_id: list.id }),
  }
}

/** The URL of the list's sign-up form. */
export function subscribeUrlOf(tx: Tx, list: ListRow): string {
  return `${tx.world.base_url}/_public/subscribe?id=${list.id}`
}
