import { expect, test } from 'vitest'
import { recordClick } from '../../src/service/rules/campaigns/engagement/actions.ts'
import { makeLandingPage } from '../../src/service/rules/landing-pages/make.ts'
import { makeSegment } from '../../src/service/rules/segments/make.ts'
import { LINE, ORDERS, withReadersShop } from '../resources/order-shop.ts'
import { ID } from '../resources/member-world.ts'
import { expectSalesToBalance, salesShown } from './commerce-books.ts'

const PROCESSED = { processed_at_foreign: '2026-01-15T09:00:00+00:00', financial_status: 'paid' }
const PAGE = 'a1b2c3d4e5f6'

/** A shop of three readers, with campaigns, segments and a landing page, in which orders were placed, changed, cancelled and deleted. */
async function withSales(counts: 'not_cancelled' | 'paid' | 'all' = 'not_cancelled') {
  const world = await withReadersShop({ commerce: { counts } })
  const { order, call, send, as, plant } = world
  const news = await send({ title: 'News' })
  const sale = await send({ title: 'Sale' })
  await as('ada', (tx, ada) => recordClick(tx, news, ada, { url: 'https://acme.test/a' }))
  await plant((tx) => {
    makeLandingPage(tx, { id: PAGE, list_id: ID, name: 'Sale', title: 'Sale' })
    const conditions = [{ condition_type: 'EcommPurchased', field: 'ecomm_purchased', op: 'member' } as const]
    makeSegment(tx, world.list, { name: 'Buyers', type: 'saved', options: { match: 'all', conditions } })
  })
  const outlet = { id: 'outlet', list_id: ID, name: 'Outlet', currency_code: 'EUR' }
  await call('POST /3.0/ecommerce/stores', outlet)
  const hat = { id: 'hat', title: 'Hat', variants: [{ id: 'hat-blue', title: 'Blue' }] }
  await call('POST /3.0/ecommerce/stores/outlet/products', hat)
  await call('POST /3.0/ecommerce/stores/outlet/orders', {
    ...PROCESSED,
    id: 'x-1',
    customer: { id: 'ada', email_address: 'ada@acme.test' },
    currency_code: 'EUR',
    order_total: 7,
    lines: [LINE],
  })
  const atOutlet = await salesShown(world)
  await order('ada', { ...PROCESSED, tax_total: 3.25, shipping_total: 4.5, tracking_code: 'prec' })
  await order('ada', { ...PROCESSED, financial_status: 'pending', lines: [LINE, { ...LINE, id: '2', quantity: 3 }] })
  const cancelled = await order('bob', { ...PROCESSED, campaign_id: sale.id })
  await order('bob', { ...PROCESSED, campaign_id: sale.id, order_total: '-2.5' })
  await order('cy', { outreach: { id: PAGE }, order_total: 1.00005 })
  const deleted = await order('cy', PROCESSED)
  await order('new', { ...PROCESSED, customer: { id: 'new', email_address: 'new@acme.test' } })
  await call(`PATCH ${ORDERS}/${cancelled.id}`, { cancelled_at_foreign: '2026-01-15T09:00:00+00:00' })
  await call(`DELETE ${ORDERS}/${deleted.id}`)
  return { ...world, atOutlet }
}

test.each([
  ['not_cancelled', 6],
  ['paid', 4],
  ['all', 7],
] as const)('with commerce.counts %s, all sums follow from the %i orders that count', async (counts, orders) => {
  expect(await expectSalesToBalance(await withSales(counts))).toBe(orders)
})

test('sums balance after a customer, a member and a line were deleted, and a customer was made again for another address', async () => {
  const world = await withSales()
  const { call, path } = world
  const customers = '/3.0/ecommerce/stores/acme-shop/customers'
  await call(`DELETE ${customers}/ada`)
  await call(`POST ${customers}`, { id: 'ada', email_address: 'bob@acme.test', opt_in_status: false })
  await call(`DELETE ${ORDERS}/o-2/lines/2`)
  await call(`POST ${path}/cy@acme.test/actions/delete-permanent`)
  expect(await expectSalesToBalance(world)).toBe(6)
})

test('a deleted store leaves members, reports, segments and landing pages as they would be without it', async () => {
  const world = await withSales()
  await world.call(`POST ${world.path}/new@acme.test/actions/delete-permanent`)
  expect(await salesShown(world)).not.toEqual(world.atOutlet)
  await world.call('DELETE /3.0/ecommerce/stores/acme-shop')
  await expectSalesToBalance(world)
  // The currency of a list's sums is that of its oldest store.
  const text = JSON.stringify(world.atOutlet).replaceAll('"USD"', '"EUR"')
  expect(await salesShown(world)).toEqual(JSON.parse(text))
})
