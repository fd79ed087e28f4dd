import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { Seconds, Millis } from '../../../kernel/support/time.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { errors, refuseMissing } from '../errors.ts'

/** A list. Its counts are in a separate row, which changes far more often. */
export interface ListRow extends Row {
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

export const lists = defineTable<ListRow>()('lists', {
  key: ['id'],
  indexes: { byCreation: ['date_created'] },
  word: 'list',
  ids: ['id', 'web_id'],
  parameters: ['list_id', 'audience_id'],
  shownBy: 'name',
})

/** Returns the list that the member `list_id` of a body names. Throws 400 if there is none. */
export function givenListOrThrow(tx: ReadTx, id: string): ListRow {
  const list = tx.first(lists.key, { id })
  if (!list) throw errors.invalid({ field: 'list_id', message: 'Value must be the id of a list of the account.' })
  return list
}

export function listOrThrow(tx: ReadTx, id: string): ListRow {
  return tx.first(lists.key, { id }) ?? refuseMissing('there is no list', id)
}

/** The URL of the list's sign-up form. */
export function makeSubscribeUrl(tx: ReadTx, list: ListRow): string {
  return `${tx.world.base_url}/_public/subscribe?id=${list.id}`
}

/** A marketing permission that members of the list may give. */
export interface PermissionRow extends Row {
  readonly list_id: string
  readonly id: string
  readonly text: string
}

export const permissions = defineTable<PermissionRow>()('marketing_permissions', {
  key: ['list_id', 'id'],
  indexes: { onList: ['list_id'] },
  ownedBy: [[lists, 'onList']],
})

/** The marketing permissions of a list; empty while they are switched off. */
export function findPermissions(
  tx: ReadTx,
  list: ListRow,
): { readonly marketing_permission_id: string; readonly text: string }[] {
  if (!list.marketing_permissions) return []
  return tx
    .range(permissions.onList, { list_id: list.id })
    .all()
    .map(({ id, text }) => ({ marketing_permission_id: id, text }))
}

/** The fields of a list that its counts depend on. */
export interface CountedList {
  readonly id: string
  readonly date_created: Seconds
}

export interface ListCounts {
  readonly subscribed: number
  readonly unsubscribed: number
  readonly cleaned: number
  readonly pending: number
  readonly transactional: number
  readonly archived: number
  /** Contacts without an address, who are not members. */
  readonly phone_contacts: number
  /** Changes since the last campaign was sent; all of them if none was. */
  readonly subscribed_since_send: number
  readonly unsubscribed_since_send: number
  readonly cleaned_since_send: number
  readonly merge_fields: number
  /** Subscriptions and unsubscriptions since the list was created. */
  readonly subs: number
  readonly unsubs: number
  readonly campaigns: number
  readonly campaign_last_sent: Seconds
  /** Number of campaigns of which emails went out, without automations, and the sums of their rates in billionths. */
  readonly campaigns_sent: number
  readonly open_rates: number
  readonly click_rates: number
  /** The part of `open_rates` that only mail proxies contribute; none if it is missing. */
  readonly proxied_rates?: number
  readonly last_sub_date: Seconds
  readonly last_unsub_date: Seconds
}

/** The current counts of a list, and those at the last mark of the cache. */
export interface ListStatsRow extends Row {
  readonly list_id: string
  readonly running: ListCounts
  readonly shown: ListCounts
  /** The number of the five-minute mark after which `running` was last written. */
  readonly mark: number
  /** When the list was created, if that was within a second. */
  readonly begun_at?: Millis
}

export const listStats = defineTable<ListStatsRow>()('list_stats', { key: ['list_id'], ownedBy: [[lists, 'key']] })

export const NOTHING: ListCounts = {
  subscribed: 0,
  unsubscribed: 0,
  cleaned: 0,
  pending: 0,
  transactional: 0,
  archived: 0,
  phone_contacts: 0,
  subscribed_since_send: 0,
  unsubscribed_since_send: 0,
  cleaned_since_send: 0,
  merge_fields: 0,
  subs: 0,
  unsubs: 0,
  campaigns: 0,
  campaign_last_sent: 0,
  campaigns_sent: 0,
  open_rates: 0,
  click_rates: 0,
  proxied_rates: 0,
  last_sub_date: 0,
  last_unsub_date: 0,
}

/** Minimum number of recipients for a campaign to change `campaign_last_sent`. */
export const RECIPIENTS_OF_A_SEND_MIN = 10

/** The current counts, whatever is shown. */
export function runningCounts(tx: ReadTx, list: CountedList): ListCounts {
  return tx.first(listStats.key, { list_id: list.id })?.running ?? NOTHING
}
