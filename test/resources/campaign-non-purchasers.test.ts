import { expect, test } from 'vitest'
import { makeStore } from '../../src/service/rules/stores/make.ts'
import { withDrafts } from './campaign-drafts.ts'
import { placeOrder } from './order-world.ts'

test('a resend to non-purchasers goes to the recipients without a counted order of the campaign', async () => {
  const { draft, act, pass, plant, list, row, emailsOf, call } = await withDrafts()
  const shop = { id: 'acme-shop', list_id: list.id, name: 'Acme', currency_code: 'EUR' }
  await plant((tx) => makeStore(tx, shop))
  const campaign = await draft()
  await act(campaign, 'send')
  await pass('PT1M')
  await call(`POST /3.0/lists/${list.id}/members`, { email_address: 'late@acme.test', status: 'subscribed' })
  const { body } = await act(campaign, 'create-resend', { shortcut_type: 'to_non_purchasers' })
  expect(body.recipients.segment_opts.conditions).toEqual([
    { condition_type: 'Aim', field: 'aim', op: 'sent', value: String(campaign.web_id) },
  ])
  expect(body.recipients.recipient_count).toBe(3)
  const buy = async (name: string, cancelled_at_foreign = 0) => {
    const member = await row(`${name}@acme.test`)
    await plant((tx) =>
      placeOrder(tx, {
        contact_id: member?.contact_id ?? '',
        campaign_id: campaign.id,
        financial_status: '',
        cancelled_at_foreign,
      }),
    )
  }
  await buy('ada')
  await buy('bob', 1)
  expect((await call(`GET /3.0/campaigns/${body.id}`)).body.recipients.recipient_count).toBe(2)
  await act(body, 'send')
  await pass('PT1M')
  expect((await emailsOf()).slice(3).map(({ to }) => to)).toEqual(['bob@acme.test', 'cy@acme.test'])
})

test.each([
  ['names the campaign', ['order'], 2],
  ['follows a click', ['click', 'order without a campaign'], 2],
  ['follows an open', ['open', 'order without a campaign'], 2],
  ['names the campaign in a later change', ['order without a campaign', 'change'], 2],
  ['was cancelled, and the cancellation was taken back', ['order', 'cancel', 'restore'], 2],
  ['was cancelled', ['order', 'cancel'], 3],
  ['names no campaign and follows nothing', ['order without a campaign'], 3],
  ['follows a click in a later campaign', ['click', 'click in another', 'order'], 3],
] as const)('create-resend to non-purchasers shows the recipients without a buyer whose order %s', async (_, steps, count) => {
  const { draft, act, pass, plant, list, call } = await withDrafts()
  const store = '/3.0/ecommerce/stores/acme-shop'
  await plant((tx) => makeStore(tx, { id: 'acme-shop', list_id: list.id, name: 'Acme', currency_code: 'EUR' }))
  await call(`POST ${store}/products`, { id: 'hat', title: 'Hat', variants: [{ id: 'hat', title: 'Hat' }] })
  const send = async () => {
    const campaign = await draft()
    await act(campaign, 'send')
    await pass('PT1M')
    return campaign
  }
  const [campaign, other] = [await send(), await send()]
  const { id: campaign_id } = campaign
  const react = (trigger: string, id: string, fields = {}) =>
    call('POST /_control/triggers', { trigger, campaign_id: id, email_address: 'ada@acme.test', ...fields })
  const order = (fields: object) =>
    call(`POST ${store}/orders`, {
      id: 'o1',
      customer: { id: 'c1', email_address: 'ada@acme.test', opt_in_status: false },
      currency_code: 'EUR',
      order_total: 5,
      lines: [{ id: '1', product_id: 'hat', product_variant_id: 'hat', quantity: 1, price: 5 }],
      ...fields,
    })
  const change = (fields: object) => call(`PATCH ${store}/orders/o1`, fields)
  const take = {
    order: () => order({ campaign_id }),
    'order without a campaign': () => order({}),
    click: () => react('campaign.click', campaign_id, { url: 'https://acme.test/' }),
    open: () => react('campaign.open', campaign_id),
    'click in another': () => react('campaign.click', other.id, { url: 'https://acme.test/' }),
    change: () => change({ campaign_id }),
    cancel: () => change({ cancelled_at_foreign: '2026-01-15T09:00:00Z' }),
    restore: () => change({ cancelled_at_foreign: '' }),
  }
  for (const step of steps) {
    expect((await take[step]()).status, step).toBe(200)
    await pass('PT1S')
  }
  const { body } = await act(campaign, 'create-resend', { shortcut_type: 'to_non_purchasers' })
  expect(body.recipients.recipient_count).toBe(count)
  expect((await call(`GET /3.0/campaigns/${body.id}`)).body.recipients.recipient_count).toBe(count)
})
