import { expect, test } from 'vitest'
import { makeStore } from '../../../src/service/rules/stores/make.ts'
import { makeProduct } from '../../../src/service/rules/products/make.ts'
import { ID } from '../../resources/member-world.ts'
import { mock } from '../../mock.ts'
import { makeList } from '../../../src/service/rules/lists/make.ts'

const STORE = 'shop'
const ADA = 'ada@acme.test'

/** A world with a store of two products, and a function that fires triggers. */
async function storeWorld() {
  const double = mock()
  await double.plant((tx) => {
    makeList(tx, { id: ID, name: 'News', permission_reminder: 'You signed up.' })
    const store = makeStore(tx, { id: STORE, list_id: ID, name: 'Shop', currency_code: 'EUR' })
    makeProduct(tx, store, {
      id: 'hat',
      title: 'Hat',
      variants: [
        { id: 'blue', title: 'Blue', price: 17 },
        { id: 'red', title: 'Red', price: '18.5' },
      ],
    })
    makeProduct(tx, store, { id: 'sock', title: 'Sock', variants: [{ id: 'sock', title: 'Sock', price: 4.25 }] })
  })
  const fire = (trigger: string, fields: object) => double.call('POST /_control/triggers', { trigger, ...fields })
  const get = async (path: string) => (await double.call(`GET /3.0/ecommerce/stores/${STORE}${path}`)).body
  return { ...double, fire, get }
}

test('order.place makes an order as the API does, and fills in what is left out', async () => {
  const { fire, get, call } = await storeWorld()
  const order = {
    customer: { email_address: ADA, opt_in_status: true },
    lines: [{ product_id: 'hat', quantity: 2, discount: 0.5 }, { product_id: 'sock' }],
    tax_total: 3,
    shipping_total: 4.5,
    discount_total: 10,
  }
  expect(await fire('order.place', { store_id: STORE, order })).toMatchObject({
    status: 200,
    body: {
      events: [{ event: 'subscribe', list_id: ID }],
      changed: [
        { entity: 'order', id: 'o1', list_id: ID },
        { entity: 'member', list_id: ID },
      ],
    },
  })
  expect(await get('/orders/o1')).toMatchObject({
    customer: { id: 'c1', email_address: ADA, orders_count: 1 },
    currency_code: 'EUR',
    // 2 × 17 − 0.5 + 4.25 + 3 + 4.5 − 10
    order_total: 35.25,
    processed_at_foreign: expect.stringMatching(/^20/),
    lines: [
      { id: '1', product_variant_id: 'blue', quantity: 2, price: 17 },
      { id: '2', product_variant_id: 'sock', quantity: 1, price: 4.25 },
    ],
  })
  expect((await call(`GET /3.0/lists/${ID}/members/${ADA}`)).body).toMatchObject({ status: 'subscribed' })
  await fire('order.place', {
    store_id: STORE,
    order: { ...order, customer: { email_address: ADA.toUpperCase() }, order_total: '9.99' },
  })
  expect(await get('/orders/o2')).toMatchObject({ customer: { id: 'c1', orders_count: 2 }, order_total: 9.99 })
})

test('order.place makes the product that a line brings', async () => {
  const { fire, get } = await storeWorld()
  const product = { id: 'cap', title: 'Cap', variants: [{ id: 7, title: 'Seven', price: 8 }] }
  await fire('order.place', {
    store_id: STORE,
    order: { customer: { email_address: ADA }, lines: [{ product_id: 'cap', product }] },
  })
  expect(await get('/orders/o1')).toMatchObject({ order_total: 8, lines: [{ product_title: 'Cap', product_variant_id: '7' }] })
})

test('order.update changes an order as the API does', async () => {
  const { fire, get } = await storeWorld()
  await fire('order.place', { store_id: STORE, order: { customer: { email_address: ADA }, lines: [{ product_id: 'hat' }] } })
  const change = { financial_status: 'paid', lines: [{ id: '1', quantity: 3 }] }
  expect(await fire('order.update', { store_id: STORE, order_id: 'o1', ...change })).toMatchObject({
    status: 200,
    body: { changed: [{ entity: 'order', id: 'o1' }] },
  })
  expect(await get('/orders/o1')).toMatchObject({ financial_status: 'paid', order_total: 17, lines: [{ quantity: 3 }] })
})

test('cart.fill makes a cart as the API does, and fills in what is left out', async () => {
  const { fire, get } = await storeWorld()
  const cart = {
    customer: { id: 'ada', email_address: ADA },
    lines: [{ product_id: 'hat', product_variant_id: 'red', quantity: 2 }],
    tax_total: 1,
  }
  expect(await fire('cart.fill', { store_id: STORE, cart })).toMatchObject({
    status: 200,
    body: { events: [], changed: [{ entity: 'cart', id: 'cart1' }, { entity: 'member' }] },
  })
  expect(await get('/carts/cart1')).toMatchObject({
    customer: { id: 'ada' },
    currency_code: 'EUR',
    order_total: 38,
    lines: [{ id: '1', price: 18.5 }],
  })
})

test('a trigger about a store that names something unknown is answered with 422 and the pointer', async () => {
  const { fire } = await storeWorld()
  const customer = { email_address: ADA }
  const place = (order: object) => fire('order.place', { store_id: STORE, order })
  const refused = [
    [
      await fire('order.place', { store_id: 'shap', order: { customer, lines: [{ product_id: 'hat' }] } }),
      '/store_id',
      'Did you mean shop?',
    ],
    [
      await place({ customer, lines: [{ product_id: 'hat' }, { product_id: 'hut' }] }),
      '/order/lines/1/product_id',
      'Did you mean hat?',
    ],
    [
      await place({ customer, lines: [{ product_id: 'hat', product_variant_id: 'rid' }] }),
      '/order/lines/0/product_variant_id',
      'Did you mean red?',
    ],
    [await place({ customer: { id: 'ada' }, lines: [{ product_id: 'hat' }] }), '/order/customer/id', 'needs an email_address'],
    [await place({ customer: {}, lines: [{ product_id: 'hat' }] }), '/order/customer', 'needs an id or an email_address'],
    [
      await place({ customer: { email_address: 'nobody' }, lines: [{ product_id: 'hat' }] }),
      '/order/customer/email_address',
      'nobody',
    ],
    [await place({ customer, campaign_id: 'none', lines: [{ product_id: 'hat' }] }), '/order/campaign_id', 'no campaign none'],
    [await fire('order.update', { store_id: STORE, order_id: 'o1' }), '/order_id', 'no order o1'],
    [
      await fire('cart.fill', { store_id: STORE, cart: { customer, lines: [{ product_id: 'hut' }] } }),
      '/cart/lines/0/product_id',
      'hut',
    ],
  ] as const
  for (const [{ status, body }, pointer, says] of refused) {
    expect({ status, pointer: body.errors[0].pointer }).toEqual({ status: 422, pointer })
    expect(body.errors[0].message).toContain(says)
  }
})

test('a trigger about a store whose state does not allow it is answered with 409, and nothing changes', async () => {
  const { fire, get, call } = await storeWorld()
  const order = { id: 'o1', customer: { email_address: ADA }, lines: [{ product_id: 'hat' }] }
  await fire('order.place', { store_id: STORE, order })
  expect(
    await fire('order.place', { store_id: STORE, order: { ...order, customer: { email_address: 'bob@acme.test' } } }),
  ).toMatchObject({ status: 409 })
  expect((await get('/customers')).total_items).toBe(1)
  await call(`DELETE /3.0/lists/${ID}`)
  expect(await fire('order.place', { store_id: STORE, order: { ...order, id: 'o2' } })).toMatchObject({ status: 409 })
})

test('an unknown member anywhere in a trigger is refused, also in a fault that fires the trigger', async () => {
  const { fire, call } = await storeWorld()
  const order = {
    customer: { email_address: ADA, address: { town: 'Paris' } },
    lines: [{ product_id: 'hat' }],
    shipping_address: { adress1: '5 rue A' },
  }
  const errors = (at: string) => [
    { pointer: `${at}/customer/address/town`, message: expect.stringMatching(/^There is no member town here\./) },
    { pointer: `${at}/shipping_address/adress1`, message: expect.stringMatching(/^There is no member adress1 here\./) },
  ]
  const fields = { store_id: STORE, order }
  expect(await fire('order.place', fields)).toMatchObject({ status: 422, body: { errors: errors('/order') } })
  const fault = { effect: { trigger: { trigger: 'order.place', ...fields } } }
  expect(await call('POST /_control/faults', fault)).toMatchObject({
    status: 422,
    body: { errors: errors('/effect/trigger/order') },
  })
})
