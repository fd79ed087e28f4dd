import { describe, expect, test } from 'vitest'
import { campaignActions, campaigns, recipients, type CampaignActionRow } from '../../src/resources/campaigns/campaign.ts'
import { listOrThrow } from '../../src/resources/lists/list.ts'
import { makeList } from '../../src/resources/lists/make.ts'
import { makeMember, type NewMember } from '../../src/resources/members/make.ts'
import { memberOrThrow } from '../../src/resources/members/member.ts'
import { makeNote } from '../../src/resources/notes/make.ts'
import type { Tx } from '../../src/world/tx.ts'
import { mock } from '../mock.ts'

const LIST = 'aaaaaaaaaa'
const ADA = '3981b0f24162d410a2657d2ced0b5d06'
const CONTACT = 'ada00000000000000000000000000001'
const NEWS = 'cccccccccc'
const MEMBER = `/3.0/lists/${LIST}/members/${ADA}`

const NOW = 1_768_467_600
const DAY_S = 86_400
const SENT = NOW - 10 * DAY_S

type Deed = Partial<CampaignActionRow> & Pick<CampaignActionRow, 'action' | 'at'>

/** A world with Ada on a list, a campaign sent to her ten days ago, and what she did with it. */
async function withCampaign({ member = {}, deeds = [] }: { member?: Partial<NewMember>; deeds?: Deed[] } = {}) {
  const world = mock()
  await world.plant((tx) => {
    const list = makeList(tx, { id: LIST, name: 'News' })
    makeMember(tx, list, { email_address: 'ada@acme.test', contact_id: CONTACT, created_at: NOW - 30 * DAY_S, ...member })
    send(tx, NEWS, SENT, 'November news')
    for (const deed of deeds) act(tx, deed)
  })
  return world
}

function send(tx: Tx, id: string, send_time: number, title: string): void {
  tx.insert(campaigns, { id, web_id: tx.count('web_id'), list_id: LIST, title, subject_line: title, send_time, emails_sent: 1 })
  tx.insert(recipients, { campaign_id: id, contact_id: CONTACT, list_id: LIST })
}

function act(tx: Tx, deed: Deed): void {
  tx.insert(campaignActions, {
    id: tx.count('campaign_actions.id'),
    campaign_id: NEWS,
    contact_id: CONTACT,
    list_id: LIST,
    kind: '',
    url: '',
    ip: '',
    ...deed,
  })
}

describe('getMemberActivity', () => {
  test('what happened with campaigns comes oldest first', async () => {
    const { call } = await withCampaign({
      deeds: [
        { action: 'click', at: SENT + 120, url: 'https://acme.test/hats' },
        { action: 'open', at: SENT + 60 },
        { action: 'bounce', at: SENT + 180, kind: 'soft' },
        { action: 'unsub', at: SENT + 240 },
      ],
    })
    const { status, body } = await call(`GET ${MEMBER}/activity`)
    expect(status).toBe(200)
    const campaign = { campaign_id: NEWS, title: 'November news' }
    expect(body).toMatchObject({ email_id: ADA, list_id: LIST, total_items: 5 })
    expect(body.activity).toEqual([
      { action: 'sent', timestamp: '2026-01-05T09:00:00+00:00', type: 'regular', ...campaign },
      { action: 'open', timestamp: '2026-01-05T09:01:00+00:00', ...campaign },
      { action: 'click', timestamp: '2026-01-05T09:02:00+00:00', url: 'https://acme.test/hats', ...campaign },
      { action: 'bounce', timestamp: '2026-01-05T09:03:00+00:00', type: 'soft', ...campaign },
      { action: 'unsub', timestamp: '2026-01-05T09:04:00+00:00', ...campaign },
    ])
    expect(body._links.map((link: { rel: string }) => link.rel)).toEqual(['self', 'parent'])
  })

  test('leaving without a campaign is activity as well, and leaving by one is told once', async () => {
    const left = { status: 'unsubscribed', unsubscribed_by: 'contact', status_at: SENT + 60 } as const
    const { call } = await withCampaign({ member: left })
    expect((await call(`GET ${MEMBER}/activity?action=unsub`)).body.activity).toEqual([
      { action: 'unsub', timestamp: '2026-01-05T09:01:00+00:00' },
    ])
    const other = await withCampaign({ member: left, deeds: [{ action: 'unsub', at: SENT + 60 }] })
    expect((await other.call(`GET ${MEMBER}/activity?action=unsub`)).body.activity).toEqual([
      { action: 'unsub', timestamp: '2026-01-05T09:01:00+00:00', campaign_id: NEWS, title: 'November news' },
    ])
  })

  test.each([
    ['open', ['open']],
    ['open,click', ['open', 'click']],
    ['dance', []],
    ['reply', []],
  ])('the filter %s leaves %j', async (action, expected) => {
    const { call } = await withCampaign({
      deeds: [
        { action: 'open', at: SENT + 60 },
        { action: 'click', at: SENT + 120 },
        { action: 'reply', at: SENT + 130 },
      ],
    })
    const { body } = await call(`GET ${MEMBER}/activity?action=${action}`)
    expect(body.activity.map((entry: { action: string }) => entry.action)).toEqual(expected)
    expect(body.total_items).toBe(expected.length)
  })

  test('only the last fifty are answered', async () => {
    const { call } = await withCampaign({ deeds: Array.from({ length: 60 }, (_, i) => ({ action: 'open', at: SENT + i })) })
    const { body } = await call(`GET ${MEMBER}/activity`)
    expect(body.activity).toHaveLength(50)
    expect(body.activity[0].timestamp).toBe('2026-01-05T09:00:10+00:00')
    expect(body.total_items).toBe(50)
  })

  test('fields and exclude_fields contradict each other', async () => {
    const { call } = await withCampaign()
    expect((await call(`GET ${MEMBER}/activity?fields=activity&exclude_fields=_links`)).body).toMatchObject({
      title: 'Bad Request',
      status: 400,
    })
  })

  test('an unknown member has no activity', async () => {
    const { call } = await withCampaign()
    expect((await call(`GET /3.0/lists/${LIST}/members/nobody@acme.test/activity`)).body).toMatchObject({
      title: 'Resource Not Found',
      status: 404,
    })
  })
})

describe('getMemberActivityFeed', () => {
  test('the feed has sign-up, campaigns, replies and notes, oldest first', async () => {
    const { call, plant } = await withCampaign({
      deeds: [
        { action: 'open', at: SENT + 60 },
        { action: 'click', at: SENT + 120, url: 'https://acme.test/hats' },
        { action: 'reply', at: SENT + 180 },
      ],
    })
    await plant((tx) => {
      const list = listOrThrow(tx, LIST)
      makeNote(tx, list, memberOrThrow(tx, list, ADA), { note: 'Likes hats', created_at: SENT + 90, created_by: 'Olive' })
    })
    const { status, body } = await call(`GET ${MEMBER}/activity-feed`)
    expect(status).toBe(200)
    const campaign = { campaign_id: NEWS, campaign_title: 'November news' }
    expect(body).toMatchObject({ email_id: ADA, list_id: LIST, total_items: 6 })
    expect(body.activity).toEqual([
      { activity_type: 'generic_signup', created_at_timestamp: '2025-12-16T09:00:00+00:00' },
      { activity_type: 'sent', created_at_timestamp: '2026-01-05T09:00:00+00:00', ...campaign },
      { activity_type: 'open', created_at_timestamp: '2026-01-05T09:01:00+00:00', ...campaign },
      {
        activity_type: 'note',
        created_at_timestamp: '2026-01-05T09:01:30+00:00',
        note_id: 1,
        note_text: 'Likes hats',
        created_by: 'Olive',
        updated_at_timestamp: '2026-01-05T09:01:30+00:00',
      },
      {
        activity_type: 'click',
        created_at_timestamp: '2026-01-05T09:02:00+00:00',
        ...campaign,
        link_clicked: 'https://acme.test/hats',
      },
      {
        activity_type: 'conversation',
        created_at_timestamp: '2026-01-05T09:03:00+00:00',
        ...campaign,
        from_email: 'ada@acme.test',
        is_user: false,
      },
    ])
  })

  test.each([
    ['contact', false],
    ['admin', true],
  ] as const)('who was unsubscribed by the %s is shown so, with the reason', async (unsubscribed_by, is_admin_unsubscribed) => {
    const { call } = await withCampaign({
      member: { status: 'unsubscribed', status_at: SENT + 60, unsubscribed_by, unsubscribe_reason: 'Too many emails' },
    })
    expect((await call(`GET ${MEMBER}/activity-feed?activity_filters=unsub`)).body.activity).toEqual([
      {
        activity_type: 'unsub',
        created_at_timestamp: '2026-01-05T09:01:00+00:00',
        is_admin_unsubscribed,
        unsubscribe_reason: 'Too many emails',
      },
    ])
  })

  test.each([
    [[{ action: 'open', at: SENT + 10 }], true],
    [[], false],
  ] as const)('a bounce tells whether the campaign was opened all the same', async (opens, opened) => {
    const { call } = await withCampaign({ deeds: [...opens, { action: 'bounce', at: SENT + 60, kind: 'hard' }] })
    expect((await call(`GET ${MEMBER}/activity-feed?activity_filters=bounce`)).body.activity).toEqual([
      {
        activity_type: 'bounce',
        created_at_timestamp: '2026-01-05T09:01:00+00:00',
        campaign_id: NEWS,
        campaign_title: 'November news',
        bounce_type: 'hard',
        bounce_has_open_activity: opened,
      },
    ])
  })

  test('the sign-up is when the member signed up, if that is known', async () => {
    const { call } = await withCampaign({ member: { timestamp_signup: NOW - 31 * DAY_S } })
    expect((await call(`GET ${MEMBER}/activity-feed?activity_filters=generic_signup`)).body.activity).toEqual([
      { activity_type: 'generic_signup', created_at_timestamp: '2025-12-15T09:00:00+00:00' },
    ])
  })

  test('the feed comes in pages and can be filtered', async () => {
    const { call } = await withCampaign({ deeds: Array.from({ length: 12 }, (_, i) => ({ action: 'open', at: SENT + 60 * i })) })
    const { body } = await call(`GET ${MEMBER}/activity-feed?activity_filters=open,note,dance&count=5&offset=10`)
    expect(body.activity).toHaveLength(2)
    expect(body.total_items).toBe(12)
  })

  test('a negative offset is refused', async () => {
    const { call } = await withCampaign()
    const { body } = await call(`GET ${MEMBER}/activity-feed?offset=-1`)
    expect(body).toMatchObject({ title: 'Invalid Resource', status: 400, errors: [{ field: 'offset' }] })
  })

  test('fields and exclude_fields contradict each other', async () => {
    const { call } = await withCampaign()
    expect((await call(`GET ${MEMBER}/activity-feed?fields=activity&exclude_fields=_links`)).body).toMatchObject({
      title: 'Bad Request',
      status: 400,
    })
  })

  test('an unknown list has no feed', async () => {
    const { call } = await withCampaign()
    expect((await call(`GET /3.0/lists/ffffffffff/members/${ADA}/activity-feed`)).body).toMatchObject({
      title: 'Resource Not Found',
      status: 404,
    })
  })
})

describe('getMemberGoals', () => {
  test('no website is connected, so nobody has goals', async () => {
    const { call } = await withCampaign()
    const { status, body } = await call(`GET ${MEMBER}/goals`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ goals: [], email_id: ADA, list_id: LIST, total_items: 0 })
    expect(body._links.map((link: { rel: string }) => link.rel)).toEqual(['self', 'parent'])
  })

  test('fields and exclude_fields contradict each other', async () => {
    const { call } = await withCampaign()
    expect((await call(`GET ${MEMBER}/goals?fields=goals&exclude_fields=_links`)).body).toMatchObject({
      title: 'Bad Request',
      status: 400,
    })
  })

  test('an unknown member has no goals', async () => {
    const { call } = await withCampaign()
    expect((await call(`GET /3.0/lists/${LIST}/members/nobody@acme.test/goals`)).body).toMatchObject({
      title: 'Resource Not Found',
      status: 404,
    })
  })
})
