import { expect, test } from 'vitest'
import { mock, type Body } from '../mock.ts'

const CARTS = 'c0ffee0080'

test('carts that are open when the scenario shop begins get no email, and a cart that is filled later enters the queue', async () => {
  const { call } = mock({ scenario: 'shop' })
  expect((await call(`GET /3.0/automations/${CARTS}`)).body).toMatchObject({ status: 'sending' })
  expect((await call(`GET /3.0/automations/${CARTS}/emails/c0ffee0081/queue`)).body.total_items).toBe(0)
  expect((await call('GET /_control/emails?kind=order_notification')).body.total).toBe(0)
  const customer = { id: 'zoe', email_address: 'zoe@acme.test', opt_in_status: true }
  const cart = { customer, lines: [{ product_id: 'felt-hat' }], checkout_url: 'https://shop.acme.test/checkout' }
  const filled = await call('POST /_control/triggers', { trigger: 'cart.fill', store_id: 'acme-shop', cart })
  expect(filled.status).toBe(200)
  const queue = async () => (await call(`GET /3.0/automations/${CARTS}/emails/c0ffee0081/queue`)).body.queue
  expect(await queue()).toMatchObject([{ email_address: customer.email_address }])
  await call('POST /_control/clock/advance', { by: 'PT1H' })
  expect(await queue()).toEqual([])
  const { emails } = (await call('GET /_control/emails?kind=automation')).body
  expect(emails).toMatchObject([{ to: customer.email_address, campaign_id: 'c0ffee0081' }])
})

test('the workflow for first orders of the scenario shop takes a contact with the first order only', async () => {
  const { call } = mock({ scenario: 'shop' })
  expect((await call('GET /3.0/automations/c0ffee0090')).body).toMatchObject({
    status: 'sending',
    recipients: { store_id: 'acme-shop' },
    trigger_settings: { workflow_type: 'purchaseFollowup' },
  })
  const place = async (email_address: string) => {
    const order = { customer: { email_address, opt_in_status: true }, lines: [{ product_id: 'felt-hat' }] }
    return call('POST /_control/triggers', { trigger: 'order.place', store_id: 'acme-shop', order })
  }
  const { orders } = (await call('GET /3.0/ecommerce/stores/acme-shop/orders?count=1')).body
  await place(orders[0].customer.email_address)
  await place('zoe@acme.test')
  const { queue } = (await call('GET /3.0/automations/c0ffee0090/emails/c0ffee0091/queue')).body
  expect(queue).toMatchObject([{ email_address: 'zoe@acme.test' }])
})

test('the workflow about carts of the scenario shop has three emails, after an hour, a day and three days', async () => {
  const { call } = mock({ scenario: 'shop' })
  const { emails } = (await call(`GET /3.0/automations/${CARTS}/emails`)).body
  expect(emails.map(({ delay }: Body) => `${delay.amount} ${delay.type}`)).toEqual(['1 hour', '1 day', '3 day'])
})
