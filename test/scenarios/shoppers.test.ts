import { afterEach, expect, test } from 'vitest'
import { ownScenarios } from '../../src/service/scenarios/read/own-scenarios.ts'
import { checkScenarios } from '../../src/service/scenarios/read/check-scenarios.ts'
import { shoppers as shopperRows } from '../../src/service/model/triggers/engagement.ts'
import { peek } from '../../src/kernel/world/tx.ts'
import { mock } from '../mock.ts'
import { expectWorldToBalance } from '../simulation/all-books.ts'
import { bytes, folderWith, removeFolders } from './scenario-world.ts'

afterEach(removeFolders)

const yaml = (shoppers: string) => `name: mine
description: Mine.
clock: { mode: frozen, now: 2026-01-15T09:00:00Z }
settings: { stats_cache: PT0S }
lists:
  - id: aaaaaaaaaa
    name: News
    campaign_defaults: { from_name: Acme, from_email: news@acme.test, subject: News, language: en }
    date_created: -P9D
    members: [{ email_address: ada@acme.test, status: subscribed }, { email_address: bob@acme.test, status: subscribed }]
stores:
  - { id: shop, list: aaaaaaaaaa, name: Shop, domain: shop.acme.test, products: [{ title: Hat, variants: [{ price: 5 }] }], shoppers: ${shoppers} }
automations:
  - list: aaaaaaaaaa
    workflow_type: abandonedCart
    store_id: shop
    status: sending
    sends: [{ email: 1, recipients: [{ email_address: ada@acme.test, at: -PT1H }] }]
    emails: [{ id: ada00000a1, subject_line: You left something, html: '<a href="https://shop.acme.test">Here</a>' }]
`

async function world(shoppers: string) {
  const double = mock({ scenario: 'mine' }, { scenarios: await ownScenarios(folderWith({ 'mine.yaml': yaml(shoppers) }).root) })
  await double.ready
  const fire = (trigger: string, fields: object) => double.call('POST /_control/triggers', { trigger, ...fields })
  const [campaign] = (await fire('campaign.send', { list_id: 'aaaaaaaaaa', subject_line: 'Hats' })).body.changed
  const click = (email_address: string) => fire('campaign.click', { campaign_id: campaign.id, email_address })
  const advance = (by: string) => double.call('POST /_control/clock/advance', { by })
  const inStore = async (what: string) => (await double.call(`GET /3.0/ecommerce/stores/shop/${what}`)).body[what]
  return { double, campaign, click, advance, inStore }
}

test('a shopper who clicks orders within the time, once a campaign, and the order belongs to the campaign', async () => {
  const { double, campaign, click, advance, inStore } = await world('{ buy: 1, abandon: 0, within: PT2H, basket: 2 }')
  await click('ada@acme.test')
  await click('ada@acme.test')
  expect(await inStore('orders')).toEqual([])
  await advance('PT2H')
  expect(await inStore('orders')).toMatchObject([
    {
      customer: { email_address: 'ada@acme.test' },
      campaign_id: campaign.id,
      financial_status: 'paid',
      lines: [{ product_id: 'p1' }],
    },
  ])
  expect(await inStore('carts')).toEqual([])
  await expectWorldToBalance(double)
})

test('a shopper who abandons fills a cart and does not order', async () => {
  const { click, advance, inStore } = await world('{ buy: 0, abandon: 1 }')
  await click('ada@acme.test')
  await advance('P1D')
  expect(await inStore('orders')).toEqual([])
  expect(await inStore('carts')).toMatchObject([
    { customer: { email_address: 'ada@acme.test' }, checkout_url: 'https://shop.acme.test/checkout' },
  ])
})

test('a shopper who comes back from an email about an abandoned cart orders what is in the cart', async () => {
  const { double, click: _click, advance, inStore } = await world('{ buy: 0, abandon: 0, return: 1 }')
  const cart = { id: 'left', customer: { email_address: 'ada@acme.test' }, lines: [{ product_id: 'p1', quantity: 3, price: 4 }] }
  await double.call('POST /_control/triggers', { trigger: 'cart.fill', store_id: 'shop', cart })
  const clicked = { trigger: 'campaign.click', workflow_email_id: 'ada00000a1', email_address: 'ada@acme.test' }
  expect(await double.call('POST /_control/triggers', clicked)).toMatchObject({ status: 200 })
  await advance('P1D')
  expect(await inStore('orders')).toMatchObject([{ cart_id: 'left', order_total: 12, lines: [{ quantity: 3, price: 4 }] }])
})

test('nobody shops in a store without shoppers, or without a click', async () => {
  const { advance, inStore } = await world('{ buy: 1, abandon: 0 }')
  await advance('P2D')
  expect(await inStore('orders')).toEqual([])
})

test('shoppers do the same in every world with the same seed', async () => {
  const runs = await Promise.all(
    [1, 2].map(async () => {
      const { double, click, advance } = await world('{ buy: 0.5, abandon: 0.5 }')
      await click('ada@acme.test')
      await click('bob@acme.test')
      await advance('P1D')
      return bytes(double.handle().world)
    }),
  )
  expect(runs[0]).toBe(runs[1])
})

test('scenario check reports shoppers whose shares are more than all of them', async () => {
  const { root } = folderWith({ 'mine.yaml': yaml('{ buy: 0.6, abandon: 0.5 }') })
  const { mistakes } = await checkScenarios([{ folder: root, part: '.', path: 'mine.yaml', kind: 'Scenario' }])
  expect(mistakes.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
    '/stores/0/shoppers/abandon must be at most 1 without buy, which is 0.6, but it is 0.5',
  ])
})

test.each([
  ['{ buy: 1 }', { buy: 1, abandon: 0 }],
  ['{ abandon: 0.95 }', { buy: expect.closeTo(0.05), abandon: 0.95 }],
  ['{ buy: 0.5 }', { buy: 0.5, abandon: 0.1 }],
])('shoppers with the one share %s are valid, since a default yields to what is written', async (shares, expected) => {
  const { double } = await world(shares)
  expect(peek(double.handle().world, (tx) => tx.range(shopperRows.key).all())).toMatchObject([expected])
})

test('visitors come by themselves, order, and their orders are paid and shipped, until the visits end', async () => {
  const { double, advance, inStore } = await world(
    '{ buy: 1, visits: { every: PT1H, until: P1D, new: 1, opt_in: 1 }, orders: { pending: 1, cancelled: 0, refunded: 0, ship_within: PT6H } }',
  )
  expect(await inStore('orders')).toEqual([])
  await advance('P3D')
  const orders = await inStore('orders')
  expect(orders.length).toBeGreaterThan(5)
  for (const order of orders)
    expect(order).toMatchObject({ financial_status: 'paid', fulfillment_status: 'shipped', customer: { opt_in_status: true } })
  expect((await double.call('GET /_control/jobs?kind=timeline.visit')).body.jobs).toEqual([])
  await expectWorldToBalance(double)
})

test.each([
  ['cancelled', { cancelled: 1 }, { financial_status: 'cancelled', fulfillment_status: '' }],
  ['refunded', { cancelled: 0, refunded: 1 }, { financial_status: 'refunded', fulfillment_status: 'shipped' }],
])('the order of a reader is %s as the shoppers say', async (_, orders, expected) => {
  const { double, click, advance, inStore } = await world(JSON.stringify({ buy: 1, orders: { pending: 0, ...orders } }))
  await click('ada@acme.test')
  await advance('P20D')
  expect(await inStore('orders')).toMatchObject([expected])
  await expectWorldToBalance(double)
})

test.each([
  ['shoppers: { none: {} }', '/shoppers/none must be about a store of this scenario or of the one that it extends'],
  ['shoppers: { shop: { visits: { every: PT1S } } }', '/shoppers/shop/visits/every must be at least PT1M'],
  ['shoppers: { shop: { buy: 0.6 } }', '/shoppers/shop/abandon must be at most 1 without buy, which is 0.6, but it is 0.5'],
])('scenario check reports mistakes of a scenario that changes the shoppers of another: %s', async (shoppers, expected) => {
  const other = `name: other\ndescription: Other.\nextends: mine\n${shoppers}\n`
  const { root } = folderWith({ 'mine.yaml': yaml('{ abandon: 0.5 }'), 'other.yaml': other })
  const { mistakes } = await checkScenarios([{ folder: root, part: '.', path: 'other.yaml', kind: 'Scenario' }])
  expect(mistakes.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([expected])
})
