import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { type CampaignRow, findChildren } from '../../model/campaigns/campaign.ts'
import { asOwner, type LineRow, lines } from '../../model/lines/line.ts'
import { findShownProduct } from '../lines/view.ts'
import { type OrderRow, orders } from '../../model/orders/order.ts'
import { campaignSums, isCounted, isOfCampaign, addSums } from '../../model/orders/sums.ts'
import { variants } from '../../model/products/product.ts'
import { convertToAmount } from '../../model/requests/money.ts'
import { findCurrency, stores } from '../../model/stores/store.ts'

type Sums = NonNullable<ServiceSchemas['Campaign']['report_summary']>['ecommerce']

/** The sums of the orders that belong to a campaign or to one of its parts. */
export function calculateSales(tx: ReadTx, campaign: CampaignRow): Sums {
  const { orders: total_orders, spent, revenue } = addSums(findOrderSources(tx, campaign).map(({ id }) => campaignSums(tx, id)))
  return { total_orders, total_spent: convertToAmount(spent), total_revenue: convertToAmount(revenue) }
}

/** The same sums with their currency, as reports show them. */
export function salesInReport(tx: ReadTx, campaign: CampaignRow): ServiceSchemas['Report']['ecommerce'] {
  return { ...calculateSales(tx, campaign), currency_code: findCurrency(tx, campaign.list_id) }
}

/** Orders belong to a campaign if they name it or one of its issues, versions or emails. */
function findOrderSources(tx: ReadTx, campaign: CampaignRow): readonly Pick<CampaignRow, 'id'>[] {
  return [campaign, ...findChildren(tx, campaign)]
}

/** A variant that was sold by a campaign. */
export type SoldProduct = ServiceSchemas['ProductActivity']

/** What was sold of a variant, with its amounts in units of money. */
interface Sale {
  readonly line: LineRow
  revenue: number
  purchased: number
  recommended: number
}

/** The variants that were sold by a campaign, in the order of their first sales. */
export function findSoldProducts(tx: ReadTx, campaign: CampaignRow): readonly SoldProduct[] {
  const sales = new Map<string, Sale>()
  for (const { id: campaign_id } of findOrderSources(tx, campaign)) {
    tx.range(orders.ofCampaign, { campaign_id }).each((order) => {
      if (isOfCampaign(order) && isCounted(tx, order)) addLines(tx, order, sales)
    })
  }
  return [...sales.values()].map((sale) => soldProductView(tx, sale))
}

function addLines(tx: ReadTx, order: OrderRow, sales: Map<string, Sale>): void {
  tx.range(lines.of, asOwner('order', order)).each((line) => {
    const key = JSON.stringify([line.store_id, line.product_id, line.product_variant_id])
    let sale = sales.get(key)
    if (!sale) sales.set(key, (sale = { line, revenue: 0, purchased: 0, recommended: 0 }))
    sale.revenue += line.quantity * line.price - line.discount
    sale.purchased += line.quantity
    if (order.tracking_code === 'prec') sale.recommended += line.quantity
  })
}

function soldProductView(tx: ReadTx, { line, revenue, purchased, recommended }: Sale): SoldProduct {
  const { store_id, product_id, product_variant_id } = line
  const { product_title, image_url } = findShownProduct(tx, line)
  const variant = tx.first(variants.key, { store_id, product_id, id: product_variant_id })
  return {
    title: product_title,
    sku: variant?.sku ?? '',
    image_url,
    total_revenue: convertToAmount(revenue),
    total_purchased: purchased,
    currency_code: tx.first(stores.key, { id: store_id })?.currency_code ?? '',
    recommendation_total: 0,
    recommendation_purchased: recommended,
  }
}

/** Sorts products by a field, the largest first and titles from A to Z unless a direction is given; ties by title. */
export function sortedProducts(
  sold: readonly SoldProduct[],
  {
    sort_field: by = 'total_revenue',
    sort_dir,
  }: {
    readonly sort_field?: 'title' | 'total_revenue' | 'total_purchased' | undefined
    readonly sort_dir?: 'ASC' | 'DESC' | undefined
  },
): SoldProduct[] {
  const descending = (sort_dir ?? (by === 'title' ? 'ASC' : 'DESC')) === 'DESC'
  const compare = by === 'title' ? byTitle : (a: SoldProduct, b: SoldProduct) => a[by] - b[by]
  return sold.toSorted((a, b) => (descending ? compare(b, a) : compare(a, b)) || byTitle(a, b))
}

function byTitle(a: SoldProduct, b: SoldProduct): number {
  if (a.title === b.title) return 0
  return a.title < b.title ? -1 : 1
}
