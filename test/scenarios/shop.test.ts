import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { checkScenarios } from '../../src/service/scenarios/read/check-scenarios.ts'
import { mock } from '../mock.ts'
import { expectWorldToBalance } from '../simulation/all-books.ts'
import { ROOT } from './scenario-world.ts'

const S = 'GET /3.0/ecommerce/stores'
const double = mock({ scenario: 'shop' })
const total = async (path: string): Promise<number> => (await double.call(path)).body.total_items

beforeAll(async () => {
  await double.ready
})

test('the scenario shop has the stores, products, customers, carts and promo codes that its comment names', async () => {
  expect((await double.call(S)).body.stores).toMatchObject([
    { id: 'acme-shop', list_id: 'c0ffee0001', currency_code: 'USD', money_format: '$', domain: 'shop.acme.test' },
    { id: 'acme-hosted', list_id: 'c0ffee0001' },
    { id: 'acme-outlet', list_id: 'c0ffee0002', currency_code: 'EUR', is_syncing: true },
  ])
  expect(await total(`${S}/acme-outlet/products`)).toBe(0)
  const { products } = (await double.call(`${S}/acme-shop/products?count=100`)).body
  expect(products).toHaveLength(12)
  expect(new Set(products.map(({ vendor }: { vendor: string }) => vendor)).size).toBe(3)
  const { customers } = (await double.call(`${S}/acme-shop/customers?count=1000`)).body
  expect(customers).toHaveLength(200)
  expect(customers.filter(({ opt_in_status }: { opt_in_status: boolean }) => opt_in_status)).toHaveLength(120)
  const { carts } = (await double.call(`${S}/acme-shop/carts?count=100`)).body
  expect(carts).toHaveLength(8)
  const youngest = Math.max(...carts.map(({ updated_at }: { updated_at: string }) => Date.parse(updated_at)))
  expect(double.handle().world.clock.now - youngest).toBe(20 * 60_000)
  expect(await total(`${S}/acme-shop/promo-rules`)).toBe(2)
  expect(await total(`${S}/acme-shop/promo-rules/ten-percent/promo-codes`)).toBe(2)
  expect(await total(`${S}/acme-shop/promo-rules/free-shipping/promo-codes`)).toBe(1)
  expect((await double.call('DELETE /3.0/ecommerce/stores/acme-hosted')).status).toBe(403)
})

test('the scenario shop has 340 orders of the past year, 102 of them from six campaigns that track purchases', async () => {
  const { orders } = (await double.call(`${S}/acme-shop/orders?count=1000`)).body
  const count = (status: string) =>
    orders.filter((order: { financial_status: string }) => order.financial_status === status).length
  expect({ all: orders.length, cancelled: count('cancelled'), pending: count('pending'), refunded: count('refunded') }).toEqual({
    all: 340,
    cancelled: 12,
    pending: 9,
    refunded: 5,
  })
  const led = orders.filter((order: { campaign_id: string }) => order.campaign_id !== '')
  expect(led).toHaveLength(102)
  const { campaigns } = (await double.call('GET /3.0/campaigns?list_id=c0ffee0001&status=sent')).body
  expect(campaigns.map(({ tracking }: { tracking: { ecomm360: boolean } }) => tracking.ecomm360)).toEqual(Array(6).fill(true))
  await expectWorldToBalance(double)
})

test('the segments of the scenario shop have buyers, lapsed buyers, and members who spent more than 100', async () => {
  const { segments } = (await double.call('GET /3.0/lists/c0ffee0001/segments')).body
  expect(segments.map(({ name }: { name: string }) => name)).toEqual(['Buyers', 'Lapsed buyers', 'Spent more than 100'])
  for (const { member_count } of segments) expect(member_count).toBeGreaterThan(0)
})

test('the survey of the scenario shop has 40 responses, and step 3 of journey 7 can be triggered', async () => {
  expect((await double.call('GET /3.0/reporting/surveys/c0ffee0003')).body).toMatchObject({
    status: 'published',
    total_responses: 40,
  })
  const { members } = (await double.call('GET /3.0/lists/c0ffee0001/members?status=subscribed&count=1')).body
  const trigger = 'POST /3.0/customer-journeys/journeys/7/steps/3/actions/trigger'
  expect(await double.call(trigger, { email_address: members[0].email_address })).toMatchObject({ status: 204 })
})

test('scenario check finds no mistake in the scenario shop', async () => {
  const { mistakes, notes } = await checkScenarios([
    { folder: join(ROOT, 'scenarios'), part: '.', path: 'shop.yaml', kind: 'Scenario' },
  ])
  expect({ mistakes, notes }).toEqual({ mistakes: [], notes: [] })
})
