import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkScenarios } from '../../src/service/scenarios/read/check-scenarios.ts'
import { mock, type Body } from '../mock.ts'
import { expectWorldToBalance } from '../simulation/all-books.ts'
import { expectBooksToBalance } from '../simulation/books.ts'
import { bytes, readWorld, ROOT } from './scenario-world.ts'

const CARTS = 'c0ffee0080'
const PAGE = 1000

const live = (seed?: string) => mock({ scenario: 'shop-live', ...(seed === undefined ? {} : { seed }) })
type Double = ReturnType<typeof live>

/** All rows of a table, in the order of their ids or of their creation. */
async function rowsOf({ call }: Double, table: string): Promise<Body[]> {
  const rows: Body[] = []
  for (let total = 1; rows.length < total;) {
    const { body } = await call(`GET /_control/state/${table}?count=${PAGE}&offset=${rows.length}`)
    rows.push(...body.rows)
    total = body.total_items ?? body.total
  }
  return rows
}

/** What has happened in the store since the world began. */
async function count(double: Double) {
  const { world } = double.handle()
  const orders = (await rowsOf(double, 'store_orders')).filter(({ created_at }) => created_at * 1000 > world.started_at)
  const have = (field: string, status: string) => orders.filter((order) => order[field] === status).length
  const { call } = double
  const { emails } = (await call(`GET /3.0/automations/${CARTS}/emails`)).body
  return {
    customers: (await call('GET /3.0/ecommerce/stores/acme-shop/customers?count=1')).body.total_items - 200,
    orders: orders.length,
    pending: have('financial_status', 'pending'),
    paid: have('financial_status', 'paid'),
    shipped: have('fulfillment_status', 'shipped'),
    cancelled: have('financial_status', 'cancelled'),
    refunded: have('financial_status', 'refunded'),
    attributed: orders.filter(({ campaign_id }) => campaign_id !== '').length,
    carts: (await call('GET /3.0/ecommerce/stores/acme-shop/carts?count=1')).body.total_items - 8,
    recovered: orders.filter(({ cart_id }) => cart_id !== '').length,
    reminders: emails.reduce((sum: number, { emails_sent }: Body) => sum + emails_sent, 0),
  }
}

test('shop-live has had orders of each kind after a week and a month, and the books balance after both', async () => {
  const double = live()
  await double.pass('P7D')
  expect(await count(double)).toMatchInlineSnapshot(`
    {
      "attributed": 1,
      "cancelled": 1,
      "carts": 10,
      "customers": 12,
      "orders": 19,
      "paid": 18,
      "pending": 0,
      "recovered": 1,
      "refunded": 0,
      "reminders": 15,
      "shipped": 16,
    }
  `)
  await expectWorldToBalance(double)
  await double.pass('P21D')
  expect(await count(double)).toMatchInlineSnapshot(`
    {
      "attributed": 16,
      "cancelled": 4,
      "carts": 51,
      "customers": 58,
      "orders": 73,
      "paid": 64,
      "pending": 1,
      "recovered": 4,
      "refunded": 4,
      "reminders": 111,
      "shipped": 68,
    }
  `)
  await expectWorldToBalance(double)
  expect(double.defects).toEqual([])
})

describe('shop-live after a year', () => {
  const double = live()
  beforeAll(() => double.pass('P365D'))

  test('shop-live has had orders of each kind in a year, and each is in its last state', async () => {
    expect(await count(double)).toMatchInlineSnapshot(`
      {
        "attributed": 342,
        "cancelled": 59,
        "carts": 765,
        "customers": 660,
        "orders": 1006,
        "paid": 894,
        "pending": 0,
        "recovered": 28,
        "refunded": 53,
        "reminders": 1795,
        "shipped": 947,
      }
    `)
    const steps = await rowsOf(double, 'timeline')
    expect(steps.filter(({ outcome, body }) => outcome === 'refused' && body.trigger !== 'order.place')).toEqual([])
  })

  test('each weekly campaign of shop-live was sent, and campaigns report what the orders from them brought', async () => {
    const { reports } = (await double.call('GET /3.0/reports?count=1000')).body
    const weekly: readonly Body[] = reports.filter(({ campaign_title }: Body) => /^Acme Shop, week \d+$/.test(campaign_title))
    expect(weekly).toHaveLength(52)
    expect(weekly.filter(({ ecommerce }) => ecommerce.total_orders > 0).length).toBeGreaterThan(40)
  })

  test('the scenario shop-live has no visitors after its year', async () => {
    const { pending } = (await double.call('GET /_control/clock')).body
    expect(pending.filter(({ job }: Body) => job === 'timeline.visit').length).toBeLessThanOrEqual(1)
    await double.call('POST /_control/clock/advance', { until: 'idle' })
    expect((await double.call('GET /_control/clock')).body.pending).toEqual([])
  })

  test('the books of the shop balance after a year', () => {
    readWorld(double.handle().world, expectBooksToBalance)
    expect(double.defects).toEqual([])
  })
})

test('shop-live runs the same each time, in one step or day by day, and otherwise with another seed', async () => {
  const [one, other, third] = [live(), live(), live('another')]
  await one.pass('P7D')
  for (let day = 0; day < 7; day++) await other.pass('P1D')
  await third.pass('P7D')
  expect(bytes(other.handle().world) === bytes(one.handle().world)).toBe(true)
  expect(bytes(third.handle().world) === bytes(one.handle().world)).toBe(false)
})

test('scenario check finds no mistake in the scenario shop-live', async () => {
  const { mistakes, notes } = await checkScenarios([
    { folder: join(ROOT, 'scenarios'), part: '.', path: 'shop-live.yaml', kind: 'Scenario' },
  ])
  expect({ mistakes, notes }).toEqual({ mistakes: [], notes: [] })
})
