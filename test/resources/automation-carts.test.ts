import { describe, expect, test } from 'vitest'
import type { Body } from '../mock.ts'
import { FIRST_EMAIL, SECOND_EMAIL, SHOP_EMAILS, withShopAutomation } from './automation-shop.ts'
import { FIRST, SECOND, WORKFLOW } from './automation-world.ts'
import { STORE } from './commerce-world.ts'
import { ID } from './member-world.ts'

const CARTS = { workflow_type: 'abandonedCart' } as const
const TAGS = '<p>*|CART:LINES|*</p><p>*|CART:TOTAL|*</p><a href="*|CART:URL|*">Check out</a>'
const withCarts = (emails = SHOP_EMAILS) => withShopAutomation({ ...CARTS, emails })

describe('an abandoned cart', () => {
  test('a cart with an address to check out gets all emails, each after its delay', async () => {
    const { cart, pass, sent } = await withCarts()
    await cart('ada', 'c-1')
    await pass('P5D')
    expect(await sent()).toEqual(['ada First 15T10:00', 'ada Second 16T10:00'])
  })

  test('a cart without an address to check out gets no email until it has one', async () => {
    const { cart, changeCart, pass, sent } = await withCarts()
    await cart('ada', 'c-1', { checkout_url: '' })
    await pass('PT2H')
    await changeCart('c-1', { checkout_url: 'https://shop.acme.test/c-1' })
    await pass('PT2H')
    expect(await sent()).toEqual(['ada First 15T12:00'])
  })

  test('a change of the cart begins the wait anew only before the first email', async () => {
    const { cart, changeCart, pass, sent } = await withCarts()
    await cart('ada', 'c-1')
    await pass('PT30M')
    await changeCart('c-1', { order_total: 1 })
    await pass('PT1H')
    await changeCart('c-1', { order_total: 2 })
    await pass('P5D')
    expect(await sent()).toEqual(['ada First 15T10:30', 'ada Second 16T10:30'])
  })

  test('each cart of a contact gets emails of its own, at the same time as well, and each of them counts', async () => {
    const { cart, pass, sent, queueOf, call } = await withCarts()
    await cart('ada', 'c-1')
    await pass('PT30M')
    await cart('ada', 'c-2')
    expect(await queueOf(FIRST)).toMatchObject({
      total_items: 2,
      queue: [{ next_send: '2026-01-15T10:00:00+00:00' }, { next_send: '2026-01-15T10:30:00+00:00' }],
    })
    expect((await call(`GET /3.0/automations/${WORKFLOW}/emails/${FIRST}/queue/ada@acme.test`)).status).toBe(200)
    await pass('PT1H')
    expect(await sent()).toEqual(['ada First 15T10:00', 'ada First 15T10:30'])
    const workflow = `/3.0/automations/${WORKFLOW}`
    for (const path of [`/3.0/reports/${FIRST}`, `/3.0/reports/${WORKFLOW}`, `${workflow}/emails/${FIRST}`, workflow])
      expect((await call(`GET ${path}`)).body.emails_sent, path).toBe(2)
    expect((await call(`GET /3.0/reports/${FIRST}/sent-to`)).body.total_items).toBe(1)
    const { activity } = (await call(`GET /3.0/lists/${ID}/members/ada@acme.test/activity?action=sent`)).body
    expect(activity).toMatchObject([{ timestamp: '2026-01-15T10:00:00+00:00' }, { timestamp: '2026-01-15T10:30:00+00:00' }])
    await pass('P5D')
    expect(await sent()).toHaveLength(4)
  })

  test('an email leaves at the instant of the last change of its cart plus its delay, in the same fraction of the second', async () => {
    const { cart, changeCart, pass, sent, queueOf } = await withCarts([{ ...FIRST_EMAIL, delay: { amount: 1, type: 'hour' } }])
    await pass('PT0.2S')
    await cart('ada', 'c-1')
    await pass('PT0.7S')
    await changeCart('c-1', { order_total: 1 })
    expect((await queueOf(FIRST)).queue).toMatchObject([{ next_send: '2026-01-15T10:00:00+00:00' }])
    await pass('PT59M59.999S')
    expect(await sent()).toEqual([])
    await pass('PT0.001S')
    expect(await sent()).toEqual(['ada First 15T10:00'])
  })

  test('a deleted cart gets no further email, and another one with its id begins anew', async () => {
    const { cart, call, pass, sent } = await withCarts()
    await cart('ada', 'c-1')
    await pass('PT2H')
    await call(`DELETE ${STORE}/carts/c-1`)
    await pass('P5D')
    expect(await sent()).toEqual(['ada First 15T10:00'])
    await cart('ada', 'c-1')
    await pass('PT2H')
    expect(await sent()).toHaveLength(2)
  })

  test.each([
    ['an order of the same contact', 'ada', {}],
    ['a cancelled order', 'ada', { cancelled_at_foreign: '2026-01-15' }],
    ['an order of another contact with the id of the cart', 'bob', { cart_id: 'c-1' }],
  ])('%s ends the emails about a cart for good', async (_, name, fields) => {
    const { cart, changeCart, order, pass, sent } = await withCarts()
    await cart('ada', 'c-1')
    await order(name, fields)
    await changeCart('c-1', { order_total: 1 })
    await pass('P5D')
    expect(await sent()).toEqual([])
  })

  test('an order of another contact ends no emails about a cart', async () => {
    const { cart, order, pass, sent } = await withCarts()
    await cart('ada', 'c-1')
    await order('bob')
    await pass('PT2H')
    expect(await sent()).toEqual(['ada First 15T10:00'])
  })

  test('a cart that moves to another customer is about the contact of that customer', async () => {
    const { cart, changeCart, pass, sent } = await withCarts()
    await cart('ada', 'c-1')
    await changeCart('c-1', { customer: { id: 'bob', email_address: 'bob@acme.test', opt_in_status: false } })
    await pass('PT2H')
    expect(await sent()).toEqual(['bob First 15T10:00'])
  })

  test('a transactional contact gets only the first email, also after a change', async () => {
    const { cart, call, path, pass, sent } = await withCarts()
    await cart('new', 'c-1')
    await call(`PATCH ${path}/new@acme.test`, { merge_fields: { FNAME: 'New' } })
    await pass('P5D')
    expect(await sent()).toEqual(['new First 15T10:00'])
  })

  test('a contact who unsubscribes gets no email about a cart, and nothing for one that follows', async () => {
    const { cart, call, path, pass, sent } = await withCarts()
    await cart('ada', 'c-1')
    await call(`PATCH ${path}/ada@acme.test`, { status: 'unsubscribed' })
    await cart('ada', 'c-2')
    await pass('P5D')
    expect(await sent()).toEqual([])
  })

  test('a contact who is removed from the workflow gets no email about any cart', async () => {
    const { cart, ok, pass, sent } = await withCarts()
    await cart('ada', 'c-1')
    await ok(`POST /3.0/automations/${WORKFLOW}/removed-subscribers`, { email_address: 'ada@acme.test' })
    await cart('ada', 'c-2')
    await pass('P5D')
    expect(await sent()).toEqual([])
  })

  test('a store that syncs holds back emails for good, and its carts enter once they change afterwards', async () => {
    const { cart, changeCart, sync, pass, sent } = await withCarts()
    await cart('ada', 'c-1')
    await sync(true)
    await cart('bob', 'c-2')
    await pass('PT2H')
    await sync(false)
    await pass('PT1H')
    expect(await sent()).toEqual([])
    await changeCart('c-2', { order_total: 1 })
    await pass('P5D')
    expect(await sent()).toEqual(['bob First 15T13:00', 'ada Second 16T10:00', 'bob Second 16T13:00'])
  })

  test('a paused email holds its queue', async () => {
    const { cart, ok, pass, sent } = await withCarts()
    await ok(`POST /3.0/automations/${WORKFLOW}/emails/${FIRST}/actions/pause`)
    await cart('ada', 'c-1')
    await pass('PT3H')
    expect(await sent()).toEqual([])
    await ok(`POST /3.0/automations/${WORKFLOW}/emails/${FIRST}/actions/start`)
    expect(await sent()).toEqual(['ada First 15T12:00'])
  })

  test('a deleted store archives its workflow, and no email follows', async () => {
    const { cart, call, pass, sent } = await withCarts()
    await cart('ada', 'c-1')
    expect((await call(`DELETE ${STORE}`)).status).toBe(204)
    expect((await call(`GET /3.0/automations/${WORKFLOW}`)).body.status).toBe('archived')
    await pass('P5D')
    expect(await sent()).toEqual([])
  })

  test('an email that waits for an open follows the open of the email before', async () => {
    const opened = { ...SECOND_EMAIL, delay: { amount: 1, type: 'hour', action: 'previous_campaign_opened' } } as const
    const { cart, trigger, pass, sent } = await withShopAutomation({ ...CARTS, emails: [FIRST_EMAIL, opened] })
    await cart('ada', 'c-1')
    await pass('PT2H')
    await trigger('campaign.open', { workflow_email_id: FIRST, email_address: 'ada@acme.test' })
    await pass('P5D')
    expect(await sent()).toEqual(['ada First 15T10:00', 'ada Second 15T12:00'])
  })

  test('an email shows the lines and the total of the cart, and its tracked link leads to the address to check out', async () => {
    const emails = [{ ...FIRST_EMAIL, html: TAGS }]
    const { cart, changeCart, pass, emails: read, call, order } = await withShopAutomation({ ...CARTS, emails })
    await cart('ada', 'c-1')
    await changeCart('c-1', { order_total: 41.5 })
    await pass('PT2H')
    const [email] = await read()
    expect(email.html).toContain('<p>2 × Hat (Blue): $34.00</p><p>$41.50</p>')
    const [link] = email.links
    const { status, headers } = await call(`GET ${link.slice(link.indexOf('/_public'))}`)
    expect([status, headers.get('location')]).toEqual([302, 'https://shop.acme.test/checkout'])
    // The click is a touch of the workflow's email.
    expect((await order('ada')).campaign_id).toBe(FIRST)
  })

  test('the email of POST /automations has the lines, the total and the link of the cart', async () => {
    const { ok, cart, pass, emails } = await withCarts()
    await ok(`POST /3.0/automations/${WORKFLOW}/actions/archive`)
    const recipients = { list_id: 'a1b2c3d4e5', store_id: 'acme-shop' }
    const sender = { from_name: 'Shop', reply_to: 'shop@acme.test' }
    const { id } = await ok('POST /3.0/automations', {
      recipients,
      trigger_settings: { workflow_type: 'abandonedCart' },
      settings: sender,
    })
    await ok(`POST /3.0/automations/${id}/actions/start-all-emails`)
    await cart('ada', 'c-1')
    await pass('PT1H')
    expect((await emails()).at(-1)).toMatchObject({
      subject: 'You left something behind',
      text: expect.stringContaining('$34.00'),
    })
  })

  test('why says why a cart gets no email', async () => {
    const { sync, call } = await withCarts()
    await sync(true)
    const customer = { id: 'ada', email_address: 'ada@acme.test', opt_in_status: false }
    const line = { id: '1', product_id: 'hat', product_variant_id: 'hat-blue', quantity: 1, price: 1 }
    const cart = { id: 'c', customer, currency_code: 'USD', order_total: 1, checkout_url: 'https://a.test/', lines: [line] }
    const { headers } = await call(`POST ${STORE}/carts`, cart)
    const { body } = await call(`GET /_control/why?entity=request&id=${headers.get('x-request-id')}`)
    const codes = body.non_events.filter(({ what }: Body) => what === 'email')
    expect(codes).toMatchObject([
      { code: 'automation_closed', summary: expect.stringContaining('The store acme-shop is syncing') },
    ])
  })
})

test('a store has at most one workflow about carts that is not archived', async () => {
  const { call, ok, trigger } = await withCarts()
  const request = { recipients: { list_id: ID, store_id: 'acme-shop' }, trigger_settings: { workflow_type: 'abandonedCart' } }
  const { status, body } = await call('POST /3.0/automations', request)
  expect({ status, title: body.title, detail: body.detail }).toEqual({
    status: 400,
    title: 'Bad Request',
    detail: expect.stringContaining(WORKFLOW),
  })
  const plan = { ...CARTS, list_id: ID, store_id: 'acme-shop', emails: [{ subject_line: 'x' }] }
  await expect(trigger('automation.create', plan)).rejects.toThrow(`has the automation ${WORKFLOW}`)
  expect((await call(`GET ${STORE}`)).body.automations.abandoned_cart).toMatchObject({ id: WORKFLOW, status: 'sending' })
  await ok(`POST /3.0/automations/${WORKFLOW}/actions/archive`)
  expect((await call('POST /3.0/automations', request)).status).toBe(200)
})

describe('a viewed product', () => {
  const BROWSE = { workflow_type: 'abandonedBrowse' } as const

  test('a contact gets emails about each viewed product once', async () => {
    const html = '<a href="*|PRODUCT:URL|*">*|PRODUCT:TITLE|*</a>'
    const { view, pass, sent, emails, call } = await withShopAutomation({ ...BROWSE, emails: [{ ...FIRST_EMAIL, html }] })
    await view('ada')
    await view('ada', 'mug')
    await pass('PT2H')
    await view('ada')
    await pass('P5D')
    expect(await sent()).toEqual(['ada First 15T10:00', 'ada First 15T10:00'])
    const read = await emails()
    expect(read[0].html).toContain('>Hat</a>')
    for (const [place, product] of ['hat', 'mug'].entries()) {
      const [link] = read[place].links
      const { headers } = await call(`GET ${link.slice(link.indexOf('/_public'))}`)
      expect(headers.get('location')).toBe(`https://shop.acme.test/${product}`)
    }
  })

  test('an order and a cart with the product end the emails about it, those with another product do not', async () => {
    const { view, order, cart, pass, sent } = await withShopAutomation(BROWSE)
    for (const name of ['ada', 'bob', 'cy']) await view(name)
    await order('ada')
    await cart('bob', 'c-1')
    await order('cy', { product: 'mug' })
    await pass('PT2H')
    expect(await sent()).toEqual(['cy First 15T10:00'])
  })

  test('a transactional contact gets no email about a viewed product', async () => {
    const { view, cart, call, pass, sent } = await withShopAutomation(BROWSE)
    await cart('new', 'c-1', { product: 'mug' })
    await call(`DELETE ${STORE}/carts/c-1`)
    await view('new')
    await pass('PT2H')
    expect(await sent()).toEqual([])
  })

  test('product.view names a store, a product and a contact that exist, and a store with a site', async () => {
    const { call, ok } = await withShopAutomation(BROWSE)
    const view = { trigger: 'product.view', store_id: 'acme-shop', product_id: 'hat', email_address: 'ada@acme.test' }
    const statusOf = async (fields: object) => (await call('POST /_control/triggers', { ...view, ...fields })).status
    expect(await statusOf({ store_id: 'none' })).toBe(422)
    expect(await statusOf({ product_id: 'none' })).toBe(422)
    expect(await statusOf({ email_address: 'none@acme.test' })).toBe(422)
    expect(await statusOf({})).toBe(200)
    await ok(`PATCH ${STORE}`, { domain: '' })
    expect(await statusOf({})).toBe(409)
  })

  test('the second email of a viewed product follows the first', async () => {
    const { view, pass, sent, queueOf } = await withShopAutomation(BROWSE)
    await view('ada')
    await pass('PT2H')
    expect((await queueOf(SECOND)).total_items).toBe(1)
    await pass('P2D')
    expect(await sent()).toEqual(['ada First 15T10:00', 'ada Second 16T10:00'])
  })
})

test('while a store syncs, contacts cannot enter its workflows by hand, and contacts in the queue of an email do not get it', async () => {
  const { call, trigger, ok, sync, pass, sent, queueOf } = await withShopAutomation({ workflow_type: 'abandonedCart' })
  const queue = `/3.0/automations/${WORKFLOW}/emails/${FIRST}/queue`
  await sync(true)
  const entry = { trigger: 'automation.enter', workflow_id: WORKFLOW, email_address: 'bob@acme.test' }
  const refused = await call('POST /_control/triggers', entry)
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('The store acme-shop is syncing.')])
  await ok(`POST ${queue}`, { email_address: 'ada@acme.test' })
  expect((await queueOf(FIRST)).total_items).toBe(1)
  await pass('PT2H')
  expect([(await queueOf(FIRST)).total_items, await sent()]).toEqual([0, []])
  await sync(false)
  await trigger('automation.enter', { workflow_id: WORKFLOW, email_address: 'bob@acme.test' })
  await pass('PT2H')
  expect(await sent()).toEqual(['bob First 15T12:00'])
})
