import { describe, expect, test } from 'vitest'
import { recordClick, recordOpen } from '../../src/service/rules/campaigns/engagement/actions.ts'
import { makeCampaign } from '../../src/service/rules/campaigns/make.ts'
import { cancelCampaign } from '../../src/service/rules/campaigns/send/send.ts'
import { plantAccount } from '../../src/service/rules/root/account.ts'
import { type Body } from '../mock.ts'
import { CAMPAIGN, withReaders } from './campaign-world.ts'

/** Campaigns a minute apart: A and B are regular, then one of each other type; C was cancelled before it was sent. */
async function withSeries() {
  const world = await withReaders()
  const types = ['regular', 'regular', 'plain-text', 'ab_split', 'rss', 'variate', 'automation', 'auto'] as const
  for (const [i, type] of types.entries()) {
    await world.send({ title: String.fromCodePoint(65 + i), type })
    await world.pass('PT1M')
  }
  await world.plant((tx) => cancelCampaign(tx, world.list, { subject_line: 'Never' }))
  const find = async (query: string) => {
    const { body } = await world.call(`GET /3.0/reports?${query}`)
    return body.reports.map(({ campaign_title }: Body) => campaign_title).join('')
  }
  return { ...world, find }
}

describe('getReports', () => {
  test('getReports returns the reports of sent campaigns, oldest first', async () => {
    const { call, find } = await withSeries()
    expect(await find('')).toBe('ABCDEFGH')
    expect((await call('GET /3.0/reports')).body.total_items).toBe(8)
  })

  test.each([
    ['type=regular', 'AB'],
    ['type=plaintext', 'C'],
    ['type=absplit', 'D'],
    ['type=rss', 'E'],
    ['type=variate', 'F'],
    ['since_send_time=2026-01-15T09:05:00Z', 'GH'],
    ['since_send_time=2026-01-15T09:04:59Z', 'FGH'],
    ['before_send_time=2026-01-15T09:02:00Z', 'AB'],
    ['before_send_time=2026-01-15T09:02:01%2B00:00', 'ABC'],
    ['since_send_time=2026-01-15T09:00:00Z&before_send_time=2026-01-15T09:03:00Z', 'BC'],
    ['since_send_time=2026-01-15T09:00:00Z&type=regular', 'B'],
    ['since_send_time=2026-01-16&before_send_time=2026-01-14', ''],
    ['since_send_time=1960-01-01', 'ABCDEFGH'],
    ['before_send_time=1960-01-01', ''],
  ])('the report query %s returns the reports %j', async (query, expected) => {
    const { find, call } = await withSeries()
    expect(await find(query)).toBe(expected)
    expect((await call(`GET /3.0/reports?${query}`)).body.total_items).toBe(expected.length)
  })
})

describe('getReport', () => {
  test('getReport returns the whole report of an ordinary campaign', async () => {
    const { call, send } = await withReaders()
    await send({ id: CAMPAIGN, title: 'January', subject_line: 'What is new', preview_text: 'Hats' })
    const { body } = await call(`GET /3.0/reports/${CAMPAIGN}`)
    const { _links, timeseries, ...report } = body
    expect(report).toEqual({
      id: CAMPAIGN,
      campaign_title: 'January',
      type: 'regular',
      list_id: 'a1b2c3d4e5',
      list_is_active: true,
      list_name: 'Acme News',
      subject_line: 'What is new',
      preview_text: 'Hats',
      emails_sent: 3,
      abuse_reports: 0,
      unsubscribed: 0,
      send_time: '2026-01-15T09:00:00+00:00',
      bounces: { hard_bounces: 0, soft_bounces: 0, syntax_errors: 0 },
      forwards: { forwards_count: 0, forwards_opens: 0 },
      opens: {
        opens_total: 0,
        proxy_excluded_opens: 0,
        proxy_excluded_unique_opens: 0,
        proxy_excluded_open_rate: 0,
        unique_opens: 0,
        open_rate: 0,
        last_open: '',
      },
      clicks: { clicks_total: 0, unique_clicks: 0, unique_subscriber_clicks: 0, click_rate: 0, last_click: '' },
      social_likes: { recipient_likes: 0, unique_likes: 0, social_likes: 0 },
      industry_stats: {
        type: 'Retail',
        open_rate: 0.2131,
        bounce_rate: 0.0065,
        click_rate: 0.0221,
        unopen_rate: 0.7804,
        unsub_rate: 0.0026,
        abuse_rate: 0.0001,
      },
      list_stats: { sub_rate: 3, unsub_rate: 0, open_rate: 0, proxy_excluded_open_rate: 0, click_rate: 0 },
      ecommerce: { total_orders: 0, total_spent: 0, total_revenue: 0, currency_code: 'USD' },
      delivery_status: { enabled: true, can_cancel: false, status: 'delivered', emails_sent: 3, emails_canceled: 0 },
    })
    expect(timeseries).toHaveLength(1)
  })

  test("a report reflects recipients' activity", async () => {
    const { send, as, pass, reportOf } = await withReaders()
    const campaign = await send()
    await pass('PT5M')
    await as('ada', (tx, ada) => recordOpen(tx, campaign, ada))
    await pass('PT1H')
    await as('ada', (tx, ada) => recordOpen(tx, campaign, ada))
    await as('bob', (tx, bob) => recordClick(tx, campaign, bob, { url: 'https://acme.test/a' }))
    await as('bob', (tx, bob) => recordClick(tx, campaign, bob, { url: 'https://acme.test/b' }))
    const report = await reportOf(campaign)
    expect(report.opens).toMatchObject({
      opens_total: 3,
      unique_opens: 2,
      open_rate: 2 / 3,
      last_open: '2026-01-15T10:05:00+00:00',
    })
    expect(report.clicks).toEqual({
      clicks_total: 2,
      unique_clicks: 2,
      unique_subscriber_clicks: 1,
      click_rate: 1 / 3,
      last_click: '2026-01-15T10:05:00+00:00',
    })
    const hours = report.timeseries.map((hour: Body) => [
      hour.timestamp.slice(0, 13),
      hour.emails_sent,
      hour.unique_opens,
      hour.recipients_clicks,
    ])
    expect(hours).toEqual([
      ['2026-01-15T09', 3, 1, 0],
      ['2026-01-15T10', 0, 1, 1],
    ])
  })

  test("a report stays when the list is deleted, under the list's last name", async () => {
    const { send, as, call, list, reportOf } = await withReaders()
    const campaign = await send()
    await as('ada', (tx, ada) => recordOpen(tx, campaign, ada))
    await call(`PATCH /3.0/lists/${list.id}`, { name: 'Old news' })
    const before = await reportOf(campaign)
    expect((await call(`DELETE /3.0/lists/${list.id}`)).status).toBe(204)
    const { list_stats: _stats, ...rest } = before
    expect(await reportOf(campaign)).toEqual({ ...rest, list_is_active: false, list_name: 'Old news' })
    expect((await call('GET /3.0/reports')).body.total_items).toBe(1)
  })

  test('a report still counts a permanently deleted recipient', async () => {
    const { send, as, call, path, reportOf } = await withReaders()
    const campaign = await send()
    await as('ada', (tx, ada) => recordOpen(tx, campaign, ada))
    await call(`POST ${path}/ada@acme.test/actions/delete-permanent`)
    expect(await reportOf(campaign)).toMatchObject({ emails_sent: 3, opens: { unique_opens: 1 } })
  })

  test('a report has no industry stats if the account has no industry', async () => {
    const { send, plant, reportOf } = await withReaders()
    await plant((tx) => plantAccount(tx, { account_industry: '' }))
    expect(await reportOf(await send())).not.toHaveProperty('industry_stats')
  })

  test('a report shows the rates of the list only once they are calculated', async () => {
    const { send, call, pass } = await withReaders({}, { settings: { stats_cache: 'PT5M' } })
    const { id } = await send()
    const rates = async () => (await call(`GET /3.0/reports/${id}`)).body.list_stats
    expect(await rates()).toEqual({})
    await pass('PT5M')
    expect(await rates()).toEqual({ sub_rate: 3, unsub_rate: 0, open_rate: 0, proxy_excluded_open_rate: 0, click_rate: 0 })
  })

  test('the open and click rate in list_stats of a report are percents like those of the list, and fractions in its opens and clicks', async () => {
    const { send, as, call, list, reportOf } = await withReaders({}, { settings: { stats_cache: 0 } })
    const campaign = await send()
    await as('ada', (tx, ada) => recordClick(tx, campaign, ada, { url: 'https://acme.test' }))
    await as('bob', (tx, bob) => recordOpen(tx, campaign, bob))
    const { list_stats, opens, clicks } = await reportOf(campaign)
    const { stats } = (await call(`GET /3.0/lists/${list.id}`)).body
    expect(list_stats).toMatchObject({ open_rate: 66.67, click_rate: 33.33 })
    expect(list_stats).toMatchObject({ open_rate: stats.open_rate, click_rate: stats.click_rate })
    expect([opens.open_rate, clicks.click_rate]).toEqual([2 / 3, 1 / 3])
  })

  test('a campaign shows that it was delivered for 30 days after its send, in its report and in itself', async () => {
    const { send, pass, call, reportOf } = await withReaders()
    const campaign = await send()
    const delivered = { enabled: true, can_cancel: false, status: 'delivered', emails_sent: 3, emails_canceled: 0 }
    const both = async () => [
      (await reportOf(campaign)).delivery_status,
      (await call(`GET /3.0/campaigns/${campaign.id}`)).body.delivery_status,
    ]
    await pass('P29DT23H59M59S')
    expect(await both()).toEqual([delivered, delivered])
    await pass('PT1S')
    expect(await both()).toEqual([{ enabled: false }, { enabled: false }])
  })

  test.each(['google-analytics', 'google-analytics/1'])(
    'the sub-resource %s, which the service has removed, is answered with 404',
    async (name) => {
      const { call, send } = await withReaders()
      const { id } = await send()
      expect((await call(`GET /3.0/reports/${id}/${name}`)).body).toMatchObject({ title: 'Resource Not Found', status: 404 })
    },
  )

  test('a campaign that has not been sent has a report with zeros, which is not listed', async () => {
    const { call, plant, list } = await withReaders()
    await plant((tx) => makeCampaign(tx, list, { id: CAMPAIGN, subject_line: 'Draft' }))
    const { status, body } = await call(`GET /3.0/reports/${CAMPAIGN}`)
    expect([status, body.send_time, body.emails_sent, body.timeseries]).toEqual([200, '', 0, undefined])
    expect((await call('GET /3.0/reports')).body.total_items).toBe(0)
    expect((await call(`GET /3.0/reports/${CAMPAIGN}/email-activity`)).body).toMatchObject({ emails: [], total_items: 0 })
  })

  test('a campaign that has not been sent has no report if the setting says so', async () => {
    const { call, plant, list } = await withReaders({}, { settings: { campaigns: { unsent_report: 'not_found' } } })
    await plant((tx) => makeCampaign(tx, list, { id: CAMPAIGN, subject_line: 'Draft' }))
    expect((await call(`GET /3.0/reports/${CAMPAIGN}`)).body).toMatchObject({ title: 'Resource Not Found', status: 404 })
  })
})
