import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { pick } from '../../../kernel/support/objects.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { memberAt } from '../../model/members/member.ts'
import { type Call, type Operations, selectPage, slicePage, isWithin } from '../../rules/requests/operation.ts'
import { emit } from '../../rules/resource-events.ts'
import { hasStore } from '../../model/stores/store.ts'
import { refreshMemberSchema } from '../../rules/members/save.ts'
import { listOrThrow, lists, type ListRow, makeSubscribeUrl } from '../../model/lists/list.ts'
import { makeListContact, makeList, beginPermissions, removeList } from '../../rules/lists/make.ts'
import { shownCounts, shownStats } from '../../rules/list-reports/stats.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import { hasWelcome } from '../../model/automations/automation.ts'

/** The settings of a list in requests, except those with members of their own. */
const SETTINGS = [
  'name',
  'permission_reminder',
  'use_archive_bar',
  'notify_on_subscribe',
  'notify_on_unsubscribe',
  'email_type_option',
  'visibility',
  'double_optin',
  'marketing_permissions',
] as const

export const listOperations = {
  getLists({ tx, query }) {
    const show = { totalContacts: query.include_total_contacts === true }
    const { rows, total } = chooseLists(tx, query)
    return {
      lists: rows.map((list) => listView(tx, list, show)),
      total_items: total,
      constraints: readConstraints(tx),
      _links: renderLinks(tx, 'ListCollection'),
    }
  },

  createList({ tx, body }) {
    const { may_create, max_instances } = readConstraints(tx)
    if (!may_create) throw errors.forbidden(`The account has ${max_instances} lists, the maximum.`)
    // A setting decides which of two schemas validates the body, so only the weaker one is certain.
    const request: ServiceSchemas['CreateListRelaxed'] = body
    const { name, contact = {}, campaign_defaults = {} } = request
    const list = makeList(tx, {
      ...pick(request, SETTINGS),
      name,
      contact: pick(contact, CONTACT),
      campaign_defaults: pick(campaign_defaults, CAMPAIGN_DEFAULTS),
    })
    emit(tx, 'list.created', { list })
    return listView(tx, list, { totalContacts: false })
  },

  getList({ tx, path, query }) {
    return listView(tx, listOrThrow(tx, path.list_id), { totalContacts: query.include_total_contacts === true })
  },

  updateList({ tx, path, body }) {
    const list = listOrThrow(tx, path.list_id)
    const changed = tx.amend(lists, list, {
      ...pick(body, SETTINGS),
      contact: makeListContact({ ...list.contact, ...body.contact }),
      campaign_defaults: { ...list.campaign_defaults, ...pick(body.campaign_defaults ?? {}, CAMPAIGN_DEFAULTS) },
    })
    if (changed.marketing_permissions !== list.marketing_permissions) {
      beginPermissions(tx, changed)
      refreshMemberSchema(tx, list.id)
    }
    return listView(tx, changed, { totalContacts: false })
  },

  deleteList({ tx, path }) {
    removeList(tx, listOrThrow(tx, path.list_id))
  },
} satisfies Partial<Operations>

const CONTACT = ['company', 'address1', 'address2', 'city', 'state', 'zip', 'country', 'phone'] as const
const CAMPAIGN_DEFAULTS = ['from_name', 'from_email', 'subject', 'language'] as const

type ListQuery = Call<'getLists'>['query']

/** The lists of a page, and the number of matches. */
function chooseLists(tx: ReadTx, query: ListQuery): { readonly rows: ListRow[]; readonly total: number } {
  const all = tx.range(query.sort_field === undefined ? lists.key : lists.byCreation)
  if (FILTERS.every((name) => query[name] === undefined))
    return { rows: selectPage(all, query, query.sort_dir), total: all.count }
  const matching = all.all().filter((list) => matchesListQuery(tx, list, query))
  if (query.sort_dir === 'DESC') matching.reverse()
  return { rows: slicePage(matching, query), total: matching.length }
}

const FILTERS = [
  'since_date_created',
  'before_date_created',
  'since_campaign_last_sent',
  'before_campaign_last_sent',
  'email',
  'has_ecommerce_store',
] as const

function matchesListQuery(tx: ReadTx, list: ListRow, query: ListQuery): boolean {
  const { since_campaign_last_sent: since, before_campaign_last_sent: before, email } = query
  if (query.has_ecommerce_store !== undefined && query.has_ecommerce_store !== hasStore(tx, list.id)) return false
  if (!isWithin(list.date_created, query.since_date_created, query.before_date_created)) return false
  if (since !== undefined || before !== undefined) {
    const sent = shownCounts(tx, list).campaign_last_sent
    if (sent === 0 || !isWithin(sent, since, before)) return false
  }
  if (email === undefined) return true
  const member = memberAt(tx, list, email)
  return member !== undefined && !member.archived
}

function readConstraints(tx: ReadTx): ServiceSchemas['ListCollection']['constraints'] {
  const max_instances = tx.settings.max_lists
  const current_total_instances = tx.range(lists.key).count
  return { may_create: max_instances === -1 || current_total_instances < max_instances, max_instances, current_total_instances }
}

/** Renders a list. `total_contacts` is counted only on request. */
function listView(tx: ReadTx, list: ListRow, show: { readonly totalContacts: boolean }): ServiceSchemas['List'] {
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
    subscribe_url_long: makeSubscribeUrl(tx, list),
    beamer_address: `${list.id}@inbound.maildouble.test`,
    visibility: list.visibility,
    double_optin: list.double_optin,
    has_welcome: hasWelcome(tx, list),
    marketing_permissions: list.marketing_permissions,
    modules: [],
    stats: shownStats(tx, list, show),
    _links: renderLinks(tx, 'List', { list_id: list.id }),
  }
}
