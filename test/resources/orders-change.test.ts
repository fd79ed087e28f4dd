import { describe, expect, test } from 'vitest'
import { orderOperations } from '../../src/service/resources/orders/operations.ts'
import { asResourceEvent } from '../../src/service/rules/resource-events.ts'
import { changeOrder, makeOrder, removeOrder } from '../../src/service/rules/orders/make.ts'
import { orderOrThrow } from '../../src/service/model/orders/order.ts'
import type { Body } from '../mock.ts'
import { STORE, withProduct } from './commerce-world.ts'
import { ADA } from './member-world.ts'
import { LINE, LINES, NEW, ORDER, withOrder } from './order-shop.ts'

const BY = { ip: '127.0.0.1', source: 'api' } as const
const RED = { ...LINE, id: '2', product_variant_id: 'hat-red' }

const idsOf = (body: Body): string[] => body.lines.map(({ id }: Body) => id)

describe('updateOrder', () => {
  test('updateOrder changes the given members and keeps the others, and ignores the id', async () => {
    const { call, order } = await withOrder({ tracking_code: 'prec', billing_address: { city: 'London', country: 'UK' } })
    const { body } = await call(`PATCH ${ORDER}`, {
      id: 'other',
      financial_status: 'refunded',
      order_total: 1,
      currency_code: 'eur',
      tracking_code: '',
      cart_id: 'k',
      billing_address: { city: 'Paris' },
    })
    const { tracking_code: _gone, ...rest } = order
    expect(body).toEqual({
      ...rest,
      customer: { ...order.customer, total_spent: 1 },
      financial_status: 'refunded',
      order_total: 1,
      currency_code: 'EUR',
      cart_id: 'k',
      billing_address: { ...order.billing_address, city: 'Paris', country: 'UK' },
    })
    expect((await call(`PATCH ${ORDER}`, {})).body).toEqual(body)
  })

  test('promos are replaced, and an empty array empties them', async () => {
    const promo = { code: 'A', amount_discounted: 1, type: 'fixed' }
    const { call } = await withOrder({ promos: [promo, { ...promo, code: 'B' }] })
    expect((await call(`PATCH ${ORDER}`, { promos: [{ ...promo, code: 'C' }] })).body.promos).toEqual([{ ...promo, code: 'C' }])
    expect((await call(`PATCH ${ORDER}`, { promos: [] })).body.promos).toEqual([])
  })

  test('an order is cancelled by cancelled_at_foreign alone, and an empty text takes it back', async () => {
    const { call } = await withOrder({ financial_status: 'cancelled' })
    expect((await call(`GET ${ORDER}`)).body.customer.orders_count).toBe(1)
    const { body } = await call(`PATCH ${ORDER}`, { cancelled_at_foreign: '2030-01-01' })
    expect(body).toMatchObject({
      cancelled_at_foreign: '2030-01-01T00:00:00+00:00',
      customer: { orders_count: 0, total_spent: 0 },
    })
    const back = (await call(`PATCH ${ORDER}`, { cancelled_at_foreign: '' })).body
    expect(back).toMatchObject({ cancelled_at_foreign: '', customer: { orders_count: 1 } })
  })

  test('a customer with the same id is changed, and one with another id gets the order', async () => {
    const { call } = await withOrder()
    expect((await call(`PATCH ${ORDER}`, { customer: { id: 'c-1', company: 'Acme' } })).body.customer.company).toBe('Acme')
    const { body } = await call(`PATCH ${ORDER}`, { customer: { id: 'c-2', email_address: 'b@acme.test' } })
    expect(body.customer).toMatchObject({ id: 'c-2', orders_count: 1 })
    expect((await call(`GET ${STORE}/customers/c-1`)).body.orders_count).toBe(0)
  })

  test('lines are merged: known ones change, new ones are added, and the others stay', async () => {
    const { call } = await withOrder({ lines: [LINE, RED] })
    const { body } = await call(`PATCH ${ORDER}`, {
      lines: [
        { id: '2', quantity: 5, discount: '0.5' },
        { ...LINE, id: '3' },
        { id: '3', price: 1 },
      ],
    })
    expect(body.lines).toMatchObject([LINE, { ...RED, quantity: 5, discount: 0.5 }, { ...LINE, id: '3', price: 1 }])
    expect(idsOf((await call(`PATCH ${ORDER}`, { lines: [] })).body)).toEqual(['1', '2', '3'])
  })

  test('a line without an id is merged into the one line with its product and variant', async () => {
    const { call } = await withOrder({ lines: [LINE, RED] })
    const entry = { product_id: 'hat', product_variant_id: 'hat-red', price: 9 }
    expect((await call(`PATCH ${ORDER}`, { lines: [entry] })).body.lines).toMatchObject([LINE, { ...RED, price: 9 }])
  })

  test('a product in a line of a change is ignored', async () => {
    const { refused } = await withOrder()
    const product = { id: 'mug', title: 'Mug', variants: [{ id: 'm', title: 'M' }] }
    const line = { ...LINE, id: '2', product_id: 'mug', product_variant_id: 'm', product }
    expect((await refused(`PATCH ${ORDER}`, { lines: [line] })).detail).toContain('product with the provided ID')
  })

  test('a line whose product was deleted can change without being checked again', async () => {
    const { call } = await withOrder()
    await call(`DELETE ${STORE}/products/hat`)
    const { body } = await call(`PATCH ${ORDER}`, { lines: [{ ...LINE, quantity: 9 }] })
    expect(body.lines).toMatchObject([{ quantity: 9, product_title: 'Hat' }])
  })

  test('updateOrder answers an address that cannot be imported with Customer Was Not Saved', async () => {
    const { refused } = await withOrder()
    const customer = { id: 'c-2', email_address: 'nobody' }
    expect(await refused(`PATCH ${ORDER}`, { customer })).toMatchObject({ status: 400, title: 'Customer Was Not Saved' })
  })
})

describe('createOrderLine', () => {
  test('createOrderLine answers the line', async () => {
    const { call } = await withOrder()
    const { body } = await call(`POST ${LINES}`, { ...RED, discount: 2 })
    expect(body).toMatchObject({ ...RED, product_title: 'Hat', product_variant_title: 'Red', image_url: 'red.png', discount: 2 })
  })

  test('createOrderLine makes the product that the line brings', async () => {
    const { call } = await withOrder()
    const product = { id: 'mug', title: 'Mug', variants: [{ id: 'm', title: 'White' }] }
    const line = { ...LINE, id: '2', product_id: 'mug', product_variant_id: 'm' }
    expect((await call(`POST ${LINES}`, { ...line, product })).body).toMatchObject({ product_title: 'Mug' })
  })
})

describe('getOrderLines', () => {
  test('getOrderLines pages through the lines of an order', async () => {
    const { call } = await withOrder({ lines: [LINE, RED] })
    const page = (await call(`GET ${LINES}?count=1&offset=1`)).body
    expect(page).toMatchObject({ store_id: 'acme-shop', order_id: 'o-1', lines: [{ id: '2' }], total_items: 2 })
  })
})

describe('updateOrderLine', () => {
  test('updateOrderLine changes the given members, and ignores the id', async () => {
    const { call } = await withOrder()
    const { body } = await call(`PATCH ${LINES}/1`, { id: 'x', product_variant_id: 'hat-red', quantity: 0, price: '2.5' })
    expect(body).toMatchObject({ id: '1', product_variant_title: 'Red', quantity: 0, price: 2.5, discount: 0 })
  })
})

describe('deleteOrderLine', () => {
  test('deleteOrderLine answers 204', async () => {
    const { call } = await withOrder({ lines: [LINE, RED] })
    expect((await call(`DELETE ${LINES}/1`)).status).toBe(204)
    expect(idsOf((await call(`GET ${ORDER}`)).body)).toEqual(['2'])
  })
})

describe('order.changed', () => {
  test('every change of an order or its lines is announced, and a change of nothing is not', async () => {
    const { store, plant } = await withProduct({
      variants: [
        { id: 'hat-blue', title: 'Blue' },
        { id: 'hat-red', title: 'Red' },
      ],
    })
    const eventsOf = (work: Parameters<typeof plant>[0]) =>
      plant((tx) => {
        work(tx)
        return tx.events
          .map(asResourceEvent)
          .flatMap((event) =>
            event.type === 'order.changed' ? [[event.before?.financial_status, event.after?.financial_status]] : [],
          )
      })
    const customer = { id: 'c', email_address: ADA }
    expect(await eventsOf((tx) => makeOrder(tx, store, { ...NEW, customer }, BY))).toEqual([[undefined, '']])
    const change = (body: object) => eventsOf((tx) => changeOrder(tx, store, { id: 'o-1' }, body, BY))
    expect(await change({ financial_status: 'paid' })).toEqual([['', 'paid']])
    expect(await change({ financial_status: 'paid', lines: [LINE] })).toEqual([])
    expect(await change({ lines: [{ id: '1', quantity: 3 }] })).toEqual([['paid', 'paid']])
    const path = { store_id: store.id, order_id: 'o-1', line_id: '2' }
    const rest = { path, query: {}, caller: BY, checks: {} }
    const { createOrderLine, updateOrderLine, deleteOrderLine } = orderOperations
    expect(await eventsOf((tx) => createOrderLine({ ...rest, tx, body: RED }))).toEqual([['paid', 'paid']])
    expect(await eventsOf((tx) => updateOrderLine({ ...rest, tx, body: { quantity: 7 } }))).toEqual([['paid', 'paid']])
    expect(await eventsOf((tx) => updateOrderLine({ ...rest, tx, body: { quantity: 7 } }))).toEqual([])
    expect(await eventsOf((tx) => deleteOrderLine({ ...rest, tx, body: undefined }))).toEqual([['paid', 'paid']])
    expect(await eventsOf((tx) => removeOrder(tx, store, orderOrThrow(tx, { store_id: store.id, order_id: 'o-1' })))).toEqual([
      ['paid', undefined],
    ])
  })
})
