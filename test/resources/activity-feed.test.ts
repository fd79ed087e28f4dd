import { describe, expect, test } from 'vitest'
import { campaignOrThrow } from '../../src/service/model/campaigns/campaign.ts'
import { replyToCampaign } from '../../src/service/rules/conversations/write.ts'
import { listOrThrow } from '../../src/service/model/lists/list.ts'
import { memberOrThrow } from '../../src/service/model/members/member.ts'
import { makeNote } from '../../src/service/rules/notes/make.ts'
import { ADA_HASH, LIST, MEMBER, NEWS, NOW_S, DAY_S, SENT, withCampaign } from './activity-world.ts'

describe('getMemberActivityFeed', () => {
  test('the activity feed has sign-up, campaigns, replies and notes, oldest first', async () => {
    const { call, plant } = await withCampaign({
      actions: [
        { action: 'open', at: SENT + 60 },
        { action: 'click', at: SENT + 120, url: 'https://acme.test/hats' },
      ],
    })
    const thread = await plant((tx) => {
      const list = listOrThrow(tx, LIST)
      const ada = memberOrThrow(tx, list, ADA_HASH)
      makeNote(tx, list, ada, { note: 'Likes hats', created_at: SENT + 90, created_by: 'Olive' })
      return replyToCampaign(tx, campaignOrThrow(tx, NEWS), ada, { message: 'Nice hats', at: SENT + 180 }).conversation
    })
    await call(`POST /3.0/conversations/${thread.id}/messages`, { from_email: 'news@acme.test', read: true, message: 'Thanks' })
    const { body } = await call(`GET ${MEMBER}/activity-feed`)
    const campaign = { campaign_id: NEWS, campaign_title: 'November news' }
    expect(body).toMatchObject({ email_id: ADA_HASH, list_id: LIST, total_items: 7 })
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
        thread_id: thread.id,
        message_text: 'Nice hats',
        created_by: 'ada@acme.test',
        from_email: 'ada@acme.test',
        is_user: false,
        has_read: false,
      },
      {
        activity_type: 'conversation',
        created_at_timestamp: '2026-01-15T09:00:00+00:00',
        ...campaign,
        thread_id: thread.id,
        message_text: 'Thanks',
        created_by: 'Acme',
        from_email: 'news@acme.test',
        is_user: true,
        has_read: true,
      },
    ])
  })

  test.each([
    ['contact', false],
    ['admin', true],
  ] as const)(
    'the activity feed shows a member unsubscribed by the %s as such, with the reason',
    async (unsubscribed_by, is_admin_unsubscribed) => {
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
    },
  )

  test.each([
    [[{ action: 'open', at: SENT + 10 }], true],
    [[], false],
  ] as const)('a bounce in the activity feed says whether the campaign was opened anyway', async (opens, opened) => {
    const { call } = await withCampaign({ actions: [...opens, { action: 'bounce', at: SENT + 60, kind: 'hard' }] })
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

  test("the activity feed dates the sign-up at the member's sign-up time, if it is known", async () => {
    const { call } = await withCampaign({ member: { timestamp_signup: NOW_S - 31 * DAY_S } })
    expect((await call(`GET ${MEMBER}/activity-feed?activity_filters=generic_signup`)).body.activity).toEqual([
      { activity_type: 'generic_signup', created_at_timestamp: '2025-12-15T09:00:00+00:00' },
    ])
  })

  test('the activity feed supports paging and filters', async () => {
    const { call } = await withCampaign({
      actions: Array.from({ length: 12 }, (_, i) => ({ action: 'open', at: SENT + 60 * i })),
    })
    const { body } = await call(`GET ${MEMBER}/activity-feed?activity_filters=open,note,dance&count=5&offset=10`)
    expect(body.activity).toHaveLength(2)
    expect(body.total_items).toBe(12)
  })
})
