import { describe, expect, test } from 'vitest'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { memberRecord } from '../../src/service/rules/members/view.ts'
import { makeStore } from '../../src/service/rules/stores/make.ts'
import { STORE, withStore } from './commerce-world.ts'
import { ADA, GRACE, ID, withAda } from './member-world.ts'
import { changeOrder, deleteOrder, placeOrder } from './order-world.ts'

const MEMBER = `/3.0/lists/${ID}/members/${ADA}`

/** A store with Ada and Grace on its list. */
async function withReaders(plan: Parameters<typeof withStore>[1] = {}) {
  const world = await withStore({ currency_code: 'EUR' }, plan)
  const [ada, grace] = [await world.make({ email_address: ADA }), await world.make({ email_address: GRACE })]
  const statsOf = async (path = MEMBER) => (await world.call(`GET ${path}`)).body.stats
  return { ...world, ada, grace, statsOf }
}

describe("the purchases in a member's record", () => {
  test('a member of a list without a store has none', async () => {
    const { call } = await withAda()
    expect((await call(`GET ${MEMBER}`)).body.stats).toEqual({ avg_open_rate: 0, avg_click_rate: 0 })
  })

  test('every member of a list with a store has them, with zeros and the currency of the oldest store', async () => {
    const { plant, statsOf, call } = await withReaders()
    await plant((tx) => makeStore(tx, { id: 'outlet', list_id: ID, name: 'Outlet', currency_code: 'GBP' }))
    const none = { total_revenue: 0, number_of_orders: 0, currency_code: 'EUR' }
    expect((await statsOf()).ecommerce_data).toEqual(none)
    await call(`PATCH ${STORE}`, { currency_code: 'CHF' })
    expect((await statsOf()).ecommerce_data).toEqual({ ...none, currency_code: 'CHF' })
    await call(`DELETE ${STORE}`)
    expect((await statsOf()).ecommerce_data).toEqual({ ...none, currency_code: 'GBP' })
  })

  test('they follow each change of an order at once, in single records and in pages', async () => {
    const { plant, statsOf, call, ada, path } = await withReaders()
    const before = await statsOf()
    const { id } = await plant((tx) =>
      placeOrder(tx, { contact_id: ada.contact_id, order_total: 20.5, tax_total: 1.5, shipping_total: 4 }),
    )
    const bought = { total_revenue: 15, number_of_orders: 1, currency_code: 'EUR' }
    expect((await statsOf()).ecommerce_data).toEqual(bought)
    const page = (await call(`GET ${path}`)).body.members
    expect(page.map((each: { stats: { ecommerce_data: object } }) => each.stats.ecommerce_data)).toEqual([
      bought,
      before.ecommerce_data,
    ])
    await plant((tx) => changeOrder(tx, id, { order_total: 100_000 }))
    expect((await statsOf()).ecommerce_data.total_revenue).toBe(4.5)
    await plant((tx) => changeOrder(tx, id, { cancelled_at_foreign: 1 }))
    expect(await statsOf()).toEqual(before)
    await plant((tx) => changeOrder(tx, id, { cancelled_at_foreign: 0 }))
    expect((await statsOf()).ecommerce_data.number_of_orders).toBe(1)
    await plant((tx) => deleteOrder(tx, id))
    expect(await statsOf()).toEqual(before)
  })

  test('they follow commerce.counts at once', async () => {
    const { plant, statsOf, call, ada } = await withReaders()
    await plant((tx) => placeOrder(tx, { contact_id: ada.contact_id, financial_status: 'pending' }))
    expect((await statsOf()).ecommerce_data.number_of_orders).toBe(1)
    await call('PATCH /_control/settings', { commerce: { counts: 'paid' } })
    expect((await statsOf()).ecommerce_data.number_of_orders).toBe(0)
  })

  test('orders do not move last_changed', async () => {
    const { plant, call, pass, ada } = await withReaders()
    const { last_changed } = (await call(`GET ${MEMBER}`)).body
    await pass('PT1H')
    await plant((tx) => placeOrder(tx, { contact_id: ada.contact_id }))
    expect((await call(`GET ${MEMBER}`)).body.last_changed).toBe(last_changed)
  })

  test('a record is rendered again after an order of the member, and not after orders of others', async () => {
    const { plant, list, ada, grace } = await withReaders()
    const first = await plant((tx) => memberRecord(tx, list, ada))
    await plant((tx) => placeOrder(tx, { contact_id: grace.contact_id }))
    expect(await plant((tx) => memberRecord(tx, list, ada))).toBe(first)
    await plant((tx) => placeOrder(tx, { contact_id: ada.contact_id }))
    expect(await plant((tx) => memberRecord(tx, list, ada))).not.toBe(first)
  })

  test('after the last store of a list is gone, its members have none', async () => {
    const { plant, statsOf, call, ada } = await withReaders()
    await plant((tx) => placeOrder(tx, { contact_id: ada.contact_id }))
    await call(`DELETE ${STORE}`)
    expect(await statsOf()).toEqual({ avg_open_rate: 0, avg_click_rate: 0 })
  })
})

test.each([
  [true, [ID]],
  [false, ['0123456789']],
])('GET /lists with has_ecommerce_store %s shows the lists that fit', async (has, ids) => {
  const { call, plant } = await withStore()
  await plant((tx) => makeList(tx, { id: '0123456789', name: 'No shop' }))
  const { body } = await call(`GET /3.0/lists?has_ecommerce_store=${has}`)
  expect(body.lists.map(({ id }: { id: string }) => id)).toEqual(ids)
})

describe("orders in a member's activity feed", () => {
  const feed = `GET ${MEMBER}/activity-feed`

  test('a processed order is there with its store, its lines and what brought it', async () => {
    const { plant, call, ada } = await withReaders()
    await call(`PATCH ${STORE}`, { money_format: '$' })
    const outreach = { id: '42694e9e57', name: 'November news', type: 'regular', published_time: 1 }
    const via = { campaign_id: outreach.id, outreach, order_url: 'https://shop.acme.test/orders/1' }
    const last_known = {
      product_title: 'Hat',
      product_category: '',
      product_variant_title: 'Blue',
      image_url: 'https://acme.test/hat.png',
    }
    await plant((tx) => {
      const buyer = { contact_id: ada.contact_id, order_total: 41.75 }
      placeOrder(tx, { ...buyer, ...via, id: 'o-1', lines: [{ quantity: 2, price: 17, last_known }] })
      placeOrder(tx, { ...buyer, id: 'o-2', processed_at_foreign: 0 })
      placeOrder(tx, { ...buyer, id: 'o-3', order_total: -1.005, cancelled_at_foreign: 1, processed_at_foreign: 1 })
    })
    const { body } = await call(`${feed}?activity_filters=order`)
    expect(body.total_items).toBe(2)
    expect(body.activity[0]).toMatchObject({ order_id: 'o-3', order_total: '$-1.01', outreach_id: '', outreach_title: '' })
    expect(body.activity[1]).toEqual({
      activity_type: 'order',
      created_at_timestamp: '2026-01-15T09:00:00+00:00',
      outreach_id: '42694e9e57',
      outreach_type: 'regular',
      outreach_title: 'November news',
      order_id: 'o-1',
      order_total: '$41.75',
      order_items: [
        {
          id: '1',
          product_id: 'hat',
          product_title: 'Hat',
          product_variant_id: 'hat-blue',
          product_variant_title: 'Blue',
          image_url: 'https://acme.test/hat.png',
          quantity: 2,
          price: 17,
          discount: 0,
        },
      ],
      store_name: 'Acme Shop',
      order_url: 'https://shop.acme.test/orders/1',
    })
    expect((await call(`GET ${MEMBER}/activity`)).body.total_items).toBe(0)
  })

  test('without a money_format, the total of an order ends with its currency', async () => {
    const { plant, call, ada } = await withReaders()
    await plant((tx) => placeOrder(tx, { contact_id: ada.contact_id, order_total: 41.75, currency_code: 'CHF' }))
    expect((await call(`${feed}?activity_filters=order`)).body.activity[0].order_total).toBe('41.75 CHF')
  })

  test('a member whom a customer made signed up in the store', async () => {
    const { call } = await withStore()
    await call(`POST ${STORE}/customers`, { id: 'c-1', email_address: ADA, opt_in_status: true })
    await call(`POST ${STORE}/customers`, { id: 'c-2', email_address: ADA, opt_in_status: true })
    const signUp = {
      activity_type: 'ecommerce_signup',
      created_at_timestamp: '2026-01-15T09:00:00+00:00',
      store_name: 'Acme Shop',
    }
    expect((await call(feed)).body.activity).toEqual([signUp])
    expect((await call(`${feed}?activity_filters=ecommerce_signup`)).body.activity).toEqual([signUp])
    expect((await call(`${feed}?activity_filters=generic_signup`)).body.activity).toEqual([])
  })
})
