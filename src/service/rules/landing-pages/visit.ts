import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { calculateShare } from '../../model/campaigns/rates.ts'
import { renderLinks } from '../answers/links.ts'
import { lists } from '../../model/lists/list.ts'
import { outreachSums } from '../../model/orders/sums.ts'
import { convertToAmount } from '../../model/requests/money.ts'
import { calculateAverage } from '../requests/money.ts'
import { findCurrency } from '../../model/stores/store.ts'
import { type LandingPageRow, landingPages, pageUrl, type PageVisitsRow, pageVisits } from '../../model/landing-pages/page.ts'

export function visitPage(tx: Tx, page: Pick<LandingPageRow, 'id'>): PageVisitsRow {
  const before = findOrAddVisits(tx, page)
  return tx.put(pageVisits, { ...before, visits: before.visits + 1, last_visit_at: tx.now })
}

/** Counts the sign-up of a visitor who came from a page to the form of a list. Other pages do not count. */
export function countSignUp(tx: Tx, id: string | undefined, list_id: string): void {
  const page = id === undefined ? undefined : tx.first(landingPages.key, { id })
  if (page?.status !== 'published' || page.published?.list_id !== list_id) return
  const before = findOrAddVisits(tx, page)
  tx.put(pageVisits, { ...before, signups: before.signups + 1 })
}

function findOrAddVisits(tx: Tx, { id: page_id }: Pick<LandingPageRow, 'id'>): PageVisitsRow {
  const known = tx.first(pageVisits.key, { page_id })
  return known ?? tx.insert(pageVisits, { page_id, visits: 0, last_visit_at: 0, signups: 0 })
}

/** Renders the results of a landing page. The world does not tell its visitors apart. */
export function landingPageReportView(tx: ReadTx, page: LandingPageRow): ServiceSchemas['LandingPageReport'] {
  const { id, web_id, status, content } = page
  const { visits = 0, signups = 0 } = tx.first(pageVisits.key, { page_id: id }) ?? {}
  return {
    id,
    web_id,
    name: content.name,
    title: content.title,
    url: page.published ? pageUrl(tx, page) : '',
    status,
    published_at: timestamp(page.published_at),
    unpublished_at: timestamp(page.unpublished_at),
    list_id: content.list_id,
    list_name: tx.first(lists.key, { id: content.list_id })?.name ?? '',
    visits,
    unique_visits: visits,
    subscribes: signups,
    conversion_rate: Math.min(calculateShare(signups, visits), 1),
    ecommerce: salesVia(tx, page),
    _links: renderLinks(tx, 'LandingPageReport', { page_id: id }),
  }
}

/** The sums of the orders that a page brought. */
function salesVia(tx: ReadTx, { id, content }: LandingPageRow): ServiceSchemas['LandingPageReport']['ecommerce'] {
  const { orders, revenue } = outreachSums(tx, id)
  return {
    total_revenue: convertToAmount(revenue),
    currency_code: findCurrency(tx, content.list_id),
    total_orders: orders,
    average_order_revenue: calculateAverage(revenue, orders),
  }
}
