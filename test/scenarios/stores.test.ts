import { afterEach, expect, test } from 'vitest'
import { checkScenarios } from '../../src/service/scenarios/read/check-scenarios.ts'
import { ownScenarios } from '../../src/service/scenarios/read/own-scenarios.ts'
import { type Body, mock } from '../mock.ts'
import { expectWorldToBalance } from '../simulation/all-books.ts'
import { folderWith, removeFolders } from './scenario-world.ts'

afterEach(removeFolders)

const LIST = `
clock: { mode: frozen, now: 2026-01-15T09:00:00Z }
settings: { stats_cache: PT0S }
lists:
  - id: aaaaaaaaaa
    name: News
    date_created: -P300D
    members: [{ email_address: ada@acme.test, status: subscribed }]
    campaigns:
      - id: ca00000001
        subject_line: Hats
        send_time: -P5D
        clicks: [{ email_address: ada@acme.test, at: -P4D, url: https://shop.acme.test }]
`

const SHOP = `${LIST}
stores:
  - id: shop
    list: aaaaaaaaaa
    name: Acme Shop
    domain: shop.acme.test
    platform: Acme Cart
    created_at: -P200D
    notifications: [invoice]
    products:
      - title: Hat
        vendor: Acme
        published_at_foreign: -P100D
        variants: [{ title: Blue, price: 17, inventory_quantity: 3 }, { id: red, price: '18.50' }]
        images: [{ url: https://shop.acme.test/hat.png, variant_ids: [v1] }]
      - { id: sock, title: Sock, variants: [{ price: 4 }] }
    customers:
      - { email_address: ada@acme.test, opt_in_status: true, first_name: Ada, created_at: -P90D }
      - { id: bob, email_address: bob@acme.test, created_at: -P80D }
    carts:
      - { customer: { id: bob }, lines: [{ product_id: sock, quantity: 2 }], checkout_url: https://shop.acme.test/x, updated_at: -PT20M }
    orders:
      - customer: { email_address: Ada@acme.test }
        financial_status: paid
        processed_at_foreign: -P3D
        lines: [{ product_id: p1, quantity: 2, discount: 1 }, { product_id: p1, product_variant_id: red }]
        tax_total: 2
        shipping_total: 3
        discount_total: 5
      - { customer: { email_address: new@acme.test, opt_in_status: true }, lines: [{ product_id: sock }], processed_at_foreign: -P2D, cancelled_at_foreign: -P1D }
    promo_rules:
      - { description: Ten percent, amount: 0.1, type: percentage, target: total, starts_at: -P1D, ends_at: P30D, codes: [{ code: TEN, redemption_url: https://shop.acme.test }] }
`

async function shop(yaml: string) {
  const { root } = folderWith({ 'mine.yaml': `name: mine\ndescription: Mine.\n${yaml}` })
  const double = mock({ scenario: 'mine' }, { scenarios: await ownScenarios(root) })
  await double.ready
  const get = async (path: string): Promise<Body> => (await double.call(`GET /3.0${path}`)).body
  return { double, get }
}

test('a scenario can contain stores, and ids that are left out are numbered', async () => {
  const { double, get } = await shop(SHOP)
  expect(await get('/ecommerce/stores/shop')).toMatchObject({
    list_id: 'aaaaaaaaaa',
    currency_code: 'USD',
    platform: 'Acme Cart',
    connected_site: { site_foreign_id: 'shop' },
    created_at: '2025-06-29T09:00:00+00:00',
  })
  expect((await get('/ecommerce/stores/shop/products')).products).toMatchObject([
    {
      id: 'p1',
      vendor: 'Acme',
      published_at_foreign: '2025-10-07T09:00:00+00:00',
      variants: [
        { id: 'v1', title: 'Blue', price: 17, inventory_quantity: 3 },
        { id: 'red', title: 'Hat', price: 18.5 },
      ],
      images: [{ id: 'i1', variant_ids: ['v1'] }],
    },
    { id: 'sock', variants: [{ id: 'v1', title: 'Sock', price: 4 }] },
  ])
  expect((await get('/ecommerce/stores/shop/customers')).customers).toMatchObject([
    { id: 'c1', email_address: 'ada@acme.test', orders_count: 1, total_spent: 51.5, created_at: '2025-10-17T09:00:00+00:00' },
    { id: 'bob', opt_in_status: false, orders_count: 0 },
    { id: 'c3', email_address: 'new@acme.test', opt_in_status: true, created_at: '2026-01-13T09:00:00+00:00' },
  ])
  expect((await get('/ecommerce/stores/shop/carts')).carts).toMatchObject([
    { id: 'cart1', customer: { id: 'bob' }, order_total: 8, currency_code: 'USD', updated_at: '2026-01-15T08:40:00+00:00' },
  ])
  expect((await get('/ecommerce/stores/shop/promo-rules')).promo_rules).toMatchObject([
    { id: 'r1', starts_at: '2026-01-14T09:00:00+00:00', ends_at: '2026-02-14T09:00:00+00:00' },
  ])
  expect((await get('/ecommerce/stores/shop/promo-rules/r1/promo-codes')).promo_codes).toMatchObject([{ id: 'TEN', code: 'TEN' }])
  await expectWorldToBalance(double)
})

test('an order of a scenario gets its prices and its total, and belongs to the campaign that its customer clicked', async () => {
  const { get } = await shop(SHOP)
  expect((await get('/ecommerce/stores/shop/orders')).orders).toMatchObject([
    {
      id: 'o1',
      customer: { id: 'c1' },
      campaign_id: 'ca00000001',
      order_total: 51.5,
      processed_at_foreign: '2026-01-12T09:00:00+00:00',
      lines: [
        { id: '1', product_variant_id: 'v1', quantity: 2, price: 17, discount: 1 },
        { id: '2', product_variant_id: 'red', quantity: 1, price: 18.5 },
      ],
    },
    { id: 'o2', customer: { id: 'c3' }, order_total: 4, cancelled_at_foreign: '2026-01-14T09:00:00+00:00' },
  ])
  expect((await get('/reports/ca00000001')).ecommerce).toMatchObject({ total_orders: 1, total_spent: 51.5, total_revenue: 46.5 })
})

test('customers of a scenario who are not on the list join it when they became customers, and nothing is sent about it', async () => {
  const { double, get } = await shop(SHOP.replace('name: News', 'name: News\n    webhooks: [{ url: http://127.0.0.1:9/hook }]'))
  const { members } = await get('/lists/aaaaaaaaaa/members?fields=members.email_address,members.status,members.source')
  expect(members).toEqual([
    { email_address: 'ada@acme.test', status: 'subscribed', source: 'API - Generic' },
    { email_address: 'bob@acme.test', status: 'transactional', source: 'Acme Cart' },
    { email_address: 'new@acme.test', status: 'subscribed', source: 'Acme Cart' },
  ])
  const feed = await get('/lists/aaaaaaaaaa/members/new@acme.test/activity-feed?activity_filters=ecommerce_signup')
  expect(feed.activity ?? []).toMatchObject([
    { activity_type: 'ecommerce_signup', created_at_timestamp: '2026-01-13T09:00:00+00:00' },
  ])
  expect((await double.call('GET /_control/deliveries')).body.deliveries).toEqual([])
})

test('an id in account.stores that the scenario does not describe becomes a store of the first list', async () => {
  const { get } = await shop(`account: { stores: [shop, other] }\n${SHOP}`)
  expect((await get('/ecommerce/stores?fields=stores.id,stores.name,stores.list_id,stores.domain')).stores).toEqual([
    { id: 'shop', name: 'Acme Shop', list_id: 'aaaaaaaaaa', domain: 'shop.acme.test' },
    { id: 'other', name: 'other', list_id: 'aaaaaaaaaa', domain: '' },
  ])
})

test('a read-only store of a scenario can be read by the API and not be changed', async () => {
  const { double } = await shop(`${LIST}\nstores: [{ list: aaaaaaaaaa, name: Hosted, read_only: true }]`)
  expect(await double.call('GET /3.0/ecommerce/stores/s1')).toMatchObject({ status: 200 })
  expect(await double.call('DELETE /3.0/ecommerce/stores/s1')).toMatchObject({ status: 403 })
})

test('scenario check reports every unknown product, campaign and customer in stores with its line', async () => {
  const yaml = `${LIST}
stores:
  - list: aaaaaaaaab
    name: Elsewhere
  - list: aaaaaaaaaa
    name: Shop
    products: [{ id: hat, title: Hat, variants: [{}] }]
    carts:
      - { customer: { id: c1 }, lines: [{ product_id: hat }] }
      - { customer: {}, lines: [{ product_id: hat }] }
    orders:
      - { customer: { email_address: ada@acme.test }, lines: [{ product_id: hut }] }
      - { customer: { email_address: ada@acme.test }, lines: [{ product_id: hat, product_variant_id: blue }] }
      - { customer: { email_address: ada@acme.test }, campaign_id: ca00000009, lines: [{ product_id: hat }] }
      - { customer: { email_address: ada@acme.test }, lines: [{ product_id: hat }], processed_at_foreign: -P2D, cancelled_at_foreign: -P3D }
    promo_rules:
      - { description: Much, amount: 3, type: percentage, target: total }
`
  const { root } = folderWith({ 'mine.yaml': `name: mine\ndescription: Mine.${yaml}` })
  const { mistakes } = await checkScenarios([{ folder: root, part: '.', path: 'mine.yaml', kind: 'Scenario' }])
  const first = 17
  expect(mistakes.map(({ line, pointer, message }) => `${line - first} ${pointer} ${message}`)).toEqual([
    '0 /stores/0/list must be the id of a list of this scenario, but aaaaaaaaab is none',
    '6 /stores/1/carts/0/customer/id The store s1 has no customer c1, and a new one needs an email_address. There are none.',
    '7 /stores/1/carts/1/customer A customer needs an id or an email_address.',
    '9 /stores/1/orders/0/lines/0/product_id The store s1 has no product hut. Did you mean hat?',
    expect.stringMatching(/^10 \/stores\/1\/orders\/1\/lines\/0\/product_variant_id The product hat has no variant blue\./),
    expect.stringMatching(
      /^11 \/stores\/1\/orders\/2\/campaign_id There is no campaign ca00000009 to the list aaaaaaaaaa of the store\./,
    ),
    '12 /stores/1/orders/3/cancelled_at_foreign must not lie before processed_at_foreign, but -P3D does',
    '14 /stores/1/promo_rules/0/amount must be between 0 and 1 for a percentage',
  ])
})
