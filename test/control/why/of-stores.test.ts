import { expect, test } from 'vitest'
import type { Body } from '../../mock.ts'
import { makeProduct } from '../../../src/service/rules/products/make.ts'
import { makeStore } from '../../../src/service/rules/stores/make.ts'
import { STORES, withProduct } from '../../resources/commerce-world.ts'
import { ADA, ID } from '../../resources/member-world.ts'

/** A world with two stores, each with an order of the same id. */
async function withTwoStores() {
  const world = await withProduct()
  await world.plant((tx) => {
    const store = makeStore(tx, { id: 'globex', list_id: ID, name: 'Globex Shop', currency_code: 'USD' })
    makeProduct(tx, store, { id: 'hat', title: 'Hat', variants: [{ id: 'hat-blue', title: 'Blue' }] })
  })
  for (const store of ['acme-shop', 'globex']) {
    const { status } = await world.call(`POST ${STORES}/${store}/orders`, {
      id: 'o-1001',
      customer: { id: 'c1', email_address: ADA, opt_in_status: true },
      currency_code: 'USD',
      order_total: 38.5,
      lines: [{ id: '1', product_id: 'hat', product_variant_id: 'hat-blue', quantity: 2, price: 17.5 }],
    })
    expect(status).toBe(200)
  }
  const why = async (query: string): Promise<Body> => await world.call(`GET /_control/worlds/default/why?${query}`)
  return { ...world, why }
}

test('an order of one of two stores is named by its store, or by its path', async () => {
  const { why } = await withTwoStores()
  const { body } = await why('entity=order&id=o-1001&store_id=globex')
  expect(body).toMatchObject({ entity: 'order', id: 'o-1001', store_id: 'globex', found: { store_id: 'globex' } })
  expect(body.summary).toMatch(
    new RegExp(
      `^The order o-1001 of ${ADA} in the store Globex Shop exists\\. POST /3\\.0/ecommerce/stores/globex/orders created it`,
    ),
  )
  const byPath = await why('path=/3.0/ecommerce/stores/globex/orders/o-1001')
  expect(byPath.body.found).toEqual(body.found)
})

test('an id that things of several stores have is answered with 422, which names the stores', async () => {
  const { why } = await withTwoStores()
  const { status, body } = await why('entity=order&id=o-1001')
  expect(status).toBe(422)
  expect(body.detail).toBe('There is an order o-1001 in 2 stores. Choose one with store_id=acme-shop or store_id=globex.')
})

test('a missing cart of a store is said to be in other stores, if it is', async () => {
  const { why, call } = await withTwoStores()
  const missing = await why('entity=cart&id=basket&store_id=acme-shop')
  expect(missing.body).toMatchObject({ exists: false, store_id: 'acme-shop' })
  expect(missing.body.summary).toMatch(/^There is no cart basket of the store acme-shop/)
  const { status } = await call(`POST ${STORES}/globex/carts`, {
    id: 'basket',
    customer: { id: 'c1' },
    currency_code: 'USD',
    order_total: 17.5,
    lines: [{ id: '1', product_id: 'hat', product_variant_id: 'hat-blue', quantity: 1, price: 17.5 }],
  })
  expect(status).toBe(200)
  const { body } = await why('entity=cart&id=basket&store_id=acme-shop')
  expect(body.hints).toContain(`There is the cart basket of ${ADA} in the store Globex Shop.`)
})

test('why shows amounts of money as the API does, also in lists', async () => {
  const { why, call } = await withTwoStores()
  const promos = [{ code: 'WELCOME', amount_discounted: 3.85, type: 'fixed' }]
  expect((await call(`PATCH ${STORES}/globex/orders/o-1001`, { promos })).status).toBe(200)
  const { body } = await why('entity=order&id=o-1001&store_id=globex')
  expect(body.history[0].changed).toContainEqual({ field: 'order_total', from: null, to: 38.5 })
  expect(body.history.at(-1).changed).toContainEqual({ field: 'promos', from: [], to: promos })
  expect(body.found).toMatchObject({ order_total: 38.5, promos })
})

test('an order of a deleted customer is still told with the address', async () => {
  const { why, call } = await withTwoStores()
  expect((await call(`DELETE ${STORES}/globex/customers/c1`)).status).toBe(204)
  const { body } = await why('entity=order&id=o-1001&store_id=globex')
  expect(body.summary).toContain(`The order o-1001 of ${ADA} in the store Globex Shop exists`)
})

test('rows of a table come with the plain names of what they name, and with the members that hold amounts', async () => {
  const { call } = await withTwoStores()
  const { body } = await call('GET /_control/worlds/default/state/store_orders?id=globex,o-1001')
  expect(body).toMatchObject({ total: 1, rows: [{ store_id: 'globex', id: 'o-1001', customer_id: 'c1', order_total: 385_000 }] })
  expect(body.names).toEqual([{ store_id: 'Globex Shop', customer_id: ADA, contact_id: ADA }])
  expect(body.amounts).toEqual(expect.arrayContaining(['order_total', 'amount_discounted']))
  const lines = (await call('GET /_control/worlds/default/state/store_lines?store_id=globex')).body
  expect(lines.names).toEqual([{ store_id: 'Globex Shop', product_id: 'Hat' }])
  const members = (await call('GET /_control/worlds/default/state/members')).body
  expect([members.amounts, Object.keys(members.names[0])]).toEqual([[], ['list_id']])
})

test('rows of a table are found by the plain names of what they name, but not by those of their list and store', async () => {
  const { call } = await withTwoStores()
  const found = async (text: string) => (await call(`GET /_control/worlds/default/state/store_orders?text=${text}`)).body.total
  expect([await found(ADA.toUpperCase()), await found('Globex+Shop'), await found('nobody@acme.test')]).toEqual([2, 0, 0])
  expect((await call('GET /_control/worlds/default/state/store_lines?text=Hat&count=0')).body.total).toBe(2)
})

test('rows of a table can be kept to those of one product', async () => {
  const { call } = await withTwoStores()
  const { body } = await call('GET /_control/worlds/default/state/store_variants?store_id=globex&product_id=hat')
  expect(body).toMatchObject({ total: 1, rows: [{ store_id: 'globex', product_id: 'hat', id: 'hat-blue' }] })
  const none = await call('GET /_control/worlds/default/state/store_variants?store_id=globex&product_id=sock')
  expect(none.body).toMatchObject({ rows: [], total: 0 })
})

test('rows of a table can be kept to those of one store', async () => {
  const { call } = await withTwoStores()
  const { body } = await call('GET /_control/worlds/default/state/store_orders?store_id=globex')
  expect(body).toMatchObject({ total: 1, rows: [{ store_id: 'globex', id: 'o-1001', order_total: 385_000 }] })
})

test('the timeline names an order, its customer and its store', async () => {
  const { call } = await withTwoStores()
  const { body } = await call('GET /_control/worlds/default/timeline?kinds=request')
  const summaries = body.entries.map(({ summary }: Body) => summary)
  expect(summaries).toContainEqual(expect.stringMatching(/^\S+ o-1001 of \S+@\S+ in Globex Shop$/))
})
