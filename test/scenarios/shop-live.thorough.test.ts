import { beforeAll, describe, expect, test } from 'vitest'
import { mock, type Body } from '../mock.ts'
import { expectWorldToBalance } from '../simulation/all-books.ts'
import { bytes } from './scenario-world.ts'

const STORE = '/3.0/ecommerce/stores/acme-shop'
const CARTS = 'c0ffee0080'

const live = (seed?: string) => mock({ scenario: 'shop-live', ...(seed === undefined ? {} : { seed }) })
type Double = ReturnType<typeof live>

/** What has happened in the store since the world began. */
async function count({ call }: Double) {
  const all = async (path: string, name: string): Promise<Body[]> =>
    (await call(`GET ${path}${path.includes('?') ? '&' : '?'}count=1000`)).body[name]
  const rows = async (table: string): Promise<Body[]> => (await call(`GET /_control/state/${table}?limit=10000`)).body.rows
  const [orders, steps] = [(await rows('store_orders')).slice(340), await rows('timeline')]
  const have = (field: string, status: string) => orders.filter((order) => order[field] === status).length
  const carts = await all(`${STORE}/carts`, 'carts')
  const emails = await rows('emails')
  return {
    customers: (await call(`GET ${STORE}/customers?count=1`)).body.total_items - 200,
    orders: orders.length,
    pending: have('financial_status', 'pending'),
    paid: have('financial_status', 'paid'),
    shipped: have('fulfillment_status', 'shipped'),
    cancelled: have('financial_status', 'cancelled'),
    refunded: have('financial_status', 'refunded'),
    attributed: orders.filter(({ campaign_id }) => campaign_id !== '').length,
    carts: carts.length - 8,
    recovered: orders.filter(({ cart_id }) => cart_id !== '').length,
    reminded: emails.filter(({ workflow_id }) => workflow_id === CARTS).length,
    notified: emails.filter(({ kind }) => kind === 'order_notification').length,
    campaigns: (await call('GET /3.0/campaigns?list_id=c0ffee0001&status=sent&count=1')).body.total_items - 6,
    refused: steps.filter(({ outcome }) => outcome === 'refused').length,
  }
}

test('shop-live has had orders of each kind after a week and a month, and the books balance at its start, after each of them, and in between', async () => {
  const double = live()
  await expectWorldToBalance(double)
  await double.pass('P7D')
  expect(await count(double)).toMatchInlineSnapshot()
  await expectWorldToBalance(double)
  await double.pass('P9D')
  await expectWorldToBalance(double)
  await double.pass('P12D')
  expect(await count(double)).toMatchInlineSnapshot()
  await expectWorldToBalance(double)
  expect(double.defects).toEqual([])
})
