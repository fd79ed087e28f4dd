import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { checkScenarios } from '../../src/service/scenarios/read/check-scenarios.ts'
import { mock, type Body } from '../mock.ts'
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
  expect(new Set(products.map(({ vendor }: Body) => vendor)).size).toBe(3)
  const counts: number[] = products.map(({ variants }: Body) => variants.length)
  expect([Math.min(...counts), Math.max(...counts)]).toEqual([1, 3])
  const inStock = (product: Body) => product.variants.some((variant: Body) => variant.inventory_quantity > 0)
  expect(products.filter((product: Body) => !inStock(product)).map(({ id }: Body) => id)).toEqual(['beret'])
  expect(products.flatMap(({ variants }: Body) => variants.filter((each: Body) => each.inventory_quantity === 0))).toHaveLength(1)
  expect(products.filter(({ images }: Body) => images.length === 2).map(({ id }: Body) => id)).toEqual(['felt-hat'])
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
  const { now } = double.handle().world.clock
  for (const { processed_at_foreign, cancelled_at_foreign, financial_status } of orders) {
    expect(cancelled_at_foreign !== '').toBe(financial_status === 'cancelled')
    expect(now - Date.parse(processed_at_foreign)).toBeGreaterThanOrEqual(0)
    expect(now - Date.parse(processed_at_foreign)).toBeLessThanOrEqual(365 * 86_400_000)
  }
  const led: readonly Body[] = orders.filter(({ campaign_id }: Body) => campaign_id !== '')
  expect(led).toHaveLength(102)
  const { campaigns } = (await double.call('GET /3.0/campaigns?list_id=c0ffee0001&status=sent')).body
  expect(campaigns.map(({ tracking }: { tracking: { ecomm360: boolean } }) => tracking.ecomm360)).toEqual(Array(6).fill(true))
  expect(new Set(led.map(({ campaign_id }) => campaign_id))).toEqual(new Set(campaigns.map(({ id }: Body) => id)))
  await expectWorldToBalance(double)
})

test('the segments of the scenario shop have buyers, lapsed buyers, and members who spent more than 100', async () => {
  const { segments } = (await double.call('GET /3.0/lists/c0ffee0001/segments')).body
  expect(segments.map(({ name }: { name: string }) => name)).toEqual(['Buyers', 'Lapsed buyers', 'Spent more than 100'])
  const { orders } = (await double.call(`${S}/acme-shop/orders?count=1000`)).body
  const { members } = (await double.call('GET /3.0/lists/c0ffee0001/members?status=subscribed&count=1000')).body
  // Counts of segments are about those whom a campaign would reach.
  const subscribed = new Set(members.map(({ email_address }: Body) => email_address))
  const bought = new Map<string, { last: number; spent: number }>()
  for (const { customer, order_total, processed_at_foreign, cancelled_at_foreign } of orders) {
    if (cancelled_at_foreign !== '' || !subscribed.has(customer.email_address)) continue
    const { last, spent } = bought.get(customer.id) ?? { last: 0, spent: 0 }
    bought.set(customer.id, { last: Math.max(last, Date.parse(processed_at_foreign)), spent: spent + order_total })
  }
  const buyers = [...bought.values()]
  const lapsed = double.handle().world.clock.now - 240 * 86_400_000
  expect(segments.map(({ member_count }: Body) => member_count)).toEqual([
    buyers.length,
    buyers.filter(({ last }) => last < lapsed).length,
    buyers.filter(({ spent }) => spent > 100).length,
  ])
})

test('the survey of the scenario shop is published and has 40 responses: 25 of known contacts, 10 of new ones, 5 of unknown ones', async () => {
  const report = 'GET /3.0/reporting/surveys/c0ffee0003'
  expect((await double.call(report)).body).toMatchObject({ status: 'published', total_responses: 40 })
  const split = { known: 25, new: 10, unknown: 5 }
  for (const [familiarity, count] of Object.entries(split))
    expect(await total(`${report}/responses?respondent_familiarity_is=${familiarity}`)).toBe(count)
  const { questions } = (await double.call(`${report}/questions`)).body
  const [email] = questions.filter(({ type }: Body) => type === 'email')
  expect(email.contact_counts).toEqual(split)
})

test('step 3 of journey 7 of the scenario shop can be triggered, and sends two emails', async () => {
  const { members } = (await double.call('GET /3.0/lists/c0ffee0001/members?status=subscribed&count=1')).body
  const trigger = 'POST /3.0/customer-journeys/journeys/7/steps/3/actions/trigger'
  const own = mock({ scenario: 'shop' })
  const { email_address } = members[0]
  expect(await own.call(trigger, { email_address })).toMatchObject({ status: 204 })
  await own.pass('P4D')
  const { emails } = (await own.call('GET /_control/emails?kind=journey')).body
  expect(emails).toMatchObject([
    { to: email_address, journey_id: 7, step_id: 3, campaign_id: 'c0ffee0071' },
    { to: email_address, journey_id: 7, step_id: 3, campaign_id: 'c0ffee0072' },
  ])
})

test('all notifications of acme-shop are on, readers react to campaigns, and shoppers to what they click', async () => {
  const { call } = mock({ scenario: 'shop' })
  const kinds = ['confirmation', 'invoice', 'shipping', 'refund', 'cancellation']
  const order = { id: 'new', customer: { id: 'c7' }, lines: [{ product_id: 'felt-hat' }], financial_status: 'pending' }
  const fire = (trigger: string, body: object) => call('POST /_control/triggers', { trigger, store_id: 'acme-shop', ...body })
  expect((await fire('order.place', { order })).status).toBe(200)
  for (const change of ['paid', 'refunded', 'cancelled'])
    await fire('order.update', { order_id: 'new', financial_status: change })
  await fire('order.update', { order_id: 'new', fulfillment_status: 'shipped' })
  const { emails } = (await call('GET /_control/emails?kind=order_notification')).body
  expect(new Set(emails.map(({ notification }: Body) => notification))).toEqual(new Set(kinds))
  const rowsOf = async (table: string): Promise<Body[]> => (await call(`GET /_control/state/${table}`)).body.rows
  expect(await rowsOf('engagements')).toMatchObject([{ id: 'c0ffee0001' }])
  expect(await rowsOf('shoppers')).toMatchObject([{ store_id: 'acme-shop' }])
})

test('scenario check finds no mistake in the scenario shop', async () => {
  const { mistakes, notes } = await checkScenarios([
    { folder: join(ROOT, 'scenarios'), part: '.', path: 'shop.yaml', kind: 'Scenario' },
  ])
  expect({ mistakes, notes }).toEqual({ mistakes: [], notes: [] })
})
