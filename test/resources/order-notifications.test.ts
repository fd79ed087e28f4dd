import { describe, expect, test } from 'vitest'
import type { NewStore } from '../../src/service/rules/stores/make.ts'
import type { Body } from '../mock.ts'
import { withProduct } from './commerce-world.ts'
import { ADA } from './member-world.ts'
import { NEW, ORDER, ORDERS } from './order-shop.ts'

const ALL = ['confirmation', 'invoice', 'shipping', 'refund', 'cancellation'] as const

/** A store that sends all notifications unless told otherwise, with shorthands for its emails. */
async function withShop(store: Partial<NewStore> = {}) {
  const world = await withProduct({}, { notifications: ALL, ...store })
  const emails = async (): Promise<Body[]> => (await world.call('GET /_control/emails?kind=order_notification')).body.emails
  const kinds = async (): Promise<string[]> => (await emails()).map(({ notification }) => notification)
  const order = (fields: object = {}) => world.call(`POST ${ORDERS}`, { ...NEW, ...fields })
  const change = (fields: object) => world.call(`PATCH ${ORDER}`, fields)
  return { ...world, emails, kinds, order, change }
}

describe('order notifications', () => {
  test.each([
    [{ financial_status: 'pending' }, ['confirmation']],
    [{ financial_status: 'PAID' }, ['invoice']],
    [{ financial_status: 'refunded' }, ['refund']],
    [{ financial_status: 'cancelled' }, ['cancellation']],
    [{ cancelled_at_foreign: '2026-01-01' }, ['cancellation']],
    [{ financial_status: 'cancelled', cancelled_at_foreign: '2026-01-01' }, ['cancellation']],
    [{ fulfillment_status: 'shipped' }, ['shipping']],
    [{ fulfillment_status: 'shipped', financial_status: 'paid' }, ['invoice', 'shipping']],
    [{ financial_status: 'other' }, []],
  ])('an order that is made with %j sends %j', async (fields, expected) => {
    const { order, kinds } = await withShop()
    await order(fields)
    expect(await kinds()).toEqual(expected)
  })

  test('each kind goes out once for an order, when the order changes to its status', async () => {
    const { order, change, kinds } = await withShop()
    await order({ financial_status: 'pending' })
    await change({ financial_status: 'paid' })
    await change({ order_total: 1 })
    await change({ fulfillment_status: 'shipped' })
    await change({ financial_status: 'pending' })
    await change({ financial_status: 'paid' })
    expect(await kinds()).toEqual(['confirmation', 'invoice', 'shipping'])
  })

  test('a notification names the kind, the order, its lines, its total, its address and its parcel', async () => {
    const { order, emails } = await withShop({ money_format: '$', email_address: 'shop@acme.test' })
    const tracking = { tracking_carrier: 'Post', tracking_number: '42', tracking_url: 'https://post.test/42' }
    await order({ fulfillment_status: 'shipped', order_url: 'https://shop.test/o-1', ...tracking })
    const [email] = await emails()
    expect(email).toMatchObject({
      kind: 'order_notification',
      notification: 'shipping',
      store_id: 'acme-shop',
      order_id: 'o-1',
      to: ADA,
      from: 'shop@acme.test',
      subject: 'Shipping confirmation: Acme Shop, order o-1',
      links: ['https://shop.test/o-1', 'https://post.test/42'],
    })
    for (const part of ['2 × Hat (Blue): $34.00', 'Total: $41.75', 'Tracking: Post 42']) expect(email.text).toContain(part)
    expect(email).not.toHaveProperty('campaign_id')
  })

  test('a store without an address sends notifications from the address of its list', async () => {
    const { order, emails, call, list } = await withShop()
    const sender = { from_name: 'News', from_email: 'news@acme.test', subject: '', language: 'en' }
    expect((await call(`PATCH /3.0/lists/${list.id}`, { campaign_defaults: sender })).status).toBe(200)
    await order({ financial_status: 'paid' })
    expect((await emails())[0]).toMatchObject({ from: 'news@acme.test' })
  })

  test.each([
    ['subscribed', 1],
    ['unsubscribed', 1],
    ['transactional', 1],
    ['pending', 1],
    ['cleaned', 0],
    ['archived', 0],
  ] as const)('a contact who is %s gets %i notifications', async (status, count) => {
    const { order, change, kinds, call, make, ada, row } = await withShop()
    if (status === 'archived') {
      await order()
      await call(`DELETE ${ada}`)
    } else {
      await make({ email_address: ADA, status })
      await order()
    }
    expect((await row())?.status).toBe(status)
    await change({ financial_status: 'paid' })
    expect(await kinds()).toHaveLength(count)
  })

  test('a permanently deleted contact gets no notification', async () => {
    const { order, change, kinds, call, ada } = await withShop()
    await order()
    await call(`POST ${ada}/actions/delete-permanent`)
    expect((await change({ financial_status: 'paid' })).status).toBe(200)
    expect(await kinds()).toEqual([])
  })

  test('a store that is syncing sends none, and sends nothing afterwards for what happened meanwhile', async () => {
    const { order, change, kinds, call } = await withShop({ is_syncing: true })
    await order({ financial_status: 'paid' })
    await call('PATCH /3.0/ecommerce/stores/acme-shop', { is_syncing: false })
    await change({ order_total: 1 })
    expect(await kinds()).toEqual([])
    await change({ fulfillment_status: 'shipped' })
    expect(await kinds()).toEqual(['shipping'])
  })

  test('commerce.order_notifications holds for stores without notifications of their own, from the moment it is set', async () => {
    const { order, change, kinds, call } = await withShop({ notifications: undefined })
    await order({ financial_status: 'pending' })
    await call('PATCH /_control/settings', { commerce: { order_notifications: ['invoice'] } })
    await change({ financial_status: 'paid' })
    await change({ fulfillment_status: 'shipped' })
    expect(await kinds()).toEqual(['invoice'])
  })

  test('a store with notifications of its own ignores commerce.order_notifications', async () => {
    const { order, kinds, call } = await withShop({ notifications: [] })
    await call('PATCH /_control/settings', { commerce: { order_notifications: ['invoice'] } })
    await order({ financial_status: 'paid' })
    expect(await kinds()).toEqual([])
  })

  test('an order whose customer was deleted still notifies the address of the customer', async () => {
    const { order, change, emails, call } = await withShop()
    await order()
    await call('DELETE /3.0/ecommerce/stores/acme-shop/customers/c-1')
    await change({ financial_status: 'paid' })
    expect(await emails()).toMatchObject([{ to: ADA, notification: 'invoice' }])
  })

  test.each([
    [{ notifications: undefined }, 'does not send it'],
    [{ is_syncing: true }, 'is syncing'],
  ])('why says why a store with %j has sent no notification', async (store, reason) => {
    const { order, call } = await withShop(store)
    const { headers } = await order({ financial_status: 'paid' })
    const { body } = await call(`GET /_control/why?entity=request&id=${headers.get('x-request-id')}`)
    expect(body.non_events).toContainEqual(
      expect.objectContaining({ code: 'no_order_notification', what: 'email', summary: expect.stringContaining(reason) }),
    )
  })
})
