import { expect, test } from 'vitest'
import { mock, type Body } from '../mock.ts'

const CARTS = 'c0ffee0080'

test('carts that are open when the scenario shop begins get no email, and a cart that is filled later gets three', async () => {
  const { call } = mock({ scenario: 'shop' })
  expect((await call(`GET /3.0/automations/${CARTS}`)).body).toMatchObject({ status: 'sending' })
  expect((await call(`GET /3.0/automations/${CARTS}/emails/c0ffee0081/queue`)).body.total_items).toBe(0)
  expect((await call('GET /_control/emails?kind=order_notification')).body.total).toBe(0)
  const members = (await call('GET /3.0/lists/c0ffee0001/members?status=subscribed&count=1')).body.members
  const customer = { email_address: members[0].email_address }
  const cart = { customer, lines: [{ product_id: 'felt-hat' }], checkout_url: 'https://shop.acme.test/checkout' }
  const filled = await call('POST /_control/triggers', { trigger: 'cart.fill', store_id: 'acme-shop', cart })
  expect(filled.status).toBe(200)
  await call('POST /_control/clock/advance', { by: 'P6D' })
  const { emails } = (await call('GET /_control/emails?kind=automation')).body
  const own = emails.filter(({ to }: Body) => to === customer.email_address)
  expect(own.map(({ campaign_id }: Body) => campaign_id)).toEqual(['c0ffee0081', 'c0ffee0082', 'c0ffee0083'])
})
