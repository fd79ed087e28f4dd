import { describe, expect, test } from 'vitest'
import { recordBounce, recordClick, recordLeave, recordOpen } from '../../src/service/rules/campaigns/engagement/actions.ts'
import type { CampaignRow } from '../../src/service/model/campaigns/campaign.ts'
import { makeCampaign } from '../../src/service/rules/campaigns/make.ts'
import { cancelCampaign } from '../../src/service/rules/campaigns/send/send.ts'
import { NOWHERE } from '../../src/service/rules/members/make.ts'
import type { Body } from '../mock.ts'
import { WEB, withReaders } from './campaign-world.ts'
import { ADA, HATS, names, NOT_FOUND, withCampaign } from './sub-report-world.ts'

const OTHERS = [
  'abuse-reports',
  'advice',
  'click-details',
  'domain-performance',
  'ecommerce-product-activity',
  'locations',
  'open-details',
  'sent-to',
  'short-url-activity',
  'sub-reports',
  'unsubscribed',
]

describe('getOpenDetails', () => {
  test('getOpenDetails lists the recipients who opened with all their opens, in the order of their first opens', async () => {
    const { campaign, sub, open } = await withCampaign()
    await open('bob', 3)
    await open('ada', 2)
    await open('ada', 1)
    const body = await sub('open-details')
    expect(body).toMatchObject({ campaign_id: campaign.id, total_opens: 3, total_items: 2 })
    expect(body.members[0]).toEqual({
      ...ADA(campaign),
      contact_status: 'subscribed',
      opens_count: 2,
      opens: [{ timestamp: '2026-01-15T09:01:00+00:00' }, { timestamp: '2026-01-15T09:02:00+00:00' }],
      _links: expect.any(Array),
    })
    expect(names(body.members)).toEqual(['ada', 'bob'])
  })

  test.each([
    ['since=2026-01-15T09:01:00Z', ['bob', 'ada'], 2],
    ['since=2026-01-15T09:02:00Z', ['ada'], 1],
    ['since=2026-01-15T10:00:00Z', [], 0],
  ])('getOpenDetails with %s returns %j with %d opens in all', async (query, expected, total_opens) => {
    const { sub, open } = await withCampaign()
    for (const [name, minute] of [
      ['ada', 1],
      ['bob', 2],
      ['ada', 3],
    ] as const)
      await open(name, minute)
    const body = await sub(`open-details?${query}`)
    expect([names(body.members), body.total_opens]).toEqual([expected, total_opens])
  })

  test('getOpenDetails shows members as they are now', async () => {
    const { campaign, call, path, sub, open } = await withCampaign()
    for (const name of ['ada', 'bob', 'cy']) await open(name, 1)
    await call(`PATCH ${path}/ada@acme.test`, { vip: true, merge_fields: { FNAME: 'Ada' }, email_address: 'ada@new.test' })
    await call(`DELETE ${path}/bob@acme.test`)
    await call(`POST ${path}/cy@acme.test/actions/delete-permanent`)
    const { members } = await sub('open-details')
    expect(members).toMatchObject([
      { email_address: 'ada@new.test', merge_fields: { FNAME: 'Ada' }, vip: true, contact_status: 'subscribed' },
      { email_address: 'bob@acme.test', contact_status: 'deleted' },
      { email_address: '', merge_fields: {}, vip: false, contact_status: 'deleted', list_is_active: true },
    ])
    expect(members[2].email_id).toMatch(/^[0-9a-f]{32}$/)
    await call(`DELETE /3.0/lists/${campaign.list_id}`)
    expect((await sub('open-details')).members[0]).toMatchObject({ list_is_active: false, email_address: 'ada@new.test' })
  })
})

describe('getOpenDetail', () => {
  test.each(['3981b0f24162d410a2657d2ced0b5d06', 'ADA@acme.test'])(
    'the open details of a recipient are found by %s',
    async (key) => {
      const { sub, open } = await withCampaign()
      await open('ada', 1)
      expect(await sub(`open-details/${key}`)).toEqual((await sub('open-details')).members[0])
    },
  )

  test('the open details of a recipient who did not open, and of any other address, are answered with 404', async () => {
    const { sub, open } = await withCampaign()
    await open('ada', 1)
    for (const key of ['bob@acme.test', 'nobody@acme.test']) expect(await sub(`open-details/${key}`)).toMatchObject(NOT_FOUND)
  })
})

describe('getSentTo', () => {
  test('getSentTo lists every recipient in the order of the list, with what happened to the email', async () => {
    const { campaign, sub, open, bounce } = await withCampaign()
    await open('ada', 1)
    await open('ada', 5)
    await bounce('bob', 'soft')
    await bounce('cy', 'hard')
    const body = await sub('sent-to')
    expect(body.sent_to[0]).toEqual({
      ...ADA(campaign),
      status: 'sent',
      open_count: 2,
      last_open: '2026-01-15T09:05:00+00:00',
      absplit_group: '',
      gmt_offset: 0,
      _links: expect.any(Array),
    })
    expect(body.sent_to).toMatchObject([{}, { status: 'soft', open_count: 0, last_open: '' }, { status: 'hard' }])
    expect(body.total_items).toBe(3)
  })

  test('getSentTo shows the version of an A/B split that each recipient got', async () => {
    const { sub } = await withCampaign({ type: 'ab_split' })
    expect((await sub('sent-to')).sent_to.map(({ absplit_group }: Body) => absplit_group)).toEqual(['a', 'b', 'a'])
  })

  test('getSentTo shows the offsets of the recipients for a campaign by local time only', async () => {
    const { make, send, sub } = await withReaders().then(async (world) => ({
      ...world,
      sub: async (path: string, { id }: CampaignRow) => (await world.call(`GET /3.0/reports/${id}/${path}`)).body,
    }))
    await make({ email_address: 'ny@acme.test', location: { ...NOWHERE, gmtoff: -5 } })
    const offsets = async (campaign: CampaignRow) =>
      (await sub('sent-to', campaign)).sent_to.map(({ gmt_offset }: Body) => gmt_offset)
    expect(await offsets(await send({ timewarp: true }))).toEqual([0, 0, 0, -5])
    expect(await offsets(await send())).toEqual([0, 0, 0, 0])
  })

  test('a recipient without a location has in getSentTo the offset of the account, by which the campaign was sent', async () => {
    const { plant, make, send, call } = await withReaders()
    const { plantAccount } = await import('../../src/service/rules/root/account.ts')
    await plant((tx) => plantAccount(tx, { account_timezone: 'America/New_York' }))
    await make({ email_address: 'in@acme.test', location: { ...NOWHERE, gmtoff: 5.5, country_code: 'IN' } })
    const { id } = await send({ timewarp: true })
    const { sent_to } = (await call(`GET /3.0/reports/${id}/sent-to`)).body
    expect(sent_to.map(({ gmt_offset }: Body) => gmt_offset)).toEqual([-5, -5, -5, 5])
    const { timewarp } = (await call(`GET /3.0/reports/${id}`)).body
    expect(timewarp.map(({ gmt_offset }: Body) => gmt_offset)).toEqual([-5, 5])
  })
})

describe('getSentToMember', () => {
  test('getSentToMember returns one recipient, and answers a member who was not sent the campaign with 404', async () => {
    const { make, sub } = await withCampaign()
    await make({ email_address: 'dan@acme.test' })
    expect(await sub('sent-to/ada@acme.test')).toEqual((await sub('sent-to')).sent_to[0])
    expect(await sub('sent-to/dan@acme.test')).toMatchObject(NOT_FOUND)
  })
})

describe('getUnsubscribed', () => {
  test('getUnsubscribed lists the recipients who unsubscribed with their reasons, once each, also after they came back', async () => {
    const { campaign, sub, trigger, pass, reportOf } = await withCampaign()
    const leave = (name: string, more: object = {}) =>
      trigger('member.unsubscribe', { email_address: `${name}@acme.test`, campaign_id: campaign.id, ...more })
    await leave('ada', { reason: 'Too many emails' })
    await pass('PT1M')
    await leave('bob')
    await trigger('member.subscribe', { email_address: 'ada@acme.test' })
    await leave('ada', { reason: 'Again' })
    const body = await sub('unsubscribed')
    expect(body.unsubscribes).toMatchObject([
      { email_address: 'ada@acme.test', timestamp: '2026-01-15T09:00:00+00:00', reason: 'Too many emails' },
      { email_address: 'bob@acme.test', timestamp: '2026-01-15T09:01:00+00:00', reason: 'None given' },
    ])
    expect([body.total_items, (await reportOf(campaign)).unsubscribed]).toEqual([2, 2])
  })

  test('getUnsubscribed leaves out recipients who complained, and recipients who left for another reason', async () => {
    const { campaign, sub, trigger } = await withCampaign()
    await trigger('member.complain', { email_address: 'ada@acme.test', campaign_id: campaign.id })
    await trigger('member.unsubscribe', { email_address: 'bob@acme.test' })
    expect(await sub('unsubscribed')).toMatchObject({ unsubscribes: [], total_items: 0 })
  })
})

describe('getUnsubscribedMember', () => {
  test('getUnsubscribedMember returns one recipient, and answers one who stayed with 404', async () => {
    const { campaign, sub, as } = await withCampaign()
    await as('ada', (tx, ada) => recordLeave(tx, campaign, ada, 'unsub'))
    expect(await sub('unsubscribed/ada@acme.test')).toEqual((await sub('unsubscribed')).unsubscribes[0])
    expect(await sub('unsubscribed/bob@acme.test')).toMatchObject(NOT_FOUND)
  })
})

describe('getReportAbuseReports', () => {
  test('getReportAbuseReports lists the complaints about the campaign, with the same ids as those of the list', async () => {
    const { campaign, call, sub, trigger, reportOf } = await withCampaign()
    await trigger('member.complain', { email_address: 'bob@acme.test' })
    await trigger('member.complain', { email_address: 'ada@acme.test', campaign_id: campaign.id })
    const body = await sub('abuse-reports')
    expect(body.abuse_reports).toEqual([
      { id: 2, ...ADA(campaign), date: '2026-01-15T09:00:00+00:00', _links: expect.any(Array) },
    ])
    expect([body.total_items, (await reportOf(campaign)).abuse_reports]).toEqual([1, 1])
    const { body: ofList } = await call(`GET /3.0/lists/${campaign.list_id}/abuse-reports/2`)
    expect(ofList).toMatchObject({ id: 2, campaign_id: campaign.id, email_address: 'ada@acme.test' })
  })

  test('getReportAbuseReports keeps complaints of permanently deleted members and of deleted lists', async () => {
    const { campaign, call, path, sub, trigger, reportOf } = await withCampaign()
    await trigger('member.complain', { email_address: 'ada@acme.test', campaign_id: campaign.id })
    await call(`POST ${path}/ada@acme.test/actions/delete-permanent`)
    expect(await sub('abuse-reports')).toMatchObject({ abuse_reports: [{ email_address: '', merge_fields: {} }], total_items: 1 })
    expect((await call(`GET /3.0/lists/${campaign.list_id}/abuse-reports`)).body.total_items).toBe(0)
    await call(`DELETE /3.0/lists/${campaign.list_id}`)
    expect(await sub('abuse-reports')).toMatchObject({ abuse_reports: [{ list_is_active: false }], total_items: 1 })
    expect((await reportOf(campaign)).abuse_reports).toBe(1)
  })

  test('getReportAbuseReports is not paged by default', async () => {
    const { campaign, sub, trigger } = await withCampaign()
    for (let i = 0; i < 12; i++) {
      await trigger('member.complain', { email_address: 'ada@acme.test', campaign_id: campaign.id })
      await trigger('member.subscribe', { email_address: 'ada@acme.test' })
    }
    expect((await sub('abuse-reports')).abuse_reports).toHaveLength(12)
  })
})

describe('getReportAbuseReport', () => {
  test('getReportAbuseReport returns one complaint, and answers a complaint about another campaign with 404', async () => {
    const { campaign, send, sub, trigger } = await withCampaign()
    const other = await send()
    await trigger('member.complain', { email_address: 'ada@acme.test', campaign_id: campaign.id })
    expect(await sub('abuse-reports/1')).toEqual((await sub('abuse-reports')).abuse_reports[0])
    expect(await sub('abuse-reports/1', other)).toMatchObject(NOT_FOUND)
    expect(await sub('abuse-reports/x')).toMatchObject(NOT_FOUND)
  })
})

describe('getSubReports', () => {
  test('a campaign without parts has no sub-reports', async () => {
    const { campaign, sub } = await withCampaign()
    expect(await sub('sub-reports')).toMatchObject({ reports: [], campaign_id: campaign.id, total_items: 0 })
  })

  test('getSubReports lists the reports of the variations, whose sums are the numbers of the parent', async () => {
    const { plant, list, send, as, call, pass, reportOf } = await withReaders()
    const parent = await plant((tx) => makeCampaign(tx, list, { subject_line: 'Test', type: 'variate' }))
    const part = (subject_line: string) => send({ subject_line, type: 'variate', parent_id: parent.id })
    const one = await part('A')
    await pass('PT1H')
    const other = await part('B')
    await as('ada', (tx, ada) => recordClick(tx, one, ada, { url: HATS }))
    await as('ada', (tx, ada) => recordOpen(tx, other, ada))
    await as('bob', (tx, bob) => recordBounce(tx, other, list, bob, 'soft', WEB))
    await as('cy', (tx, cy) => recordLeave(tx, other, cy, 'unsub'))
    const { body } = await call(`GET /3.0/reports/${parent.id}/sub-reports`)
    expect(body.reports.map(({ type, subject_line }: Body) => [type, subject_line])).toEqual([
      ['variate-child', 'A'],
      ['variate-child', 'B'],
    ])
    expect(body.reports[0]).toEqual(await reportOf(one))
    const report = await reportOf(parent)
    expect(report).toMatchObject({
      type: 'variate',
      emails_sent: 6,
      unsubscribed: 1,
      bounces: { hard_bounces: 0, soft_bounces: 1 },
      opens: { opens_total: 2, unique_opens: 2, open_rate: 2 / 5, last_open: '2026-01-15T10:00:00+00:00' },
      clicks: { clicks_total: 1, unique_clicks: 1, unique_subscriber_clicks: 1, click_rate: 1 / 5 },
    })
    expect(report.timeseries.slice(0, 2)).toMatchObject([
      { emails_sent: 3, unique_opens: 0 },
      { emails_sent: 3, unique_opens: 2 },
    ])
    for (const path of ['open-details', 'click-details', 'unsubscribed'])
      expect((await call(`GET /3.0/reports/${parent.id}/${path}`)).body.total_items).toBe(0)
  })

  test('the sub-reports of a campaign that tests versions show only who was sent a version, and which emails bounced', async () => {
    const { plant, list, send, as, call } = await withReaders()
    const parent = await plant((tx) => makeCampaign(tx, list, { subject_line: 'Test', type: 'variate' }))
    const [one, other] = [
      await send({ type: 'variate', parent_id: parent.id }),
      await send({ type: 'variate', parent_id: parent.id }),
    ]
    await as('ada', (tx, ada) => recordOpen(tx, one, ada))
    await as('bob', (tx, bob) => recordBounce(tx, other, list, bob, 'soft', WEB))
    const sub = async (path: string) => (await call(`GET /3.0/reports/${parent.id}/${path}`)).body
    const { sent_to, total_items } = await sub('sent-to?offset=2&count=3')
    expect(total_items).toBe(6)
    expect(sent_to.map((each: Body) => [each.email_address, each.status, each.open_count, each.campaign_id])).toEqual([
      ['cy@acme.test', 'sent', 0, parent.id],
      ['ada@acme.test', 'sent', 0, parent.id],
      ['bob@acme.test', 'soft', 0, parent.id],
    ])
    const { emails } = await sub('email-activity')
    expect(emails.map(({ activity, campaign_id }: Body) => [activity, campaign_id])).toEqual(
      Array.from({ length: 6 }, () => [[], parent.id]),
    )
    expect(await sub('email-activity/ada@acme.test')).toMatchObject({ activity: [], campaign_id: parent.id })
    expect(await sub('sent-to/ada@acme.test')).toEqual(sent_to[1])
    expect(await sub('sent-to/eve@acme.test')).toMatchObject(NOT_FOUND)
    expect(await sub('domain-performance')).toMatchObject({
      total_sent: 6,
      domains: [{ domain: 'acme.test', emails_sent: 6, opens: 1, bounces: 1 }],
    })
  })

  test('the recipients of an RSS campaign are in the reports of its issues only', async () => {
    const { plant, list, send, call } = await withReaders()
    const parent = await plant((tx) => makeCampaign(tx, list, { subject_line: 'Test', type: 'rss' }))
    await send({ type: 'rss', parent_id: parent.id })
    for (const path of ['sent-to', 'email-activity', 'open-details'])
      expect((await call(`GET /3.0/reports/${parent.id}/${path}`)).body.total_items).toBe(0)
    expect((await call(`GET /3.0/reports/${parent.id}/domain-performance`)).body.total_sent).toBe(3)
  })
})

describe('a campaign of which nothing was sent', () => {
  async function withCancelled() {
    const world = await withCampaign()
    const unsent = await world.plant((tx) => cancelCampaign(tx, world.list, { subject_line: 'Never' }))
    return { ...world, unsent }
  }

  test('a campaign of which nothing was sent has a report of zeros and empty collections', async () => {
    const { unsent, sub, reportOf, call } = await withCancelled()
    const report = await reportOf(unsent)
    expect(report).toMatchObject({ emails_sent: 0, opens: { opens_total: 0, open_rate: 0, last_open: '' } })
    expect(report).not.toHaveProperty('timeseries')
    for (const path of [...OTHERS, 'email-activity']) expect(await sub(path, unsent)).toMatchObject({ total_items: 0 })
    expect((await call('GET /3.0/reports')).body.total_items).toBe(1)
  })

  test('a campaign of which nothing was sent has no report with the setting campaigns.unsent_report of not_found', async () => {
    const { unsent, sub, reportOf, call } = await withCancelled()
    await call('PATCH /_control/settings', { campaigns: { unsent_report: 'not_found' } })
    expect(await reportOf(unsent)).toMatchObject(NOT_FOUND)
    for (const path of [...OTHERS, 'email-activity']) expect(await sub(path, unsent)).toMatchObject(NOT_FOUND)
  })
})
