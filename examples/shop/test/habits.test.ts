// What a shop has to do when the service refuses a call: one test for each habit.
import { deleteCart, saveCart } from '../src/carts.ts'
import { savePromoRule, saveProduct } from '../src/catalogue.ts'
import { placeOrder, saveOrder, updateOrder } from '../src/orders.ts'
import { openStore } from '../src/shop.ts'
import {
  apiOf,
  BOB,
  CAP,
  callsSince,
  cartOf,
  EVE,
  expect,
  FINN,
  LINES,
  LIST,
  orderOf,
  remindOfCarts,
  STORE,
  TEN_PERCENT,
  test,
} from './shop.ts'

const S = '/ecommerce/stores/hats'
const PROMO_URL = 'https://hats.example.com/?code=TEN'

test('an order that the service has is changed', async ({ world, shop }) => {
  await saveOrder(shop, orderOf('1'))
  const since = await callsSince(world)
  await saveOrder(shop, orderOf('1', { order_total: 25 }))
  expect(await since()).toEqual(['createOrder 400', 'updateOrder 200'])
  expect((await world.get(`${S}/orders/1`)).body.order_total).toBe(25)
})

test('a promo rule and a code that the service has are no error', async ({ world, shop }) => {
  const since = await callsSince(world)
  await savePromoRule(shop, { ...TEN_PERCENT, amount: 0.2 }, PROMO_URL)
  expect(await since()).toEqual(['createPromoRule 400', 'updatePromoRule 200', 'createPromoCode 400'])
  expect((await world.get(`${S}/promo-rules/TEN`)).body.amount).toBe(0.2)
})

test('a product that the service does not know is made, and changed the next time', async ({ world, shop }) => {
  const since = await callsSince(world)
  await saveProduct(shop, CAP)
  await saveProduct(shop, { ...CAP, title: 'Warm cap' })
  expect(await since()).toEqual(['updateProduct 404', 'createProduct 200', 'updateProduct 200'])
  expect((await world.get(`${S}/products/cap`)).body).toMatchObject({ title: 'Warm cap', variants: [{ id: 'cap', price: 12 }] })
})

test('an order that is refused for a product is written again once its products are there', async ({ world, shop }) => {
  const catalogue = new Map([...shop.catalogue, [CAP.id, CAP]])
  const since = await callsSince(world)
  await saveOrder({ ...shop, catalogue }, orderOf('1', { lines: [LINES.cap] }))
  expect(await since()).toEqual(['createOrder 400', 'updateProduct 404', 'createProduct 200', 'createOrder 200'])
})

test('an order that is refused for a variant is written again once its products are there', async ({ world, shop }) => {
  await world.delete(`${S}/products/hat/variants/hat-red`)
  const since = await callsSince(world)
  await saveOrder(shop, orderOf('1', { lines: [LINES.redHat] }))
  expect(await since()).toEqual(['createOrder 400', 'updateProduct 200', 'createOrder 200'])
})

test('an order of a product that the shop does not have either is refused once more, and writes nothing', async ({
  world,
  shop,
}) => {
  const since = await callsSince(world)
  const order = orderOf('1', { customer: { id: 'eve', email_address: EVE }, lines: [LINES.cap] })
  await expect(saveOrder(shop, order)).rejects.toThrow('product with the provided ID')
  expect(await since()).toEqual(['createOrder 400', 'createOrder 400'])
  expect((await world.get(`${S}/customers/eve`)).status).toBe(404)
})

test('a store that an earlier installation made is adopted', async ({ world }) => {
  const api = apiOf(world)
  await openStore(api, { ...STORE, id: 'old-id', name: 'Old name' })
  expect(await openStore(api, STORE)).toBe('old-id')
  expect((await world.get('/ecommerce/stores/old-id')).body.name).toBe(STORE.name)
  await expect(openStore(api, { ...STORE, platform: 'another' })).rejects.toThrow('Another program has a store')
})

test('the cart of a stranger is written after a transactional contact is made, if the account wants that', async ({
  world,
  shop,
}) => {
  await world.settings.update({ 'commerce.cart_contact': 'require' })
  const since = await callsSince(world)
  await saveCart(shop, cartOf('c1', { customer: { id: 'eve', email_address: EVE } }))
  expect(await since()).toEqual(['updateCart 404', 'createCart 400', 'setMember 200', 'updateCart 404', 'createCart 200'])
  expect((await world.get(`/lists/${LIST}/members/${EVE}`)).body.status).toBe('transactional')
})

test('an order of a customer with a new address makes the customer again, and earlier orders stay', async ({ world, shop }) => {
  await saveOrder(shop, orderOf('1', { customer: { id: 'eve', email_address: EVE } }))
  const since = await callsSince(world)
  await saveOrder(shop, orderOf('2', { customer: { id: 'eve', email_address: FINN } }))
  expect(await since()).toEqual(['createOrder 400', 'deleteCustomer 204', 'createOrder 200'])
  expect((await world.get(`${S}/customers/eve`)).body.email_address).toBe(FINN)
  expect((await world.get(`${S}/orders?customer_id=eve`)).body.total_items).toBe(2)
})

test('a campaign that the service does not know is left out of an order', async ({ world, shop }) => {
  const since = await callsSince(world)
  await saveOrder(shop, orderOf('1', { campaign_id: 'ca00000000' }))
  expect(await since()).toEqual(['createOrder 400', 'createOrder 200'])
  expect((await world.get(`${S}/orders/1`)).body.campaign_id).toBe('')
})

test('lines that were taken out of a cart are deleted one by one', async ({ world, shop }) => {
  await saveCart(shop, cartOf('c1'))
  const since = await callsSince(world)
  await saveCart(shop, cartOf('c1', { lines: [LINES.redHat] }))
  expect(await since()).toEqual(['updateCart 200', 'deleteCartLine 204'])
  expect((await world.get(`${S}/carts/c1`)).body.lines).toMatchObject([{ id: LINES.redHat.id }])
})

test('a cart that was emptied is deleted, since a cart needs a line', async ({ world, shop }) => {
  await saveCart(shop, cartOf('c1'))
  await saveCart(shop, cartOf('c1', { lines: [] }))
  expect((await world.get(`${S}/carts/c1`)).status).toBe(404)
  await deleteCart(shop, 'c1')
})

test('an order without lines has a placeholder product', async ({ world, shop }) => {
  await world.delete(`${S}/products/other`)
  await saveOrder(shop, orderOf('1', { lines: [], order_total: 50 }))
  const { lines } = (await world.get(`${S}/orders/1`)).body
  expect(lines).toMatchObject([{ product_id: 'other', product_title: 'Other', quantity: 1, price: 50 }])
})

test('an order that is pending, then paid, sends a confirmation and an invoice', async ({ world, shop }) => {
  await world.settings.update({ 'commerce.order_notifications': ['confirmation', 'invoice'] })
  await placeOrder(shop, orderOf('1', { financial_status: 'pending' }))
  await updateOrder(shop, '1', { financial_status: 'paid' })
  const emails = await world.emails.list({ kind: 'order_notification' })
  expect(emails.map(({ notification }) => notification).toSorted()).toEqual(['confirmation', 'invoice'])
})

test('a cart that is left is in an email after an hour, unless its order has come', async ({ world, shop }) => {
  await remindOfCarts(world)
  await saveCart(shop, cartOf('ada-1'))
  await saveCart(shop, cartOf('bob-1', { customer: { id: 'bob', email_address: BOB } }))
  await placeOrder(shop, orderOf('1', { cart_id: 'ada-1' }))
  expect((await world.get(`${S}/carts/ada-1`)).status).toBe(404)
  await world.clock.advance('PT2H')
  expect((await world.emails.list({ kind: 'automation' })).map(({ to }) => to)).toEqual([BOB])
})

test('a cart that was emptied is in no email', async ({ world, shop }) => {
  await remindOfCarts(world)
  await saveCart(shop, cartOf('ada-1'))
  await saveCart(shop, cartOf('ada-1', { lines: [] }))
  await world.clock.advance('PT2H')
  expect(await world.emails.list({ kind: 'automation' })).toEqual([])
})

test('a call that is answered with 403 is repeated later', async ({ world, shop }) => {
  await world.faults.add({
    match: { operation: 'createOrder' },
    when: { first: 2 },
    effect: { problem: { preset: 'Forbidden' } },
    must_fire: true,
  })
  const since = await callsSince(world)
  const { now } = await world.clock.get()
  await saveOrder(shop, orderOf('1'))
  expect(await since()).toEqual(['createOrder 403', 'createOrder 403', 'createOrder 200'])
  expect(Date.parse((await world.clock.get()).now) - Date.parse(now)).toBeGreaterThanOrEqual(1_500)
})
