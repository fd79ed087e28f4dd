import { describe, expect, test } from 'vitest'
import {
  campaignSums,
  contactSums,
  customerSums,
  NO_ORDERS,
  orderSums,
  outreachSums,
} from '../../src/service/model/orders/sums.ts'
import { orders } from '../../src/service/model/orders/order.ts'
import { sumLoadedOrders } from '../../src/service/rules/orders/sums.ts'
import { makeStore } from '../../src/service/rules/stores/make.ts'
import { STORE, withStore } from './commerce-world.ts'
import { ID } from './member-world.ts'
import { changeOrder, deleteOrder, placeOrder } from './order-world.ts'

const ALL = { customer_id: 'c-1', contact_id: 'ada', campaign_id: '42694e9e57' }

describe('the sums of orders', () => {
  test('an order counts for its customer, its contact, its campaign and its outreach', async () => {
    const { plant } = await withStore()
    await plant((tx) => {
      placeOrder(tx, { ...ALL, order_total: 41.75, tax_total: 3.25, shipping_total: 4.5 })
      placeOrder(tx, { ...ALL, order_total: 10 })
      const sum = { orders: 2, spent: 517_500, revenue: 440_000 }
      expect(customerSums(tx, 'acme-shop', 'c-1')).toEqual({ orders_count: 2, total_spent: 51.75 })
      expect(contactSums(tx, 'ada')).toEqual(sum)
      expect(campaignSums(tx, '42694e9e57')).toEqual(sum)
      expect(outreachSums(tx, '42694e9e57')).toEqual(sum)
    })
  })

  test('customers of the same id in two stores have sums of their own', async () => {
    const { plant } = await withStore()
    await plant((tx) => {
      makeStore(tx, { id: 'outlet', list_id: ID, name: 'Outlet', currency_code: 'EUR' })
      placeOrder(tx)
      placeOrder(tx, { store_id: 'outlet', order_total: 7 })
      expect(customerSums(tx, 'acme-shop', 'c-1')).toEqual({ orders_count: 1, total_spent: 10 })
      expect(customerSums(tx, 'outlet', 'c-1')).toEqual({ orders_count: 1, total_spent: 7 })
    })
  })

  test('the sums of a campaign leave out orders that are not processed or have no financial status', async () => {
    const { plant } = await withStore()
    await plant((tx) => {
      placeOrder(tx, { ...ALL, processed_at_foreign: 0 })
      placeOrder(tx, { ...ALL, financial_status: '' })
      expect(campaignSums(tx, '42694e9e57')).toEqual(NO_ORDERS)
      expect(outreachSums(tx, '42694e9e57').orders).toBe(2)
      expect(contactSums(tx, 'ada').orders).toBe(2)
    })
  })

  test.each([
    ['not_cancelled', 2],
    ['paid', 1],
    ['all', 3],
  ] as const)('with commerce.counts %s, %i of a paid, a pending and a cancelled order count', async (counts, counted) => {
    const { plant } = await withStore({}, { settings: { commerce: { counts } } })
    await plant((tx) => {
      placeOrder(tx, { ...ALL, financial_status: 'PAID' })
      placeOrder(tx, { ...ALL, financial_status: 'refunded' })
      placeOrder(tx, { ...ALL, financial_status: 'paid', cancelled_at_foreign: 1 })
      expect(contactSums(tx, 'ada').orders).toBe(counted)
    })
  })

  test('a changed order moves between contacts, campaigns and amounts', async () => {
    const { plant } = await withStore()
    await plant((tx) => {
      const { id } = placeOrder(tx, ALL)
      changeOrder(tx, id, { contact_id: 'grace', campaign_id: 'ffffffffff', outreach_id: 'ffffffffff', order_total: 30_000 })
      expect([contactSums(tx, 'ada'), campaignSums(tx, '42694e9e57')]).toEqual([NO_ORDERS, NO_ORDERS])
      expect(contactSums(tx, 'grace')).toEqual({ orders: 1, spent: 30_000, revenue: 30_000 })
      expect(campaignSums(tx, 'ffffffffff').spent).toBe(30_000)
      changeOrder(tx, id, { cancelled_at_foreign: tx.now })
      expect(contactSums(tx, 'grace')).toEqual(NO_ORDERS)
      changeOrder(tx, id, { cancelled_at_foreign: 0 })
      expect(contactSums(tx, 'grace').orders).toBe(1)
    })
  })

  test('sums of no order have no row', async () => {
    const { plant } = await withStore()
    await plant((tx) => {
      const { id } = placeOrder(tx, ALL)
      expect(tx.range(orderSums.key).count).toBe(4)
      deleteOrder(tx, id)
      expect(tx.range(orderSums.key).count).toBe(0)
    })
  })

  test('a deleted store takes its orders out of the sums, and leaves those of other stores', async () => {
    const { plant, call } = await withStore()
    await plant((tx) => {
      makeStore(tx, { id: 'outlet', list_id: ID, name: 'Outlet', currency_code: 'EUR' })
      placeOrder(tx, { ...ALL, store_id: 'outlet', order_total: 7 })
    })
    const before = await plant((tx) => tx.range(orderSums.key).all())
    await plant((tx) => {
      placeOrder(tx, ALL)
      placeOrder(tx, { ...ALL, contact_id: 'grace' })
    })
    await call(`DELETE ${STORE}`)
    expect(await plant((tx) => tx.range(orderSums.key).all())).toEqual(before)
  })

  test('orders that were loaded without events are summed up at once', async () => {
    const { plant } = await withStore()
    await plant((tx) => {
      placeOrder(tx, ALL)
      placeOrder(tx, { ...ALL, contact_id: '', order_total: 3 })
      const sums = tx.range(orderSums.key).all()
      tx.removeAll(orderSums.key, {})
      sumLoadedOrders(tx, tx.range(orders.key).all())
      const withoutSeq = (rows: readonly object[]) => rows.map((row) => ({ ...row, seq: 0 }))
      expect(withoutSeq(tx.range(orderSums.key).all())).toEqual(withoutSeq(sums))
    })
  })
})
