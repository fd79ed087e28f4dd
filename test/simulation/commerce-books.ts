import { expect } from 'vitest'
import type { Tx } from '../../src/kernel/world/tx.ts'
import { campaigns, isParent, isReported } from '../../src/service/model/campaigns/campaign.ts'
import { customers } from '../../src/service/model/customers/customer.ts'
import { lines } from '../../src/service/model/lines/line.ts'
import { lists } from '../../src/service/model/lists/list.ts'
import { members } from '../../src/service/model/members/member.ts'
import { type OrderRow, orders } from '../../src/service/model/orders/order.ts'
import { orderSums } from '../../src/service/model/orders/sums.ts'
import { sumLoadedOrders } from '../../src/service/rules/orders/sums.ts'
import { stores } from '../../src/service/model/stores/store.ts'
import type { Body, mock } from '../mock.ts'

type Double = Pick<ReturnType<typeof mock>, 'call' | 'plant'>

/** Maximum number of customers, members and campaigns that are read: the latest ones. */
const READ_MAX = 40

/** What customers, members, reports and campaigns show of orders must agree with the orders. Returns the number of orders that count. */
export async function expectSalesToBalance({ call, plant }: Double): Promise<number> {
  if (await plant((tx) => tx.range(stores.key).count === 0)) return 0
  await plant(expectSumsToFollow)
  const read = async (path: string): Promise<Body> => (await call(`GET /3.0${path}`)).body
  const counted = await plant(countedOrders)
  await expectCustomersToBalance(read, plant, counted)
  await expectMembersToBalance(read, plant, counted)
  await expectReportsToBalance(read, plant, counted)
  return counted.length
}

type ReadPath = (path: string) => Promise<Body>

/** The sums that are kept are those that a fresh count finds. */
function expectSumsToFollow(tx: Tx): void {
  const bare = () =>
    tx
      .range(orderSums.key)
      .all()
      .map(({ seq: _seq, ...sums }) => sums)
  const kept = bare()
  expect(() =>
    tx.attempt(() => {
      tx.removeAll(orderSums.key, {})
      sumLoadedOrders(tx, tx.range(orders.key).all())
      expect(kept).toEqual(bare())
      throw new Error('undone')
    }),
  ).toThrow('undone')
}

/** The orders that count, by a reading of the setting of its own. */
function countedOrders(tx: Tx): OrderRow[] {
  const { counts } = tx.settings.commerce
  const all = tx.range(orders.key).all()
  if (counts === 'all') return all
  const standing = all.filter(({ cancelled_at_foreign }) => cancelled_at_foreign === 0)
  return counts === 'paid' ? standing.filter(({ financial_status }) => /^paid$/i.test(financial_status)) : standing
}

const spentOn = (some: readonly OrderRow[]) => some.reduce((sum, each) => sum + each.order_total, 0) / 10_000

const revenueOf = (some: readonly OrderRow[]) =>
  some.reduce((sum, each) => sum + each.order_total - each.tax_total - each.shipping_total, 0) / 10_000

/** Law 1: a customer has the orders with its id in its store. */
async function expectCustomersToBalance(read: ReadPath, plant: Double['plant'], counted: readonly OrderRow[]): Promise<void> {
  for (const { store_id, id } of (await plant((tx) => tx.range(customers.key).all())).slice(-READ_MAX)) {
    const own = counted.filter((order) => order.store_id === store_id && order.customer_id === id)
    const shown = await read(`/ecommerce/stores/${encodeURIComponent(store_id)}/customers/${encodeURIComponent(id)}`)
    expect(shown, `the customer ${id}`).toMatchObject({ orders_count: own.length, total_spent: spentOn(own) })
  }
}

/** Law 2: a member has the orders of its customers, and all members of a list together at most those of its stores. */
async function expectMembersToBalance(read: ReadPath, plant: Double['plant'], counted: readonly OrderRow[]): Promise<void> {
  const ofLists = await plant((tx) =>
    tx
      .range(lists.key)
      .all()
      .map(({ id: list_id }) => ({
        list_id,
        stores: tx.range(stores.byList, { list_id }).all(),
        rows: tx.range(members.onList, { list_id }).all(),
      })),
  )
  for (const { list_id, stores: ofList, rows } of ofLists) {
    for (const { hash, contact_id } of rows.slice(-READ_MAX)) {
      const { stats } = await read(`/lists/${list_id}/members/${hash}`)
      const own = counted.filter((order) => order.contact_id === contact_id)
      const shown = { total_revenue: revenueOf(own), number_of_orders: own.length, currency_code: ofList[0]?.currency_code }
      expect(stats.ecommerce_data, `the member ${hash}`).toEqual(ofList.length === 0 ? undefined : shown)
    }
    const contacts = new Set(rows.map(({ contact_id }) => contact_id))
    const byMembers = counted.filter(({ contact_id }) => contacts.has(contact_id)).length
    const inStores = counted.filter(({ store_id }) => ofList.some(({ id }) => id === store_id)).length
    expect(byMembers, `the orders of the list ${list_id}`).toBeLessThanOrEqual(inStores)
  }
}

/** Laws 3 and 4: reports, campaigns and products of campaigns have the processed orders with a financial status that belong to them. */
async function expectReportsToBalance(read: ReadPath, plant: Double['plant'], counted: readonly OrderRow[]): Promise<void> {
  const { reported, quantities } = await plant((tx) => ({
    reported: tx
      .range(campaigns.key)
      .all()
      .filter((row) => isReported(tx, row) && !isParent(tx, row)),
    quantities: new Map(counted.map((order) => [order, quantityOf(tx, order)])),
  }))
  let total = 0
  for (const { id } of reported.slice(-READ_MAX)) {
    const own = counted.filter((each) => each.campaign_id === id && each.processed_at_foreign > 0 && each.financial_status !== '')
    const sums = { total_orders: own.length, total_spent: spentOn(own), total_revenue: revenueOf(own) }
    const { ecommerce } = await read(`/reports/${id}`)
    expect(ecommerce, `the report ${id}`).toMatchObject(sums)
    const { report_summary } = await read(`/campaigns/${id}`)
    if (report_summary) expect(report_summary.ecommerce, `the campaign ${id}`).toEqual(sums)
    if (own.every(({ shipping_total, tax_total }) => shipping_total >= 0 && tax_total >= 0))
      expect(sums.total_revenue).toBeLessThanOrEqual(sums.total_spent)
    const { products } = await read(`/reports/${id}/ecommerce-product-activity?count=1000`)
    const sold = (name: string) => products.reduce((sum: number, product: Body) => sum + product[name], 0)
    expect(sold('total_purchased'), `the products of ${id}`).toBe(
      own.reduce((sum, order) => sum + (quantities.get(order) ?? 0), 0),
    )
    for (const product of products) expect(product.recommendation_purchased).toBeLessThanOrEqual(product.total_purchased)
    total += own.length
  }
  expect(total).toBeLessThanOrEqual(counted.length)
}

function quantityOf(tx: Tx, { store_id, id: owner_id }: OrderRow): number {
  const ofOrder = tx.range(lines.of, { store_id, owner: 'order', owner_id }).all()
  return ofOrder.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Everything outside stores that orders show in, except who is on a list. Law 13: a deleted store leaves it as it would be without the store. */
export async function salesShown({ call, plant }: Double): Promise<object> {
  const read = async (path: string): Promise<Body> => (await call(`GET /3.0${path}`)).body
  const { all, reported } = await plant((tx) => ({
    all: tx.range(lists.key).all(),
    reported: tx
      .range(campaigns.key)
      .all()
      .filter((row) => isReported(tx, row)),
  }))
  const shown: Record<string, unknown> = {}
  for (const { id } of all) {
    const { members: ofList } = await read(`/lists/${id}/members?count=1000`)
    for (const member of ofList) {
      const { activity } = await read(`/lists/${id}/members/${member.id}/activity-feed?activity_filters=order&count=1000`)
      shown[member.id] = { stats: member.stats, activity }
    }
    shown[id] = (await read(`/lists/${id}/segments?count=1000`)).segments
  }
  for (const { id } of reported) {
    const { products } = await read(`/reports/${id}/ecommerce-product-activity?count=1000`)
    shown[id] = { ecommerce: (await read(`/reports/${id}`)).ecommerce, products }
  }
  shown['landing pages'] = (await read('/reporting/landing-pages?count=1000')).landing_pages
  shown['stores'] = (await read('/lists?has_ecommerce_store=true&count=1000')).total_items
  return shown
}
