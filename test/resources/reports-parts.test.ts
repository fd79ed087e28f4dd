import { describe, expect, test } from 'vitest'
import type { CampaignActionKind } from '../../src/service/model/campaigns/campaign.ts'
import {
  record,
  recordBounce,
  recordClick,
  recordLeave,
  recordOpen,
} from '../../src/service/rules/campaigns/engagement/actions.ts'
import { sendCampaign } from '../../src/service/rules/campaigns/send/send.ts'
import { NOWHERE } from '../../src/service/rules/members/make.ts'
import type { Body } from '../mock.ts'
import { WEB, withReaders } from './campaign-world.ts'

const SENT = 1_768_467_600
const NOTHING = {
  bounces: 0,
  abuse_reports: 0,
  unsubs: 0,
  recipient_clicks: 0,
  forwards: 0,
  forwards_opens: 0,
  opens: 0,
  last_open: '',
  unique_opens: 0,
}

describe('getReport', () => {
  test('the report of an A/B split shows its two versions, sent to alternating recipients', async () => {
    const { send, as, list, reportOf } = await withReaders()
    const campaign = await send({ type: 'ab_split' })
    expect((await reportOf(campaign)).ab_split).toEqual({ a: NOTHING, b: NOTHING })
    await as('ada', (tx, ada) => recordOpen(tx, campaign, ada, { at: SENT + 60 }))
    await as('ada', (tx, ada) => recordOpen(tx, campaign, ada, { at: SENT + 30 }))
    await as('ada', (tx, ada) => recordClick(tx, campaign, ada, { url: 'https://acme.test/a' }))
    await as('ada', (tx, ada) => recordClick(tx, campaign, ada, { url: 'https://acme.test/b' }))
    await as('bob', (tx, bob) => recordBounce(tx, campaign, list, bob, 'soft', WEB))
    await as('bob', (tx, bob) => recordLeave(tx, campaign, bob, 'abuse'))
    await as('cy', (tx, cy) => recordLeave(tx, campaign, cy, 'unsub'))
    await as('cy', (tx, cy) => record(tx, campaign, cy, { action: 'forward' }))
    expect((await reportOf(campaign)).ab_split).toEqual({
      a: {
        ...NOTHING,
        opens: 2,
        unique_opens: 1,
        last_open: '2026-01-15T09:01:00+00:00',
        recipient_clicks: 1,
        unsubs: 1,
        forwards: 1,
      },
      b: { ...NOTHING, bounces: 1, abuse_reports: 1 },
    })
  })

  test("the report of a campaign by local time lists its recipients' time zones from west to east", async () => {
    const { make, send, as, reportOf } = await withReaders()
    await make({ email_address: 'ny@acme.test', location: { ...NOWHERE, gmtoff: -5 } })
    await make({ email_address: 'oslo@acme.test', location: { ...NOWHERE, gmtoff: 1 } })
    const campaign = await send({ timewarp: true })
    await as('ny', (tx, ny) => recordClick(tx, campaign, ny, { url: 'https://acme.test/a', at: SENT + 60 }))
    await as('ny', (tx, ny) => recordClick(tx, campaign, ny, { url: 'https://acme.test/a', at: SENT + 90 }))
    await as('ny', (tx, ny) => recordOpen(tx, campaign, ny, { at: SENT + 20 }))
    const still = { opens: 0, last_open: '', unique_opens: 0, clicks: 0, last_click: '', unique_clicks: 0, bounces: 0 }
    expect((await reportOf(campaign)).timewarp).toEqual([
      {
        gmt_offset: -5,
        opens: 2,
        last_open: '2026-01-15T09:01:00+00:00',
        unique_opens: 1,
        clicks: 2,
        last_click: '2026-01-15T09:01:30+00:00',
        unique_clicks: 1,
        bounces: 0,
      },
      { gmt_offset: 0, ...still },
      { gmt_offset: 1, ...still },
    ])
  })

  test('parts of a report that do not apply are absent', async () => {
    const { send, reportOf } = await withReaders()
    const report = await reportOf(await send())
    for (const part of ['ab_split', 'timewarp', 'rss_last_send', 'share_report']) expect(report).not.toHaveProperty(part)
  })

  test('the report of an RSS campaign shows when its feed was sent', async () => {
    const { send, reportOf } = await withReaders()
    expect(await reportOf(await send({ type: 'rss' }))).toMatchObject({ type: 'rss', rss_last_send: '2026-01-15T09:00:00+00:00' })
  })

  test.each(['', 'hats'])('a shared report shows its public URL, with the password %j', async (share_password) => {
    const { send, reportOf } = await withReaders()
    const campaign = await send({ shared: true, share_password })
    expect((await reportOf(campaign)).share_report).toEqual({
      share_url: `http://maildouble.test/_public/reports/${campaign.id}`,
      share_password,
    })
  })

  test('a report counts forwards and likes', async () => {
    const { send, as, reportOf } = await withReaders()
    const campaign = await send()
    const actions: readonly [string, CampaignActionKind][] = [
      ['ada', 'forward'],
      ['ada', 'forward_open'],
      ['ada', 'forward_open'],
      ['ada', 'like'],
      ['ada', 'like'],
      ['bob', 'like'],
    ]
    for (const [name, action] of actions) await as(name, (tx, member) => record(tx, campaign, member, { action }))
    expect(await reportOf(campaign)).toMatchObject({
      forwards: { forwards_count: 1, forwards_opens: 2 },
      social_likes: { recipient_likes: 3, unique_likes: 2, social_likes: 3 },
      opens: { opens_total: 0 },
    })
  })

  test('the rates of a report are relative to the emails that did not bounce, and at most 1', async () => {
    const { send, as, list, reportOf } = await withReaders()
    const campaign = await send()
    await as('ada', (tx, ada) => recordClick(tx, campaign, ada, { url: 'https://acme.test' }))
    await as('bob', (tx, bob) => recordBounce(tx, campaign, list, bob, 'soft', WEB))
    expect(await reportOf(campaign)).toMatchObject({ opens: { open_rate: 0.5 }, clicks: { click_rate: 0.5 } })
    await as('bob', (tx, bob) => recordOpen(tx, campaign, bob))
    expect(await reportOf(campaign)).toMatchObject({ opens: { unique_opens: 2, open_rate: 1 }, clicks: { click_rate: 0.5 } })
    await as('cy', (tx, cy) => recordOpen(tx, campaign, cy))
    expect(await reportOf(campaign)).toMatchObject({ opens: { unique_opens: 3, open_rate: 1 } })
  })

  test('an email bounces at most once in a report', async () => {
    const { send, as, list, reportOf } = await withReaders()
    const campaign = await send()
    const bounce = (kind: 'hard' | 'soft') => as('bob', (tx, bob) => recordBounce(tx, campaign, list, bob, kind, WEB))
    await bounce('soft')
    for (const kind of ['soft', 'hard'] as const) await expect(bounce(kind)).rejects.toThrow('Bad')
    expect((await reportOf(campaign)).bounces).toEqual({ hard_bounces: 0, soft_bounces: 1, syntax_errors: 0 })
  })

  test('the report of a campaign without recipients has rates of 0', async () => {
    const { plant, list, call, path, reportOf } = await withReaders()
    for (const name of ['ada', 'bob', 'cy']) await call(`DELETE ${path}/${name}@acme.test`)
    const campaign = await plant((tx) => sendCampaign(tx, list, { subject_line: 'Anybody there?' }))
    expect(await reportOf(campaign)).toMatchObject({ emails_sent: 0, opens: { open_rate: 0 }, clicks: { click_rate: 0 } })
  })

  test.each(['PT0S', 'PT35M'])(
    'the time series of a campaign begins in the hour of the send and has at most 24 rows (%s after nine)',
    async (wait) => {
      const { send, pass, reportOf } = await withReaders()
      await pass(wait)
      const campaign = await send()
      await pass('P2D')
      const { timeseries } = await reportOf(campaign)
      expect(timeseries).toHaveLength(24)
      expect([timeseries[0].timestamp, timeseries[23].timestamp]).toEqual([
        '2026-01-15T09:00:00+00:00',
        '2026-01-16T08:00:00+00:00',
      ])
    },
  )

  test('the time series of a campaign has no rows of hours that have not begun', async () => {
    const { send, pass, reportOf } = await withReaders()
    await pass('PT59M')
    const campaign = await send()
    const hours = async () => (await reportOf(campaign)).timeseries.map(({ timestamp }: Body) => timestamp.slice(11, 16))
    await pass('PT30S')
    expect(await hours()).toEqual(['09:00'])
    await pass('PT30S')
    expect(await hours()).toEqual(['09:00', '10:00'])
  })

  test('the time series adds up to the figures of the report until its last hour has passed', async () => {
    const { send, as, pass, reportOf } = await withReaders()
    await pass('PT17M')
    const campaign = await send()
    await pass('PT23H')
    await as('ada', (tx, ada) => recordOpen(tx, campaign, ada))
    await pass('PT42M59S')
    await as('bob', (tx, bob) => recordClick(tx, campaign, bob, { url: 'https://acme.test' }))
    const { timeseries, opens, clicks } = await reportOf(campaign)
    const sum = (name: string) => timeseries.reduce((total: number, hour: Body) => total + hour[name], 0)
    expect(timeseries).toHaveLength(24)
    expect(timeseries[0]).toMatchObject({
      timestamp: '2026-01-15T09:00:00+00:00',
      emails_sent: 3,
      unique_opens: 0,
      recipients_clicks: 0,
    })
    expect(timeseries[23]).toMatchObject({
      timestamp: '2026-01-16T08:00:00+00:00',
      emails_sent: 0,
      unique_opens: 2,
      recipients_clicks: 1,
    })
    expect([sum('emails_sent'), sum('unique_opens'), sum('recipients_clicks')]).toEqual([
      3,
      opens.unique_opens,
      clicks.unique_subscriber_clicks,
    ])
  })

  test('the time series leaves out opens and clicks after its 24 hours', async () => {
    const { send, as, pass, reportOf } = await withReaders()
    await pass('PT59M59S')
    const campaign = await send()
    await pass('PT1S')
    await as('ada', (tx, ada) => recordOpen(tx, campaign, ada))
    await pass('PT23H')
    await as('bob', (tx, bob) => recordClick(tx, campaign, bob, { url: 'https://acme.test' }))
    await as('ada', (tx, ada) => recordOpen(tx, campaign, ada))
    const { timeseries, opens } = await reportOf(campaign)
    expect(opens.unique_opens).toBe(2)
    expect(timeseries.map((hour: Body) => hour.unique_opens)).toEqual([0, 1, ...Array.from({ length: 22 }, () => 0)])
    expect(timeseries.every((hour: Body) => hour.recipients_clicks === 0)).toBe(true)
  })

  test('recipients_clicks counts each recipient who clicked in an hour once', async () => {
    const { send, as, pass, reportOf } = await withReaders()
    const campaign = await send()
    const click = (name: string) => as(name, (tx, member) => recordClick(tx, campaign, member, { url: 'https://acme.test' }))
    await click('ada')
    await click('ada')
    await click('bob')
    await pass('PT1H')
    await click('ada')
    const { timeseries, clicks } = await reportOf(campaign)
    expect(timeseries.map((hour: Body) => hour.recipients_clicks)).toEqual([2, 1])
    expect(clicks).toMatchObject({ clicks_total: 4, unique_subscriber_clicks: 2 })
  })

  test('the counts of a report are refreshed after new activity, independently in forks', async () => {
    const { send, as, call, reportOf } = await withReaders()
    const campaign = await send()
    await reportOf(campaign)
    await call('POST /_control/fork', { id: 'fork' })
    await as('ada', (tx, ada) => recordOpen(tx, campaign, ada))
    expect((await reportOf(campaign)).opens.opens_total).toBe(1)
    expect((await call(`GET /_worlds/fork/3.0/reports/${campaign.id}`)).body.opens.opens_total).toBe(0)
  })
})
