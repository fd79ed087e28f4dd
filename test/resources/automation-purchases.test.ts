import { describe, expect, test } from 'vitest'
import type { AutomationPlan } from '../../src/service/rules/automations/plan.ts'
import { FIRST_EMAIL, withShopAutomation } from './automation-shop.ts'
import { WORKFLOW } from './automation-world.ts'

const ONE = [FIRST_EMAIL]
const withFollowup = (plan: Partial<AutomationPlan>, settings: Parameters<typeof withShopAutomation>[1] = {}) =>
  withShopAutomation({ workflow_type: 'purchaseFollowup', emails: ONE, ...plan }, settings)

describe('purchaseFollowup', () => {
  test('a contact enters with a counted order, once, and the delay counts from the call', async () => {
    const { order, pass, sent } = await withFollowup({})
    await order('ada', { processed_at_foreign: '2025-12-01' })
    await pass('PT2H')
    await order('ada')
    await order('bob', { cancelled_at_foreign: '2026-01-15' })
    await pass('PT2H')
    expect(await sent()).toEqual(['ada First 15T10:00'])
  })

  test('with first_only, only the first order of a contact counts', async () => {
    const { order, ok, pass, sent } = await withFollowup({ status: 'save', first_only: true })
    await order('ada')
    await ok(`POST /3.0/automations/${WORKFLOW}/actions/start-all-emails`)
    await order('ada')
    await order('bob')
    await pass('PT2H')
    expect(await sent()).toEqual(['bob First 15T10:00'])
  })

  test('an order that counts only once it is paid lets its contact enter then', async () => {
    const { order, ok, pass, sent } = await withFollowup({}, { commerce: { counts: 'paid' } })
    const { id } = await order('ada', { financial_status: 'pending' })
    await pass('PT2H')
    await ok(`PATCH /3.0/ecommerce/stores/acme-shop/orders/${id}`, { financial_status: 'paid' })
    await pass('PT2H')
    expect(await sent()).toEqual(['ada First 15T12:00'])
  })

  test('transactional contacts get no email about their orders', async () => {
    const { order, pass, sent } = await withFollowup({})
    await order('new')
    await pass('PT2H')
    expect(await sent()).toEqual([])
  })

  test('orders made while the store syncs let nobody enter, also not afterwards', async () => {
    const { order, sync, ok, pass, sent } = await withFollowup({})
    await sync(true)
    const { id } = await order('ada')
    await sync(false)
    await ok(`PATCH /3.0/ecommerce/stores/acme-shop/orders/${id}`, { order_total: 1 })
    await pass('PT2H')
    expect(await sent()).toEqual([])
  })

  test.each([
    ['made while the store syncs', { before: 'sync' }],
    ['from before the start of the workflow', { before: 'start' }],
  ] as const)('an order %s lets nobody enter, also if its cancellation is taken back', async (_, { before }) => {
    const { order, sync, ok, pass, sent } = await withFollowup(before === 'start' ? { status: 'save' } : {})
    if (before === 'sync') await sync(true)
    const { id } = await order('ada')
    if (before === 'sync') await sync(false)
    else await ok(`POST /3.0/automations/${WORKFLOW}/actions/start-all-emails`)
    const change = (cancelled_at_foreign: string) =>
      ok(`PATCH /3.0/ecommerce/stores/acme-shop/orders/${id}`, { cancelled_at_foreign })
    await change('2026-01-15T09:00:00Z')
    await change('')
    await order('bob')
    await pass('PT2H')
    expect(await sent()).toEqual(['bob First 15T10:00'])
  })

  test('an email after nothing was bought goes out only without an order since', async () => {
    const delay = { amount: 1, type: 'day', action: 'ecomm_not_bought_any' } as const
    const { order, pass, sent } = await withFollowup({ emails: [{ ...FIRST_EMAIL, delay }] })
    await order('ada')
    await order('bob')
    await pass('PT2H')
    await order('bob')
    await pass('P2D')
    expect(await sent()).toEqual(['ada First 16T09:00'])
  })

  test('an email shows the number, the lines and the total of the order', async () => {
    const html = '<p>*|ORDER:NUMBER|*: *|ORDER:LINES|*, *|ORDER:TOTAL|*</p>'
    const { order, pass, emails } = await withFollowup({ emails: [{ ...FIRST_EMAIL, html }] })
    await order('ada')
    await pass('PT2H')
    expect((await emails())[0].html).toContain('<p>o-1: 2 × Hat (Blue): $34.00, $34.00</p>')
  })
})

describe('productFollowup, categoryFollowup and bestCustomers', () => {
  test('productFollowup takes orders with its product, and shows the product', async () => {
    const html = '<p>*|PRODUCT:TITLE|* *|PRODUCT:URL|*</p>'
    const emails = [{ ...FIRST_EMAIL, html }]
    const {
      order,
      pass,
      sent,
      emails: read,
    } = await withFollowup({ workflow_type: 'productFollowup', product_id: 'hat', emails })
    await order('bob', { product: 'mug' })
    await order('ada')
    await order('ada')
    await pass('PT2H')
    expect(await sent()).toEqual(['ada First 15T10:00'])
    expect((await read())[0].text).toContain('Hat https://shop.acme.test/hat')
  })

  test('categoryFollowup takes orders with a product of the vendor, in any case', async () => {
    const { order, pass, sent } = await withFollowup({ workflow_type: 'categoryFollowup', category: 'hATTERS' })
    await order('bob', { product: 'mug' })
    await order('ada')
    await pass('PT2H')
    expect(await sent()).toEqual(['ada First 15T10:00'])
  })

  test.each([
    [{ orders: 2 }, 2],
    [{ spent: 68 }, 2],
    [{ spent: 34 }, 1],
    [{ orders: 2, spent: 100 }, 3],
  ])('bestCustomers with %j takes a contact with the order number %i', async (rule, number) => {
    const { order, pass, sent } = await withFollowup({ workflow_type: 'bestCustomers', ...rule })
    for (let i = 1; i <= 4; i++) {
      await order('ada')
      await pass('P1D')
    }
    const day = String(14 + number)
    expect(await sent()).toEqual([`ada First ${day}T10:00`])
  })
})
