import { afterEach, expect, test } from 'vitest'
import { ownScenarios } from '../../src/service/scenarios/read/own-scenarios.ts'
import { checkScenarios } from '../../src/service/scenarios/read/check-scenarios.ts'
import { campaignActions } from '../../src/service/model/campaigns/campaign.ts'
import { orders } from '../../src/service/model/orders/order.ts'
import { customers } from '../../src/service/model/customers/customer.ts'
import { carts } from '../../src/service/model/carts/cart.ts'
import { members } from '../../src/service/model/members/member.ts'
import { products } from '../../src/service/model/products/product.ts'
import { peek } from '../../src/kernel/world/tx.ts'
import { mock } from '../mock.ts'
import { expectWorldToBalance } from '../simulation/all-books.ts'
import { bytes, folderWith, removeFolders } from './scenario-world.ts'

afterEach(removeFolders)

const base = (shop: string, more = '') => `name: mine
description: Mine.
clock: { mode: frozen, now: 2026-01-15T09:00:00Z }
${more}
lists: [{ id: aaaaaaaaaa, name: News, date_created: -P400D }]
stores: [{ id: shop, list: aaaaaaaaaa, name: Shop, platform: Acme Cart }]
generate:
  members: [{ list: aaaaaaaaaa, members: { count: 30 } }]
  campaigns: [{ list: aaaaaaaaaa, campaigns: { since: -P300D, every: P40D } }]
  shops: [${shop}]
`

const SHOP =
  '{ store: shop, customers: 60, orders: 100, opt_in: 0.7, repeat: 0.5, from_campaigns: 0.3, cancelled: 0.05, pending: 0.03, refunded: 0.02, carts: 4 }'

async function world(yaml: string) {
  const double = mock({ scenario: 'mine' }, { scenarios: await ownScenarios(folderWith({ 'mine.yaml': yaml }).root) })
  await double.ready
  return double
}

test('a generated shop has exactly the customers, orders and carts that were asked for', async () => {
  const double = await world(base(SHOP))
  const found = peek(double.handle().world, (tx) => ({
    customers: tx.range(customers.key).all(),
    orders: tx.range(orders.key).all(),
    carts: tx.range(carts.key).all(),
    products: tx.range(products.key).count,
    joined: tx.range(members.key).all(),
  }))
  const withStatus = (status: string) => found.orders.filter(({ financial_status }) => financial_status === status).length
  expect({
    customers: found.customers.length,
    opted_in: found.customers.filter(({ opt_in_status }) => opt_in_status).length,
    orders: found.orders.length,
    buyers: new Set(found.orders.map(({ customer_id }) => customer_id)).size,
    cancelled: withStatus('cancelled'),
    pending: withStatus('pending'),
    refunded: withStatus('refunded'),
    from_campaigns: found.orders.filter(({ campaign_id }) => campaign_id !== '').length,
    carts: found.carts.length,
    products: found.products,
    members: found.joined.length,
    transactional: found.joined.filter(({ status }) => status === 'transactional').length,
    sources: [...new Set(found.joined.map(({ source }) => source))].toSorted(),
  }).toEqual({
    customers: 60,
    opted_in: 42,
    orders: 100,
    buyers: 50,
    cancelled: 5,
    pending: 3,
    refunded: 2,
    from_campaigns: 30,
    carts: 4,
    products: 10,
    members: 90,
    transactional: 18,
    sources: ['API - Generic', 'Acme Cart'],
  })
  expect(Math.max(...found.carts.map(({ updated_at }) => updated_at))).toBe(Date.UTC(2026, 0, 15, 8, 40) / 1000)
  await expectWorldToBalance(double)
})

test('orders of a generated shop belong to a campaign exactly if their customer clicked or opened one shortly before', async () => {
  const double = await world(base(SHOP))
  peek(double.handle().world, (tx) => {
    for (const order of tx.range(orders.key).all()) {
      const window = { click: 30 * 86_400, open: 5 * 86_400 }
      const touched = (['click', 'open'] as const).some((action) =>
        tx
          .range(campaignActions.byContact, { contact_id: order.contact_id, action })
          .all()
          .some(({ at }) => at <= order.ordered_at && order.ordered_at - at <= window[action]),
      )
      expect({ id: order.id, touched }).toEqual({ id: order.id, touched: order.campaign_id !== '' })
    }
  })
})

test('the order of a campaign in a generated shop counts in the report of the campaign', async () => {
  const double = await world(base(SHOP))
  const { body } = await double.call('GET /3.0/reports?count=100')
  const total = body.reports.reduce(
    (sum: number, report: { ecommerce: { total_orders: number } }) => sum + report.ecommerce.total_orders,
    0,
  )
  const counted = peek(double.handle().world, (tx) =>
    tx
      .range(orders.key)
      .all()
      .filter(({ campaign_id, cancelled_at_foreign }) => campaign_id !== '' && cancelled_at_foreign === 0),
  )
  expect(total).toBe(counted.length)
})

test('a generated shop is the same at every start, and another with another seed', async () => {
  const [first, second, other] = await Promise.all([world(base(SHOP)), world(base(SHOP)), world(base(SHOP, 'seed: another'))])
  expect(bytes(first.handle().world)).toBe(bytes(second.handle().world))
  expect(bytes(first.handle().world)).not.toBe(bytes(other.handle().world))
})

test('orders of a scenario follow the generated ones of the same store', async () => {
  const yaml = base('{ store: shop, customers: 3, orders: 5, products: 2 }').replace(
    'platform: Acme Cart }',
    'orders: [{ customer: { id: c2 }, lines: [{ product_id: p3 }] }], products: [{ id: p3, title: Hat, variants: [{ price: 5 }] }] }',
  )
  const double = await world(yaml)
  const { body } = await double.call('GET /3.0/ecommerce/stores/shop/orders/o6')
  expect(body).toMatchObject({ customer: { id: 'c2' }, order_total: 5 })
  await expectWorldToBalance(double)
})

test('scenario check reports a generated shop without a store, or without customers', async () => {
  const { root } = folderWith({ 'mine.yaml': base('{ store: shap, orders: 2 }, { store: shop, orders: 2, customers: 0 }') })
  const { mistakes } = await checkScenarios([{ folder: root, part: '.', path: 'mine.yaml', kind: 'Scenario' }])
  expect(mistakes.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
    '/generate/shops/0/store must be the id of a store of this scenario, but shap is none',
    '/generate/shops/1/customers must be at least 1, since the shop has orders or carts',
  ])
})

test('a generated shop whose orders cannot belong to campaigns says so', async () => {
  const without = base(SHOP).replace(/^  campaigns: .*\n/m, '')
  await expect(world(without)).rejects.toThrow(
    /generate\/shops\/0\/from_campaigns must be 0 or left out, since no campaign was sent to a customer of the shop in its time/,
  )
  await expect(world(base('{ store: shop, orders: 10 }').replace(/^  campaigns: .*\n/m, ''))).resolves.toBeDefined()
})
