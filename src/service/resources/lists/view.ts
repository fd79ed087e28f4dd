import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { hasWelcome } from '../../model/automations/automation.ts'
import { renderLinks } from '../../rules/answers/links.ts'
import { shownStats } from '../../rules/list-reports/stats.ts'
import { type ListRow, makeSubscribeUrl } from '../../model/lists/list.ts'

/** Renders a list. `total_contacts` is counted only on request. */
export function listView(tx: ReadTx, list: ListRow, show: { readonly totalContacts: boolean }): ServiceSchemas['List'] {
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
