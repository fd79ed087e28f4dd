import { describe, expect, test } from 'vitest'
import { makeStore } from '../../src/service/rules/stores/make.ts'
import type { Body } from '../mock.ts'
import { HAT, PRODUCTS, STORE, STORES } from './commerce-world.ts'
import { ADA, ID, relsIn } from './member-world.ts'
import { LINE, LINES, NEW, ORDER, ORDERS, withOrder } from './order-shop.ts'

const ACCOUNT = '/3.0/ecommerce/orders'
const BLANK_ADDRESS = {
  name: '',
  address1: '',
  address2: '',
  city: '',
  province: '',
  province_code: '',
  postal_code: '',
  country: '',
  country_code: '',
  longitude: 0,
  latitude: 0,
  phone: '',
  company: '',
}

describe('createOrder', () => {
  test('createOrder answers the order, with blanks for what was not sent', async () => {
    const { order } = await withOrder()
    expect(order).toMatchObject({
      id: 'o-1',
      customer: { id: 'c-1', email_address: ADA, opt_in_status: true, orders_count: 1, total_spent: 41.75 },
      store_id: 'acme-shop',
      campaign_id: '',
      currency_code: 'USD',
      order_total: 41.75,
      tax_total: 0,
      processed_at_foreign: '',
      promos: [],
      cart_id: '',
      lines: [{ ...LINE, product_title: 'Hat', product_variant_title: 'Blue', image_url: 'hat.png', discount: 0 }],
    })
    expect(order.shipping_address).toEqual(BLANK_ADDRESS)
    expect(Object.keys(order.shipping_address)).toEqual(Object.keys(BLANK_ADDRESS))
    expect(order).not.toHaveProperty('outreach')
    expect(order).not.toHaveProperty('tracking_code')
  })

  test('createOrder keeps every member that it takes, and answers amounts as numbers', async () => {
    const given = {
      landing_site: 'https://shop.acme.test/',
      financial_status: 'paid',
      fulfillment_status: 'shipped',
      order_url: 'https://shop.acme.test/o-1',
      tracking_code: 'prec',
      billing_address: { ...BLANK_ADDRESS, name: 'Ada', city: 'London', phone: '1', company: 'Acme' },
      tracking_number: 'T1',
      tracking_carrier: 'Post',
      tracking_url: 'https://post.test/T1',
    }
    const { order } = await withOrder({
      ...given,
      order_total: '41.75',
      discount_total: '-1.00005',
      tax_total: '3.25',
      shipping_total: 4.5,
      processed_at_foreign: '2026-01-12T11:30:00+01:00',
      updated_at_foreign: '2026-01-13',
      cancelled_at_foreign: '',
      shipping_address: { longitude: '-0.5', latitude: 51 },
      promos: [{ code: 'X', amount_discounted: '5.5', type: 'percentage' }],
      cart_id: 77,
      lines: [{ ...LINE, discount: '1.5' }],
      created_at: 'ignored',
    })
    expect(order).toMatchObject({
      ...given,
      order_total: 41.75,
      discount_total: -1.0001,
      tax_total: 3.25,
      shipping_total: 4.5,
      processed_at_foreign: '2026-01-12T10:30:00+00:00',
      updated_at_foreign: '2026-01-13T00:00:00+00:00',
      cancelled_at_foreign: '',
      shipping_address: { ...BLANK_ADDRESS, longitude: -0.5, latitude: 51 },
      promos: [{ code: 'X', amount_discounted: 5.5, type: 'percentage' }],
      cart_id: '77',
      lines: [{ ...LINE, discount: 1.5 }],
    })
  })

  test('createOrder makes the customer of an order and the contact, and takes a known customer by its id', async () => {
    const { call, path } = await withOrder()
    expect((await call(`GET ${path}/${ADA}`)).body.status).toBe('subscribed')
    const { body } = await call(`POST ${ORDERS}`, { ...NEW, id: 'o-2', customer: { id: 'c-1', first_name: 'Ada' } })
    expect(body.customer).toMatchObject({ first_name: 'Ada', orders_count: 2, total_spent: 83.5 })
  })

  test('a new line can bring a product that the store does not have; the product of a known one is ignored', async () => {
    const mug = { id: 7, title: 'Mug', variants: [{ id: 'm', title: 'White' }] }
    const line = { id: '2', product_id: '7', product_variant_id: 'm', quantity: 1, price: 5 }
    const { call, order } = await withOrder({
      lines: [
        { ...LINE, product: { ...mug, title: 'Other hat' } },
        { ...line, product: mug },
      ],
    })
    expect(order.lines).toMatchObject([{ product_title: 'Hat' }, { product_title: 'Mug', product_variant_title: 'White' }])
    expect((await call(`GET ${PRODUCTS}/7`)).body).toMatchObject({ id: '7', title: 'Mug' })
    expect((await call(`GET ${HAT}`)).body.title).toBe('Hat')
  })

  test('createOrder answers an address that cannot be imported with Customer Was Not Saved', async () => {
    const { refused } = await withOrder()
    const order = { ...NEW, id: 'o-2', customer: { id: 'c-2', email_address: 'nobody' } }
    expect(await refused(`POST ${ORDERS}`, order)).toMatchObject({ status: 400, title: 'Customer Was Not Saved' })
  })
})

/** Two orders of the store and one of a second store, and the orders that a collection answers. */
async function withOrders() {
  const world = await withOrder()
  const { call, plant } = world
  await call(`POST ${ORDERS}`, {
    ...NEW,
    id: 'o-2',
    customer: { id: 'c-2', email_address: 'b@acme.test' },
    outreach: { id: 'ad-1' },
  })
  await plant((tx) => makeStore(tx, { id: 'second', list_id: ID, name: 'Second', currency_code: 'EUR' }))
  await call(`POST ${STORES}/second/products`, { id: 'hat', title: 'Hat', variants: [{ id: 'hat-blue', title: 'Blue' }] })
  await call(`POST ${STORES}/second/orders`, NEW)
  const idsOf = async (line: string) => {
    const { body } = await call(`GET ${line}`)
    return [body.orders.map((order: Body) => `${order.store_id}/${order.id}`).join(' '), body.total_items]
  }
  return { ...world, idsOf }
}

describe('getAccountOrders', () => {
  test('getAccountOrders lists the orders of all stores by creation', async () => {
    const { call, idsOf } = await withOrders()
    expect(await idsOf(ACCOUNT)).toEqual(['acme-shop/o-1 acme-shop/o-2 second/o-1', 3])
    expect(await idsOf(`${ACCOUNT}?count=1&offset=1`)).toEqual(['acme-shop/o-2', 3])
    const { body } = await call(`GET ${ACCOUNT}?fields=_links,total_items`)
    expect(Object.keys(body)).toEqual(['total_items', '_links'])
    expect(body._links[1].href).toMatch(/\/3\.0\/ecommerce\/$/)
    expect(body._links[0].targetSchema).toMatch(/Definitions\/Ecommerce\/Orders\/CollectionResponse\.json$/)
  })
})

describe('getOrders', () => {
  test('getOrders lists the orders of a store by creation', async () => {
    const { call, idsOf } = await withOrders()
    expect(await idsOf(ORDERS)).toEqual(['acme-shop/o-1 acme-shop/o-2', 2])
    const { body } = await call(`GET ${ORDERS}?count=0`)
    expect(Object.keys(body)).toEqual(['store_id', 'orders', 'total_items', '_links'])
  })
})

describe('getAccountOrders, getOrders', () => {
  test.each([
    ['customer_id=c-1', 'acme-shop/o-1', ' second/o-1'],
    ['customer_id=C-1', '', ''],
    ['outreach_id=ad-1', 'acme-shop/o-2', ''],
    ['has_outreach=true', 'acme-shop/o-2', ''],
    ['has_outreach=false', 'acme-shop/o-1', ' second/o-1'],
    ['campaign_id=none', '', ''],
    ['customer_id=c-1&has_outreach=true', '', ''],
  ])('orders can be filtered by %s, those of a store and those of all', async (query, ofStore, ofOthers) => {
    const { idsOf } = await withOrders()
    expect([(await idsOf(`${ORDERS}?${query}`))[0], (await idsOf(`${ACCOUNT}?${query}`))[0]]).toEqual([
      ofStore,
      ofStore + ofOthers,
    ])
  })
})

describe('deleteOrder', () => {
  test('deleteOrder answers 204, removes the lines and frees the id', async () => {
    const { call } = await withOrder()
    expect((await call(`DELETE ${ORDER}`)).status).toBe(204)
    const { body } = await call(`POST ${ORDERS}`, { ...NEW, lines: [{ ...LINE, id: '9' }] })
    expect(body.lines.map(({ id }: Body) => id)).toEqual(['9'])
    expect(body.customer.orders_count).toBe(1)
  })
})

describe('getOrder', () => {
  test('an order shows its deleted customer as last known, without links, until the id is used again', async () => {
    const { call, order } = await withOrder()
    await call(`DELETE ${STORE}/customers/c-1`)
    const { _links, ...customer } = order.customer
    expect((await call(`GET ${ORDER}`)).body.customer).toEqual(customer)
    await call(`POST ${STORE}/customers`, { id: 'c-1', email_address: 'new@acme.test', opt_in_status: false })
    expect((await call(`GET ${ORDER}`)).body.customer).toMatchObject({ email_address: 'new@acme.test', orders_count: 1 })
  })

  test('a change of an order can make its deleted customer anew', async () => {
    const { call } = await withOrder()
    await call(`DELETE ${STORE}/customers/c-1`)
    const customer = { id: 'c-1', email_address: 'new@acme.test' }
    const { body } = await call(`PATCH ${ORDER}`, { customer, financial_status: 'paid' })
    expect(body).toMatchObject({ customer: { ...customer, orders_count: 1 }, financial_status: 'paid' })
    expect(relsIn(body.customer)).toContain('self')
  })

  test('orders of a permanently deleted contact stay, and count for the customer', async () => {
    const { call, path, plant } = await withOrder()
    await call(`POST ${path}/${ADA}/actions/delete-permanent`)
    expect((await call(`GET ${ORDER}`)).body.customer).toMatchObject({ email_address: ADA, orders_count: 1 })
    const { orders } = await import('../../src/service/model/orders/order.ts')
    expect(await plant((tx) => tx.first(orders.key, { store_id: 'acme-shop', id: 'o-1' })?.contact_id)).toBe('')
  })

  test('lines keep titles and image of a deleted product, and follow those of an existing one', async () => {
    const { call } = await withOrder({ lines: [LINE, { ...LINE, id: '2', product_variant_id: 'hat-red' }] })
    await call(`PATCH ${HAT}`, { title: 'Top hat', image_url: 'top.png' })
    await call(`DELETE ${HAT}/variants/hat-red`)
    const shown = [
      { product_title: 'Top hat', product_variant_title: 'Blue', image_url: 'top.png' },
      { product_title: 'Top hat', product_variant_title: 'Red', image_url: 'red.png' },
    ]
    expect((await call(`GET ${LINES}`)).body.lines).toMatchObject(shown)
    await call(`DELETE ${HAT}`)
    expect((await call(`GET ${LINES}`)).body.lines).toMatchObject(shown)
  })
})
