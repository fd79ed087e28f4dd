import { expect, test } from 'vitest'
import { campaigns } from '../../src/service/model/campaigns/campaign.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import { makeStore } from '../../src/service/rules/stores/make.ts'
import { hashAddress } from '../../src/service/model/members/member.ts'
import { type Body } from '../mock.ts'
import { HTML, withDrafts } from './campaign-drafts.ts'
import { LIST } from './campaign-list.ts'
import { placeOrder } from './order-world.ts'

const SETTINGS = { winner_criteria: 'opens', subject_lines: ['Hats', 'Caps'], test_size: 50, wait_time: 60 }

const ONE_CONTENT = { variate_contents: [{ content_label: 'A', html: HTML }] }

/** A world with a campaign that tests two subjects on ten readers. */
async function withTest(settings: object = {}, prepare?: (tx: Tx) => void) {
  const world = await withDrafts()
  if (prepare) await world.plant(prepare)
  for (let i = 0; i < 7; i++) await world.make({ email_address: `reader${i}@acme.test` })
  const campaign = await world.draft({ type: 'variate', variate_settings: { ...SETTINGS, ...settings } }, ONE_CONTENT)
  return { ...world, campaign }
}

test('a campaign that tests versions has the product of its variables as combinations', async () => {
  const { campaign, call } = await withTest()
  expect(campaign.variate_settings.combinations).toMatchObject([{ subject_line: 0 }, { subject_line: 1 }])
  const contents = ['A', 'B'].map((content_label) => ({ content_label, html: `<p>${content_label}</p>` }))
  const { body } = await call(`PUT /3.0/campaigns/${campaign.id}/content`, { variate_contents: contents })
  expect(body.variate_contents).toEqual(contents.map((each) => ({ ...each, plain_text: each.content_label })))
  const { variate_settings } = (await call(`GET /3.0/campaigns/${campaign.id}`)).body
  expect(variate_settings.contents).toEqual(['A', 'B'])
  expect(variate_settings.combinations).toHaveLength(4)
})

test('a campaign that tests versions sends them to a part of the recipients, and the version with more opens to the rest', async () => {
  const { campaign, act, pass, read, call, emailsOf, reportOf } = await withTest()
  expect((await act(campaign, 'send')).status).toBe(204)
  await pass('PT1M')
  const [, caps] = (await read(campaign)).variate_settings.combinations
  expect(await read(campaign)).toMatchObject({ status: 'sending', emails_sent: 5 })
  expect(await read({ id: caps.id })).toMatchObject({ type: 'variate-child', parent_campaign_id: campaign.id, status: 'sent' })
  const opener = (await emailsOf()).find(({ subject }) => subject === 'Caps')
  await call('POST /_control/triggers', { trigger: 'campaign.open', campaign_id: caps.id, email_address: opener?.to })
  await pass('PT2H')
  const after = await read(campaign)
  expect(after).toMatchObject({ status: 'sent', emails_sent: 10, variate_settings: { winning_combination_id: caps.id } })
  expect((await read({ id: after.variate_settings.winning_campaign_id })).emails_sent).toBe(5)
  expect(new Set((await emailsOf()).map(({ to }) => to)).size).toBe(10)
  expect(await reportOf(campaign)).toMatchObject({
    emails_sent: 10,
    opens: { opens_total: 1, unique_opens: 1, open_rate: 0.1 },
  })
  expect((await call('GET /3.0/campaigns')).body.campaigns.map(({ id }: Body) => id)).toEqual([campaign.id])
})

test('a campaign that tests versions sends its versions as well if it is scheduled', async () => {
  const { draft, act, read, pass, call } = await withDrafts()
  const variate_settings = { winner_criteria: 'opens', subject_lines: ['A', 'B'] }
  const campaign = await draft({ type: 'variate', variate_settings }, ONE_CONTENT)
  expect((await act(campaign, 'schedule', { schedule_time: '2026-01-15T09:15:00Z' })).status).toBe(204)
  await pass('PT20M')
  expect(await read(campaign)).toMatchObject({ status: 'sent', emails_sent: 3, send_time: '2026-01-15T09:15:00+00:00' })
  const { reports } = (await call(`GET /3.0/reports/${campaign.id}/sub-reports`)).body
  expect(reports.map(({ subject_line, emails_sent }: Body) => [subject_line, emails_sent])).toEqual([
    ['A', 2],
    ['B', 1],
  ])
})

test('a copy of a variate campaign has no combinations, and gets new combinations with ids of their own when it is sent', async () => {
  const { campaign, act, pass, read, call } = await withTest({ test_size: 100 })
  await act(campaign, 'send')
  await pass('PT1M')
  const { body: copy } = await act(campaign, 'replicate')
  expect(copy.variate_settings).toMatchObject({ subject_lines: ['Hats', 'Caps'], contents: ['A'] })
  expect(copy.variate_settings).not.toHaveProperty('combinations')
  const { items } = (await call(`GET /3.0/campaigns/${copy.id}/send-checklist`)).body
  expect(items).toContainEqual(expect.objectContaining({ id: 511, type: 'warning' }))
  expect((await act(copy, 'send')).status).toBe(204)
  await pass('PT1M')
  expect(await read(copy)).toMatchObject({ status: 'sent', emails_sent: 10 })
  expect(await read(campaign)).toMatchObject({ status: 'sent', emails_sent: 10 })
})

test('a campaign of a list with a store can be won by the version with the most revenue', async () => {
  const { campaign, act, pass, read, plant } = await withTest({ winner_criteria: 'total_revenue' }, (tx) =>
    makeStore(tx, { id: 'acme-shop', list_id: LIST, name: 'Acme', currency_code: 'EUR' }),
  )
  await act(campaign, 'send')
  await pass('PT1M')
  const [hats, caps] = (await read(campaign)).variate_settings.combinations
  await plant((tx) => {
    placeOrder(tx, { campaign_id: hats.id, order_total: 50, shipping_total: 30 })
    placeOrder(tx, { campaign_id: caps.id, order_total: 30 })
  })
  await pass('PT2H')
  expect((await read(campaign)).variate_settings.winning_combination_id).toBe(caps.id)
})

test('a campaign that tests versions waits for a person if the winner is picked by hand', async () => {
  const { campaign, act, pass, read, call } = await withTest({ winner_criteria: 'manual' })
  await act(campaign, 'send')
  await pass('P1D')
  expect((await read(campaign)).status).toBe('sending')
  const [hats] = (await read(campaign)).variate_settings.combinations
  const pick = () =>
    call('POST /_control/triggers', { trigger: 'campaign.pick_winner', campaign_id: campaign.id, combination_id: hats.id })
  expect((await pick()).status).toBe(200)
  await pass('PT1M')
  expect(await read(campaign)).toMatchObject({ status: 'sent', emails_sent: 10 })
  expect((await pick()).status).toBe(409)
})

test('a campaign that tests versions cannot be cancelled, and neither can its versions', async () => {
  const { campaign, act, pass, read, call } = await withTest()
  await act(campaign, 'send')
  const [hats] = (await read(campaign)).variate_settings.combinations
  for (const { id } of [campaign, hats]) {
    const { body } = await call('POST /_control/triggers', { trigger: 'campaign.cancel', campaign_id: id })
    expect(body).toMatchObject({ status: 409, detail: expect.stringContaining('Only regular and plain-text campaigns') })
    expect((await act({ id }, 'cancel-send')).body).toMatchObject({ status: 400, title: 'Invalid Action' })
  }
  await pass('P2D')
  expect(await read(campaign)).toMatchObject({ status: 'sent', emails_sent: 10 })
})

test('a campaign that tests versions ends without a winner if it was cancelled in the state of an earlier version', async () => {
  const { campaign, act, pass, read, plant } = await withTest()
  await act(campaign, 'send')
  await plant((tx) => {
    const row = tx.first(campaigns.key, { id: campaign.id })
    if (row) tx.put(campaigns, { ...row, status: 'canceled' })
  })
  expect((await pass('P2D')).status).toBe(200)
  const after = await read(campaign)
  expect([after.status, after.emails_sent, after.variate_settings.winning_campaign_id]).toEqual(['canceled', 5, undefined])
})

test('a campaign whose winner is picked during the send of its versions ends only once, even if no recipients are left', async () => {
  const { campaign, act, pass, read, call, path } = await withTest({ winner_criteria: 'manual' })
  await act(campaign, 'send')
  for (const { email_address } of (await call(`GET ${path}?count=100`)).body.members)
    await call(`PATCH ${path}/${email_address}`, { status: 'unsubscribed' })
  const [hats] = (await read(campaign)).variate_settings.combinations
  const pick = { trigger: 'campaign.pick_winner', campaign_id: campaign.id, combination_id: hats.id }
  expect((await call('POST /_control/triggers', pick)).status).toBe(200)
  expect((await pass('P2D')).status).toBe(200)
  expect(await read(campaign)).toMatchObject({ status: 'sent', variate_settings: { winning_campaign_id: hats.id } })
})

test('a campaign that tests versions went to the recipients of its versions, for the filter member_id and for conditions on the campaign', async () => {
  const { campaign, act, pass, draft, call } = await withTest()
  const find = async (address: string) =>
    (await call(`GET /3.0/campaigns?member_id=${hashAddress(address)}`)).body.campaigns.map(({ id }: Body) => id)
  expect(await find('ada@acme.test')).toEqual([])
  await act(campaign, 'send')
  await pass('P2D')
  expect(await find('ada@acme.test')).toEqual([campaign.id])
  expect(await find('eve@acme.test')).toEqual([])
  const [version] = (await call(`GET /3.0/reports/${campaign.id}/sub-reports`)).body.reports
  const [{ email_address }] = (await call(`GET /3.0/reports/${version.id}/sent-to`)).body.sent_to
  await call('POST /_control/triggers', { trigger: 'campaign.open', campaign_id: version.id, email_address })
  const count = async (op: string) => {
    const conditions = [{ condition_type: 'Aim', field: 'aim', op, value: String(campaign.web_id) }]
    const { recipients } = await draft({ recipients: { list_id: LIST, segment_opts: { match: 'all', conditions } } })
    return recipients.recipient_count
  }
  expect([await count('sent'), await count('nosent'), await count('open'), await count('noopen')]).toEqual([10, 0, 1, 9])
})

test('a campaign that tests versions is among the reports, and its versions are among its sub-reports only', async () => {
  const { campaign, act, pass, call } = await withTest()
  await act(campaign, 'send')
  await pass('P2D')
  const ids = ({ reports }: Body) => reports.map(({ id }: Body) => id)
  const { body } = await call('GET /3.0/reports')
  expect([ids(body), body.total_items]).toEqual([[campaign.id], 1])
  expect(ids((await call('GET /3.0/reports?type=variate')).body)).toEqual([campaign.id])
  expect((await call(`GET /3.0/reports/${campaign.id}/sub-reports`)).body.total_items).toBe(3)
})

test.each<[object, string, string]>([
  [{ winner_criteria: 'total_revenue' }, 'Bad Request', ''],
  [{ wait_time: 90 }, 'Invalid Resource', 'variate_settings.wait_time'],
  [{ subject_lines: Array.from({ length: 9 }, () => 'x') }, 'Invalid Resource', 'variate_settings'],
  [{ from_names: ['A', 'B'], reply_to_addresses: ['a@acme.test'] }, 'Invalid Resource', 'variate_settings'],
  [{ send_times: ['2026-01-15 08:00:00'] }, 'Invalid Resource', 'variate_settings.send_times.item:0'],
])('a variate campaign with the settings %j is rejected', async (settings, title, field) => {
  const { call } = await withDrafts()
  const { body } = await call('POST /3.0/campaigns', { type: 'variate', variate_settings: { ...SETTINGS, ...settings } })
  expect(body).toMatchObject({ status: 400, title, ...(field === '' ? {} : { errors: [{ field }] }) })
})
