import { describe, expect, test } from 'vitest'
import { makeSegment } from '../../src/service/rules/segments/make.ts'
import { jobs } from '../../src/kernel/world/job.ts'
import type { Body } from '../mock.ts'
import { withDrafts } from './campaign-drafts.ts'
import { LIST } from './campaign-list.ts'

const AT = '2026-01-16T09:15:00+00:00'
const RSS = { type: 'rss', rss_opts: { feed_url: 'https://acme.test/feed', frequency: 'daily' } }

describe('sendCampaign', () => {
  test('a send of a campaign takes time, delivers in steps, and ends as sent', async () => {
    const { draft, act, read, pass, emailsOf, statsOf, reportOf, call } = await withDrafts({
      settings: { campaigns: { send_least: 'PT4S' }, stats_cache: 0, webhooks: { mode: 'record', validation: 'off' } },
    })
    await call(`POST /3.0/lists/${LIST}/webhooks`, { url: 'http://127.0.0.1:9/hook', events: { campaign: true } })
    const campaign = await draft()
    expect((await act(campaign, 'send')).status).toBe(204)
    expect(await read(campaign)).toMatchObject({
      status: 'sending',
      emails_sent: 0,
      send_time: '2026-01-15T09:00:00+00:00',
      delivery_status: { enabled: true, can_cancel: true, status: 'delivering', emails_sent: 0, emails_canceled: 0 },
    })
    expect((await call('GET /_control/worlds/default/clock')).body.pending).toEqual([
      { due_at: '2026-01-15T09:00:01.000Z', job: 'campaigns.deliver', subject: `${campaign.id}-0` },
    ])
    await pass('PT2S')
    expect(await read(campaign)).toMatchObject({ status: 'sending', emails_sent: 2, report_summary: { opens: 0, open_rate: 0 } })
    expect((await reportOf(campaign)).emails_sent).toBe(2)
    await pass('PT2S')
    expect(await read(campaign)).toMatchObject({
      status: 'sent',
      emails_sent: 3,
      delivery_status: { enabled: true, can_cancel: false, status: 'delivered', emails_sent: 3, emails_canceled: 0 },
      resendable: true,
    })
    expect((await emailsOf()).map(({ to, at }) => [to, at])).toEqual([
      ['ada@acme.test', '2026-01-15T09:00:01.000Z'],
      ['bob@acme.test', '2026-01-15T09:00:02.000Z'],
      ['cy@acme.test', '2026-01-15T09:00:03.000Z'],
    ])
    expect(await statsOf()).toMatchObject({ campaign_count: 1, member_count_since_send: 0 })
    const { deliveries } = (await call('GET /_control/deliveries')).body
    expect(deliveries.filter(({ event }: Body) => event === 'campaign')).toHaveLength(1)
  })

  test('a large send of a campaign has one pending job', async () => {
    const { draft, act, make, plant, pass, read } = await withDrafts()
    for (let i = 0; i < 40; i++) await make({ email_address: `reader${i}@acme.test` })
    const campaign = await draft()
    await act(campaign, 'send')
    expect(await plant((tx) => tx.range(jobs.key).count)).toBe(1)
    await pass('PT3S')
    expect(await read(campaign)).toMatchObject({ status: 'sent', emails_sent: 43 })
  })

  test('a campaign goes to the members who are in the segment when it starts', async () => {
    const { draft, act, call, path, read, pass, make } = await withDrafts()
    const campaign = await draft()
    await call(`PATCH ${path}/bob@acme.test`, { status: 'unsubscribed' })
    await act(campaign, 'send')
    await make({ email_address: 'late@acme.test' })
    await pass('PT1M')
    expect(await read(campaign)).toMatchObject({ emails_sent: 2, recipients: { recipient_count: 2 } })
  })

  test.each<[string, Body, object | false, string]>([
    ['without content', {}, false, 'There is no content.'],
    ['without a subject', { settings: { subject_line: ' ' } }, { html: 'x' }, 'There is no subject line.'],
    ['without a from name', { settings: { from_name: '' } }, { html: 'x' }, 'There is no from name.'],
    ['without a reply-to', { settings: { reply_to: '' } }, { html: 'x' }, 'There is no valid reply-to address.'],
    [
      'to an empty segment',
      { recipients: { list_id: LIST, segment_opts: { prebuilt_segment_id: 'none' } } },
      { html: 'x' },
      'no recipients',
    ],
  ])('a campaign %s is not ready', async (_, given, content, detail) => {
    const { draft, act, handle } = await withDrafts()
    const campaign = await draft(given, content)
    const before = handle().world
    const { body } = await act(campaign, 'send')
    expect(body).toMatchObject({ status: 400, title: 'Bad Request', detail: expect.stringContaining(detail) })
    expect(body.errors).toBeUndefined()
    expect(handle().world).toBe(before)
  })

  test('a second send of a campaign, and one of a scheduled campaign, are rejected', async () => {
    const { draft, act } = await withDrafts()
    const campaign = await draft()
    await act(campaign, 'send')
    expect((await act(campaign, 'send')).body).toMatchObject({ status: 400, title: 'Bad Request' })
    const other = await draft()
    await act(other, 'schedule', { schedule_time: AT })
    expect((await act(other, 'send')).body.detail).toContain('unschedule it first')
  })

  test('sendCampaign ignores a body that is not JSON', async () => {
    const { draft, call } = await withDrafts()
    const { id } = await draft()
    expect((await call(`POST /3.0/campaigns/${id}/actions/send`, undefined, { raw: '{' })).status).toBe(204)
  })

  test('sendCampaign rejects a version of a test with Invalid Action', async () => {
    const { draft, act, read } = await withDrafts()
    const variate_settings = { winner_criteria: 'opens', subject_lines: ['A', 'B'] }
    const content = { variate_contents: [{ content_label: 'A', html: '<p>Hats</p>' }] }
    const campaign = await draft({ type: 'variate', variate_settings }, content)
    await act(campaign, 'send')
    const [{ id }] = (await read(campaign)).variate_settings.combinations
    expect((await act({ id }, 'send')).body).toMatchObject({ status: 400, title: 'Invalid Action' })
  })

  test('the trigger campaign.send sends a draft as the action does', async () => {
    const { draft, call, read, pass } = await withDrafts()
    const campaign = await draft()
    const trigger = (more: object = {}) =>
      call('POST /_control/triggers', { trigger: 'campaign.send', campaign_id: campaign.id, ...more })
    expect((await trigger()).status).toBe(200)
    expect((await trigger()).status).toBe(409)
    await pass('PT1M')
    expect(await read(campaign)).toMatchObject({ status: 'sent', emails_sent: 3 })
    expect((await trigger({ list_id: LIST })).body.detail).toContain('subject_line')
  })
})

describe('scheduleCampaign', () => {
  test('a scheduled campaign starts at its time', async () => {
    const { draft, act, read, pass } = await withDrafts()
    const campaign = await draft()
    expect((await act(campaign, 'schedule', { schedule_time: AT, batch_delivery: false })).status).toBe(204)
    expect(await read(campaign)).toMatchObject({ status: 'schedule', send_time: AT, emails_sent: 0 })
    await pass('P1D')
    expect((await read(campaign)).status).toBe('schedule')
    await pass('PT15M')
    expect(await read(campaign)).toMatchObject({ status: 'sending', send_time: AT })
    await pass('PT2S')
    expect(await read(campaign)).toMatchObject({ status: 'sent', send_time: AT, emails_sent: 3 })
  })

  test('a campaign scheduled in batches sends nothing to members who left meanwhile', async () => {
    const { draft, act, read, pass, call, path, emailsOf, reportOf } = await withDrafts()
    const campaign = await draft()
    await act(campaign, 'schedule', { schedule_time: AT, batch_delivery: { batch_delay: 60, batch_count: 2 } })
    await pass('P1DT20M')
    expect(await read(campaign)).toMatchObject({ status: 'sending', emails_sent: 2, recipients: { recipient_count: 3 } })
    await call(`PATCH ${path}/cy@acme.test`, { status: 'unsubscribed' })
    await pass('PT2H')
    expect(await read(campaign)).toMatchObject({ status: 'sent', emails_sent: 2 })
    expect((await emailsOf()).map(({ to }) => to)).toEqual(['ada@acme.test', 'bob@acme.test'])
    expect((await reportOf(campaign)).timeseries.map(({ emails_sent }: Body) => emails_sent)).toEqual([2, 0, 0])
  })

  test('a campaign scheduled with timewarp goes to each zone at its own time, and half hours round down', async () => {
    const { draft, act, read, pass, plant, emailsOf } = await withDrafts()
    const { members } = await import('../../src/service/model/members/member.ts')
    const offsets: { readonly [address: string]: number } = { 'ada@acme.test': 10.5, 'bob@acme.test': -5 }
    await plant((tx) => {
      for (const member of tx.range(members.key).all()) {
        const gmtoff = offsets[member.email_address]
        if (gmtoff !== undefined) tx.put(members, { ...member, location: { ...member.location, gmtoff, country_code: 'XX' } })
      }
    })
    const campaign = await draft()
    const schedule_time = '2026-01-20T12:00:00Z'
    expect((await act(campaign, 'schedule', { schedule_time, timewarp: true })).status).toBe(204)
    expect((await read(campaign)).settings.timewarp).toBe(true)
    await pass('P6D')
    expect((await emailsOf()).map(({ to, at }) => [to, at])).toEqual([
      ['ada@acme.test', '2026-01-20T02:00:01.000Z'],
      ['cy@acme.test', '2026-01-20T12:00:01.000Z'],
      ['bob@acme.test', '2026-01-20T17:00:01.000Z'],
    ])
    expect(await read(campaign)).toMatchObject({ status: 'sent', send_time: '2026-01-19T22:00:00+00:00' })
  })

  test.each([
    ['Europe/London', '2026-03-25T09:00:00Z', '2026-03-30T12:15:00Z', 0],
    ['Europe/London', '2026-10-20T09:00:00Z', '2026-10-26T12:15:00Z', 0],
    ['Europe/Berlin', '2026-03-25T09:00:00Z', '2026-03-30T12:15:00Z', 1],
    ['America/New_York', '2026-03-05T09:00:00Z', '2026-03-10T12:15:00Z', -5],
    ['America/Los_Angeles', '2026-07-05T09:00:00Z', '2026-07-10T12:15:00Z', -8],
    ['Pacific/Auckland', '2026-09-22T09:00:00Z', '2026-09-29T12:15:00Z', 12],
    ['Asia/Kolkata', '2026-06-05T09:00:00Z', '2026-06-10T12:15:00Z', 5],
  ])(
    'members without a location get a campaign with timewarp at the standard time of %s (scheduled %s for %s)',
    async (zone, now, at, offset) => {
      const { draft, act, pass, call, emailsOf } = await withDrafts({ now }, { account_timezone: zone })
      const campaign = await draft()
      expect((await act(campaign, 'schedule', { schedule_time: at, timewarp: true })).status).toBe(204)
      await pass('P10D')
      const sent = new Date(Date.parse(at) - offset * 3_600_000 + 1_000).toISOString()
      expect((await emailsOf())[0]).toMatchObject({ to: 'ada@acme.test', at: sent })
      const { sent_to } = (await call(`GET /3.0/reports/${campaign.id}/sent-to`)).body
      expect(new Set(sent_to.map(({ gmt_offset }: Body) => gmt_offset))).toEqual(new Set([offset]))
    },
  )

  test('a member moved by its coordinates gets a campaign with timewarp at the local time there, and the report shows that offset', async () => {
    const { draft, act, pass, call, path, reportOf, emailsOf } = await withDrafts()
    await call(`PATCH ${path}/ada@acme.test`, { location: { latitude: 40.7, longitude: -74 } })
    await call(`PATCH ${path}/bob@acme.test`, { location: { latitude: 35.7, longitude: 139.7 } })
    const campaign = await draft()
    await act(campaign, 'schedule', { schedule_time: '2026-01-20T12:00:00Z', timewarp: true })
    await pass('P4DT20H')
    // The parts are planned: a member that moves now stays in its part, and the report shows the offset of the part.
    await call(`PATCH ${path}/ada@acme.test`, { location: { latitude: 51.5, longitude: -0.1 } })
    await pass('P2D')
    expect((await emailsOf()).map(({ to, at }) => [to, at])).toEqual([
      ['bob@acme.test', '2026-01-20T03:00:01.000Z'],
      ['cy@acme.test', '2026-01-20T12:00:01.000Z'],
      ['ada@acme.test', '2026-01-20T17:00:01.000Z'],
    ])
    expect((await reportOf(campaign)).timewarp.map(({ gmt_offset }: Body) => gmt_offset)).toEqual([-5, 0, 9])
  })

  test('a scheduled campaign that is not ready at its time is paused, and the account gets an email', async () => {
    const { draft, act, read, pass, plant, list, call, emailsOf } = await withDrafts()
    const { id } = await plant((tx) => makeSegment(tx, list, { name: 'Tag', type: 'static' }))
    await call(`POST /3.0/lists/${LIST}/segments/${id}/members`, { email_address: 'cy@acme.test' })
    const campaign = await draft({ recipients: { list_id: LIST, segment_opts: { saved_segment_id: id } } })
    await act(campaign, 'schedule', { schedule_time: AT })
    await call(`DELETE /3.0/lists/${LIST}/segments/${id}`)
    await pass('P2D')
    expect(await read(campaign)).toMatchObject({ status: 'paused', send_time: '', emails_sent: 0 })
    expect(await emailsOf('campaign_problem')).toMatchObject([{ to: 'olive@acme.test' }])
  })

  test.each<[object, number, string]>([
    [{}, 400, 'Invalid Resource'],
    [{ schedule_time: 'soon' }, 400, 'Invalid Resource'],
    [{ schedule_time: AT, batch_delivery: { batch_delay: 7, batch_count: 2 } }, 400, 'Invalid Resource'],
    [{ schedule_time: AT, batch_delivery: true }, 400, 'Invalid Resource'],
    [{ schedule_time: '2026-01-16T09:10:00Z' }, 400, 'Bad Request'],
    [{ schedule_time: '2026-01-16T09:15:01Z' }, 400, 'Bad Request'],
    [{ schedule_time: '2026-01-15T09:00:00Z' }, 400, 'Bad Request'],
    [{ schedule_time: '2026-01-16T08:45:00Z', timewarp: true }, 400, 'Bad Request'],
    [{ schedule_time: AT, timewarp: true, batch_delivery: { batch_delay: 5, batch_count: 2 } }, 400, 'Bad Request'],
  ])('a campaign scheduled with %j is rejected', async (body, status, title) => {
    const { draft, act, handle } = await withDrafts()
    const campaign = await draft()
    const before = handle().world
    expect((await act(campaign, 'schedule', body)).body).toMatchObject({ status, title })
    expect(handle().world).toBe(before)
  })

  test('scheduleCampaign rejects RSS campaigns with 400 Invalid Action, and timewarp on the free plan with 403 User action not permitted', async () => {
    const { draft, act } = await withDrafts({}, { pricing_plan_type: 'forever_free' })
    const rss = await draft({ type: 'rss', rss_opts: { feed_url: 'https://acme.test/feed', frequency: 'daily' } })
    const { body } = await act(rss, 'schedule', { schedule_time: AT })
    expect(body).toMatchObject({ status: 400, title: 'Invalid Action' })
    const { status, body: refused } = await act(await draft(), 'schedule', {
      schedule_time: '2026-02-16T09:15:00Z',
      timewarp: true,
    })
    expect([status, refused.title]).toEqual([403, 'User action not permitted'])
  })
})

describe('unscheduleCampaign', () => {
  test.each([
    ['paused', {}],
    ['save', { settings: { campaigns: { unschedule_to: 'save' as const } } }],
  ])('unscheduleCampaign leaves the campaign %s, and nothing is sent', async (status, plan) => {
    const { draft, act, read, pass, plant } = await withDrafts(plan)
    const campaign = await draft()
    await act(campaign, 'schedule', { schedule_time: AT })
    expect((await act(campaign, 'unschedule')).status).toBe(204)
    expect(await read(campaign)).toMatchObject({ status, send_time: '' })
    expect(await plant((tx) => tx.range(jobs.key).count)).toBe(0)
    await pass('P2D')
    expect(await read(campaign)).toMatchObject({ status, emails_sent: 0 })
    expect((await act(campaign, 'schedule', { schedule_time: '2026-02-01T00:00:00Z' })).status).toBe(204)
  })

  test('unscheduleCampaign rejects a campaign that is not scheduled', async () => {
    const { draft, act } = await withDrafts()
    expect((await act(await draft(), 'unschedule')).body).toMatchObject({ status: 400, title: 'Bad Request' })
  })
})

describe('cancelCampaignSend', () => {
  test('cancelCampaignSend cancels a second later the emails that have not gone out', async () => {
    const { draft, act, read, pass, reportOf, statsOf } = await withDrafts({
      settings: { campaigns: { send_least: 'PT3S' }, stats_cache: 0 },
    })
    const campaign = await draft()
    await act(campaign, 'send')
    await pass('PT1S')
    expect((await act(campaign, 'cancel-send')).status).toBe(204)
    expect(await read(campaign)).toMatchObject({
      status: 'canceling',
      delivery_status: { enabled: true, can_cancel: false, status: 'canceling', emails_sent: 1, emails_canceled: 2 },
    })
    await pass('PT1M')
    const delivery_status = { enabled: true, can_cancel: false, status: 'canceled', emails_sent: 1, emails_canceled: 2 }
    expect(await read(campaign)).toMatchObject({ status: 'canceled', emails_sent: 1, delivery_status })
    expect(await reportOf(campaign)).toMatchObject({ emails_sent: 1, delivery_status })
    expect(await statsOf()).toMatchObject({ campaign_count: 1 })
    expect((await act(campaign, 'cancel-send')).body).toMatchObject({ status: 400, title: 'Bad Request' })
  })

  test('a campaign that is not being sent is refused for its state, whatever its type and the plan of the account', async () => {
    const { draft, act, plant } = await withDrafts()
    const { plantAccount } = await import('../../src/service/rules/root/account.ts')
    const [regular, rss] = [await draft(), await draft(RSS)]
    const scheduled = await draft()
    await act(scheduled, 'schedule', { schedule_time: AT })
    for (const pro_enabled of [true, false]) {
      await plant((tx) => plantAccount(tx, { pro_enabled }))
      for (const [campaign, state] of [
        [regular, 'is a draft'],
        [rss, 'is a draft'],
        [scheduled, 'is scheduled'],
      ] as const) {
        expect((await act(campaign, 'cancel-send')).body).toMatchObject({
          title: 'Bad Request',
          detail: expect.stringContaining(state),
        })
      }
    }
  })

  test('a campaign that is being sent is refused for its type with Invalid Action, then for the plan with 403 User action not permitted', async () => {
    const { draft, act, call, plant } = await withDrafts()
    const rss = await draft(RSS)
    await call('POST /_control/triggers', {
      trigger: 'feed.publish',
      feed_url: RSS.rss_opts.feed_url,
      title: 'Hats',
      link: 'https://acme.test/hats',
    })
    expect((await act(rss, 'send')).status).toBe(204)
    const regular = await draft()
    await act(regular, 'send')
    const { plantAccount } = await import('../../src/service/rules/root/account.ts')
    await plant((tx) => plantAccount(tx, { pro_enabled: false }))
    expect((await act(rss, 'cancel-send')).body).toMatchObject({ status: 400, title: 'Invalid Action' })
    expect((await act(regular, 'cancel-send')).body).toMatchObject({ status: 403, title: 'User action not permitted' })
  })
})
