import { describe, expect, test } from 'vitest'
import { buildWorld } from '../../src/service/scenarios/scenarios.ts'
import { campaignActions, campaigns, isHidden, recipients } from '../../src/service/model/campaigns/campaign.ts'
import { conversations, findMessages } from '../../src/service/model/conversations/conversation.ts'
import { members, type MemberRow } from '../../src/service/model/members/member.ts'
import { mock, type Body } from '../mock.ts'
import { expectBooksToBalance } from '../simulation/books.ts'
import { readWorld, worldOptions } from './scenario-world.ts'

const WEEKLY = 'dddddddddd'
const INSIDERS = 'eeeeeeeeee'
const WEEK_S = 7 * 86_400

const scenario = () => mock({ scenario: 'newsletter' })

describe('newsletter', () => {
  test('the scenario newsletter is a year of weekly campaigns to about 1,500 members', async () => {
    const world = await buildWorld(worldOptions('newsletter'))
    const times = readWorld(world, (tx) =>
      tx
        .range(campaigns.byList, { list_id: WEEKLY })
        .all()
        .filter((campaign) => !isHidden(campaign) && campaign.status === 'sent')
        .map(({ send_time }) => send_time),
    )
    expect(times).toHaveLength(52)
    expect(times.slice(1).every((at, i) => at - (times[i] ?? 0) === WEEK_S)).toBe(true)
    const { call } = scenario()
    const { body } = await call(`GET /3.0/lists/${WEEKLY}?include_total_contacts=true`)
    expect(body.stats).toMatchObject({
      total_contacts: 1550,
      // One of them is the RSS campaign of the issues.
      campaign_count: 53,
      campaign_last_sent: '2026-01-14T08:00:00+00:00',
    })
    expect(body.stats.member_count).toBeGreaterThan(1300)
    expect(body.stats.open_rate).toBeCloseTo(36, -1)
  })

  test('the scenario newsletter has no activity before the campaign was sent, after now, or after the member left', async () => {
    const world = await buildWorld(worldOptions('newsletter'))
    const odd = readWorld(world, (tx) => {
      const sent = (id: string) => tx.first(campaigns.key, { id })?.send_time ?? 0
      const memberOf = (contact_id: string) => tx.first(members.key, { contact_id })
      const leftAt = (member: MemberRow | undefined) =>
        member?.status === 'subscribed' ? Number.POSITIVE_INFINITY : (member?.status_at ?? 0)
      const deeds = tx.range(campaignActions.key).all()
      const copies = tx.range(recipients.key).all()
      return [
        ...deeds.filter(({ campaign_id, at }) => at < sent(campaign_id) || at > tx.now),
        // A forwarded copy is opened by others.
        ...deeds.filter(({ contact_id, action, at }) => action !== 'forward_open' && at > leftAt(memberOf(contact_id))),
        ...copies.filter(({ campaign_id, contact_id }) => sent(campaign_id) >= leftAt(memberOf(contact_id))),
        ...copies.filter(({ campaign_id, contact_id }) => sent(campaign_id) < (memberOf(contact_id)?.timestamp_opt ?? 0)),
      ]
    })
    expect(odd).toEqual([])
  })

  test('the scenario newsletter cleans hard-bounced members and removes unsubscribed and complaining ones at that time', async () => {
    const world = await buildWorld(worldOptions('newsletter'))
    readWorld(world, (tx) => {
      const deeds = tx.range(campaignActions.key).all()
      for (const [action, kind, status, by] of [
        ['bounce', 'hard', 'cleaned', 'bounce'],
        ['unsub', '', 'unsubscribed', 'contact'],
        ['abuse', '', 'unsubscribed', 'contact'],
      ] as const) {
        const those = deeds.filter((deed) => deed.action === action && deed.kind === kind)
        expect(those.length, action).toBeGreaterThan(3)
        for (const { contact_id, at } of those) {
          expect(tx.first(members.key, { contact_id })).toMatchObject({ status, status_at: at, unsubscribed_by: by })
        }
      }
    })
  })

  test('the scenario newsletter covers every field of a report and every type of campaign', async () => {
    const { call } = scenario()
    const { body } = await call('GET /3.0/reports?count=1000')
    const reports: Body[] = body.reports
    expect(new Set(reports.map(({ type }) => type))).toEqual(
      new Set(['regular', 'plain-text', 'ab_split', 'rss', 'variate', 'automation', 'auto']),
    )
    for (const part of ['ab_split', 'timewarp', 'rss_last_send', 'share_report', 'industry_stats', 'list_stats']) {
      expect(
        reports.some((report) => report[part] !== undefined),
        part,
      ).toBe(true)
    }
    const some = (count: (report: Body) => number) =>
      expect(reports.reduce((sum, report) => sum + count(report), 0)).toBeGreaterThan(3)
    some(({ bounces }) => bounces.hard_bounces)
    some(({ bounces }) => bounces.soft_bounces)
    some(({ forwards }) => forwards.forwards_opens)
    some(({ clicks }) => clicks.unique_clicks)
    some(({ social_likes }) => social_likes.recipient_likes)
    some(({ unsubscribed }) => unsubscribed)
    some(({ abuse_reports }) => abuse_reports)
    expect(reports.find(({ timewarp }) => timewarp)?.timewarp.map(({ gmt_offset }: Body) => gmt_offset)).toEqual([
      -8, -7, -6, -5, 0,
    ])
    expect(new Set(reports.map(({ delivery_status }) => delivery_status.status))).toEqual(
      new Set([undefined, 'delivered', 'canceled']),
    )
  })

  test('the tests in the scenario newsletter have versions with reports of their own, and the winner is the one that more recipients opened', async () => {
    const { call } = scenario()
    const { campaigns: tests } = (await call('GET /3.0/campaigns?type=variate&count=100')).body
    expect(tests.length).toBeGreaterThan(3)
    for (const { id, variate_settings, emails_sent } of tests) {
      const { combinations, subject_lines, winning_campaign_id } = variate_settings
      const { reports } = (await call(`GET /3.0/reports/${id}/sub-reports`)).body
      expect(reports.map(({ type, subject_line }: Body) => [type, subject_line])).toEqual(
        subject_lines.map((subject: string) => ['variate-child', subject]),
      )
      expect(reports.map((report: Body) => report.emails_sent)).toEqual(combinations.map(({ recipients: count }: Body) => count))
      expect(reports.reduce((sum: number, report: Body) => sum + report.emails_sent, 0)).toBe(emails_sent)
      const best = Math.max(...reports.map(({ opens }: Body) => opens.open_rate))
      expect(reports.find((report: Body) => report.id === winning_campaign_id).opens.open_rate).toBe(best)
    }
  })

  test('the A/B campaigns in the scenario newsletter have the subjects of both groups, and the issues of its RSS campaign name it', async () => {
    const { call } = scenario()
    const { campaigns: splits } = (await call('GET /3.0/campaigns?type=absplit&count=100')).body
    expect(splits.length).toBeGreaterThan(3)
    for (const { settings, ab_split_opts } of splits) {
      expect(ab_split_opts).toMatchObject({ split_test: 'subject', subject_a: settings.subject_line })
      expect(ab_split_opts.subject_b).not.toBe(ab_split_opts.subject_a)
    }
    const { campaigns: feeds } = (await call('GET /3.0/campaigns?type=rss&count=100')).body
    const [feed, ...others] = feeds.filter(({ parent_campaign_id }: Body) => parent_campaign_id === undefined)
    const issues = feeds.filter(({ parent_campaign_id }: Body) => parent_campaign_id === feed.id)
    expect([others.length, issues.length + 1]).toEqual([0, feeds.length])
    expect(feed).toMatchObject({ status: 'paused', rss_opts: { frequency: 'daily', last_sent: issues.at(-1).send_time } })
    expect(feed.emails_sent).toBe(issues.reduce((sum: number, issue: Body) => sum + issue.emails_sent, 0))
  })

  test('the emails of automations in the scenario newsletter are no campaigns of their list', async () => {
    const { call } = scenario()
    const { total_items } = (await call(`GET /3.0/campaigns?list_id=${INSIDERS}`)).body
    const { reports } = (await call('GET /3.0/reports?count=1000')).body
    const automated = reports.filter(({ list_id, type }: Body) => list_id === INSIDERS && type.startsWith('auto'))
    expect([automated.length, total_items]).toEqual([4, 5])
    expect((await call(`GET /3.0/lists/${INSIDERS}`)).body.stats.campaign_count).toBe(total_items)
  })

  test('the scenario newsletter has one of each action for the individual campaign', async () => {
    const { call } = scenario()
    expect((await call('GET /3.0/reports/ca00000001')).body).toMatchObject({
      campaign_title: 'By hand',
      emails_sent: 7,
      unsubscribed: 1,
      abuse_reports: 1,
      bounces: { hard_bounces: 1, soft_bounces: 1 },
      opens: { opens_total: 4, unique_opens: 3, open_rate: 0.6, last_open: '2026-01-05T12:55:00+00:00' },
      clicks: { clicks_total: 3, unique_clicks: 2, unique_subscriber_clicks: 2, click_rate: 0.4 },
      forwards: { forwards_count: 1, forwards_opens: 1 },
      social_likes: { recipient_likes: 1, unique_likes: 1, social_likes: 1 },
      share_report: { share_password: 'psst' },
    })
    expect((await call('GET /3.0/reports/ca00000002')).body.delivery_status).toEqual({
      enabled: true,
      can_cancel: false,
      status: 'canceled',
      emails_sent: 2,
      emails_canceled: 2,
    })
    expect((await call('GET /3.0/reports/ca00000003')).body).toMatchObject({ emails_sent: 0, opens: { open_rate: 0 } })
    const { body } = await call('GET /3.0/reports/ca00000001/email-activity/gone@initech.test')
    expect(body.activity).toEqual([{ action: 'bounce', type: 'hard', timestamp: '2026-01-05T09:02:00+00:00' }])
    const complaints = await call(`GET /3.0/lists/${INSIDERS}/abuse-reports?count=100`)
    expect(complaints.body.abuse_reports).toContainEqual(
      expect.objectContaining({
        campaign_id: 'ca00000001',
        email_address: 'angry@hooli.test',
        date: '2026-01-05T15:00:00+00:00',
      }),
    )
  })

  test('the scenario newsletter has conversations that are read or unread, and answered or not', async () => {
    const { call } = scenario()
    const count = async (query: string) => (await call(`GET /3.0/conversations?${query}`)).body.total_items
    const [all, unread, read] = [
      await count(''),
      await count('has_unread_messages=true'),
      await count('has_unread_messages=false'),
    ]
    expect(unread + read).toBe(all)
    expect(Math.min(unread, read)).toBeGreaterThan(20)
    expect((await call('GET /3.0/conversations/7a1c000001')).body).toMatchObject({
      message_count: 3,
      unread_messages: 1,
      from_label: 'Ada Lovelace',
      last_message: { message: 'Lovely, please keep one for me.', read: false, timestamp: '2026-01-06T06:00:00+00:00' },
    })
    const { body } = await call('GET /3.0/conversations/7a1c000001/messages')
    expect(body.conversation_messages.map(({ from_email }: Body) => from_email)).toEqual([
      'ada@acme.test',
      'insiders@acme.test',
      'ada@acme.test',
    ])
  })

  test('the scenario newsletter has replies that fit the question', async () => {
    const world = await buildWorld(worldOptions('newsletter'))
    const written = readWorld(world, (tx) =>
      tx
        .range(conversations.inOrder)
        .all()
        .flatMap((conversation) => [findMessages(tx, conversation).map(({ message }) => message)]),
    )
    const answers = (question: RegExp) =>
      written.flatMap(([asked = '', answer]) => (answer && question.test(asked) ? [answer] : []))
    expect(answers(/^Do you ship/).length).toBeGreaterThan(3)
    expect(answers(/^Do you ship/).filter((answer) => !answer.startsWith('Yes, we do.'))).toEqual([])
    expect(answers(/^Thank you/).filter((answer) => !answer.startsWith('Thank you for telling us.'))).toEqual([])
  })

  test('the scenario newsletter has campaigns and templates in folders', async () => {
    const { call } = scenario()
    expect((await call('GET /3.0/campaign-folders/f01de40001')).body).toMatchObject({ name: 'Weekly', count: 32 })
    expect((await call('GET /3.0/campaign-folders/f01de40002')).body).toMatchObject({ name: 'Offers', count: 16 })
    expect((await call('GET /3.0/template-folders/f01de40003')).body).toMatchObject({ name: 'Newsletters', count: 2 })
    const { body } = await call('GET /3.0/templates/30101')
    expect(body).toMatchObject({ name: 'Weekly', active: true, responsive: true, date_edited: '2025-10-17T09:00:00+00:00' })
    expect([body.created_by, body.edited_by]).toEqual(['Olive Owner', 'Olive Owner'])
    expect((await call('GET /3.0/templates/30104')).body.active).toBe(false)
    expect((await call('GET /3.0/templates/30101/default-content')).body.sections).toEqual({
      headline: '<h1>What is new this week</h1>',
      story: '<p>Our story of the week.</p>',
    })
  })

  test('the scenario newsletter has readers with different behaviour, reflected in their records', async () => {
    const { call } = scenario()
    const { body } = await call(`GET /3.0/lists/${WEEKLY}/members?count=1000&status=subscribed`)
    expect(new Set(body.members.map(({ member_rating }: Body) => member_rating))).toEqual(new Set([1, 2, 3, 4, 5]))
    const rates: number[] = body.members.map(({ stats }: Body) => stats.avg_open_rate)
    expect([Math.min(...rates), Math.max(...rates) > 0.6]).toEqual([0, true])
    const clients = (await call(`GET /3.0/lists/${WEEKLY}/clients`)).body.clients
    expect(clients.map(({ client }: Body) => client)).toContain('Apple Mail')
    expect((await call(`GET /3.0/lists/${INSIDERS}/members/ada@acme.test`)).body).toMatchObject({ member_rating: 5 })
  })

  test('the scenario newsletter has segments based on campaign activity', async () => {
    const { call } = scenario()
    const condition = { condition_type: 'Aim', field: 'aim', op: 'click', value: '5001' }
    const { body } = await call(`POST /3.0/lists/${INSIDERS}/segments`, {
      name: 'Clicked',
      options: { match: 'all', conditions: [condition] },
    })
    expect(body.member_count).toBe(2)
  })

  test('the scenario newsletter lets campaigns continue from there', async () => {
    const { call, plant } = scenario()
    const sent = await call('POST /_control/triggers', { trigger: 'campaign.send', list_id: INSIDERS, subject_line: 'One more' })
    expect(sent.status).toBe(200)
    const [{ id: campaign_id }] = sent.body.changed
    const opened = { trigger: 'campaign.open', campaign_id, email_address: 'ada@acme.test' }
    expect((await call('POST /_control/triggers', opened)).status).toBe(200)
    expect((await call(`GET /3.0/reports/${campaign_id}`)).body.opens.unique_opens).toBe(1)
    await plant(expectBooksToBalance)
  })
})
