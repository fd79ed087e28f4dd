// The shop is connected to the service: everything it has, in batches.
import { sync } from '../src/sync.ts'
import { apiOf, CAP, DATA, expect, HAT, LINES, LIST, orderOf, STORE, test } from './shop.ts'

const S = '/ecommerce/stores/hats'
const PEOPLE = Array.from({ length: 600 }, (_, at) => ({
  id: `c${at}`,
  email_address: `customer${at}@example.com`,
  opt_in_status: at % 2 === 0,
}))
const ORDERS = PEOPLE.slice(0, 400).map((customer, at) => orderOf(`o${at}`, { customer, lines: [LINES.redHat, LINES.cap] }))
const BIG = { ...DATA, customers: PEOPLE, products: [HAT, CAP], orders: ORDERS }

test('hundreds of customers and orders arrive in batches', async ({ world }) => {
  const { failed } = await sync(apiOf(world), BIG)
  expect(failed).toEqual([])
  const total = async (what: string) => (await world.get(`${S}/${what}?count=0`)).body
  expect(await total('customers')).toMatchObject({ total_items: 600 })
  expect(await total('orders')).toMatchObject({ total_items: 400 })
  expect((await world.get(S)).body.is_syncing).toBe(false)
  const statusOf = async (at: number) => (await world.get(`/lists/${LIST}/members/customer${at}@example.com`)).body.status
  expect([await statusOf(0), await statusOf(1)]).toEqual(['subscribed', 'transactional'])
})

test('the batch of the orders begins after the batch of their products has finished', async ({ world }) => {
  await world.settings.update({ 'batch.operation': 'PT10S' })
  const { failed } = await sync(apiOf(world), { ...BIG, orders: ORDERS.slice(0, 3), customers: PEOPLE.slice(0, 3) })
  expect(failed).toEqual([])
  const all = (await world.get('/batches')).body.batches ?? []
  const batches = all.toSorted((a, b) => a.submitted_at.localeCompare(b.submitted_at))
  expect(batches).toHaveLength(3)
  const [, products, orders] = batches
  expect(Date.parse(orders!.submitted_at)).toBeGreaterThanOrEqual(Date.parse(products!.completed_at))
})

test('a sync can be repeated', async ({ world }) => {
  const api = apiOf(world)
  const data = { ...BIG, customers: PEOPLE.slice(0, 20), orders: ORDERS.slice(0, 20) }
  await sync(api, data)
  const before = (await world.get(`${S}/orders`)).body
  expect(await sync(api, data)).toMatchObject({ failed: [] })
  expect((await world.get(`${S}/orders`)).body).toEqual(before)
})

test('a sync reports what the service does not take, and writes the rest', async ({ world }) => {
  const customers = [...PEOPLE.slice(0, 2), { id: 'nobody', email_address: 'nobody', opt_in_status: true }]
  const orders = [...ORDERS.slice(0, 2), orderOf('other', { lines: [{ ...LINES.cap, product_id: 'unknown' }] })]
  const { failed } = await sync(apiOf(world), { ...BIG, customers, orders })
  expect(failed).toEqual([
    { id: 'nobody', why: expect.stringContaining('cannot be imported') },
    { id: 'other', why: expect.stringContaining('product with the provided ID') },
  ])
  expect((await world.get(`${S}/orders`)).body.total_items).toBe(2)
})

test('a sync that breaks leaves the store syncing, and the next one finishes', async ({ world }) => {
  const broken = { match: { operation: 'createPromoRule' }, when: { first: 1 }, must_fire: true } as const
  await world.faults.add({ ...broken, effect: { problem: { preset: 'InternalServerError' } } })
  const api = apiOf(world)
  await expect(sync(api, DATA)).rejects.toThrow('promo-rules')
  expect((await world.get(S)).body.is_syncing).toBe(true)
  await sync(api, DATA)
  expect((await world.get(S)).body).toMatchObject({ is_syncing: false, domain: STORE.domain })
})
