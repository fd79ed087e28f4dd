import { describe, expect, test } from 'vitest'
import { ADA_HASH, LIST, MEMBER, NEWS, SENT, withCampaign } from './activity-world.ts'

describe('getMemberActivity', () => {
  test('the activity of a member is about campaigns, oldest first', async () => {
    const { call } = await withCampaign({
      actions: [
        { action: 'click', at: SENT + 120, url: 'https://acme.test/hats' },
        { action: 'open', at: SENT + 60 },
        { action: 'bounce', at: SENT + 180, kind: 'soft' },
        { action: 'unsub', at: SENT + 240 },
      ],
    })
    const { body } = await call(`GET ${MEMBER}/activity`)
    const campaign = { campaign_id: NEWS, title: 'November news' }
    expect(body).toMatchObject({ email_id: ADA_HASH, list_id: LIST, total_items: 5 })
    expect(body.activity).toEqual([
      { action: 'sent', timestamp: '2026-01-05T09:00:00+00:00', type: 'regular', ...campaign },
      { action: 'open', timestamp: '2026-01-05T09:01:00+00:00', ...campaign },
      { action: 'click', timestamp: '2026-01-05T09:02:00+00:00', url: 'https://acme.test/hats', ...campaign },
      { action: 'bounce', timestamp: '2026-01-05T09:03:00+00:00', type: 'soft', ...campaign },
      { action: 'unsub', timestamp: '2026-01-05T09:04:00+00:00', ...campaign },
    ])
  })

  test("the activity of a member names the campaign's type and the parent campaign of an issue", async () => {
    const { call } = await withCampaign({ campaign: { type: 'rss', parent_id: '0123456789', title: 'Issue 7' } })
    expect((await call(`GET ${MEMBER}/activity`)).body.activity).toEqual([
      {
        action: 'sent',
        timestamp: '2026-01-05T09:00:00+00:00',
        type: 'rss',
        campaign_id: NEWS,
        title: 'Issue 7',
        parent_campaign: '0123456789',
      },
    ])
  })

  test('a complaint also counts as unsubscribing in the activity of a member, and forwards and likes are not listed', async () => {
    const { call } = await withCampaign({
      actions: [
        { action: 'like', at: SENT + 60 },
        { action: 'forward', at: SENT + 70 },
        { action: 'forward_open', at: SENT + 80 },
        { action: 'abuse', at: SENT + 90 },
      ],
    })
    const { body } = await call(`GET ${MEMBER}/activity`)
    expect(body.activity.map(({ action }: { action: string }) => action)).toEqual(['sent', 'unsub'])
  })

  test('an unsubscribe without a campaign is in the activity of a member too, and one through a campaign is listed once', async () => {
    const left = { status: 'unsubscribed', unsubscribed_by: 'contact', status_at: SENT + 60 } as const
    const { call } = await withCampaign({ member: left })
    expect((await call(`GET ${MEMBER}/activity?action=unsub`)).body.activity).toEqual([
      { action: 'unsub', timestamp: '2026-01-05T09:01:00+00:00' },
    ])
    const other = await withCampaign({ member: left, actions: [{ action: 'unsub', at: SENT + 60 }] })
    expect((await other.call(`GET ${MEMBER}/activity?action=unsub`)).body.activity).toEqual([
      { action: 'unsub', timestamp: '2026-01-05T09:01:00+00:00', campaign_id: NEWS, title: 'November news' },
    ])
  })

  test.each([
    ['open', ['open']],
    ['open,click', ['open', 'click']],
    ['dance', []],
    ['reply', []],
  ])('the activity of a member filtered by %s contains %j', async (action, expected) => {
    const { call } = await withCampaign({
      actions: [
        { action: 'open', at: SENT + 60 },
        { action: 'click', at: SENT + 120 },
        { action: 'reply', at: SENT + 130 },
      ],
    })
    const { body } = await call(`GET ${MEMBER}/activity?action=${action}`)
    expect(body.activity.map((entry: { action: string }) => entry.action)).toEqual(expected)
    expect(body.total_items).toBe(expected.length)
  })

  test('the activity of a member has at most the last fifty entries', async () => {
    const { call } = await withCampaign({ actions: Array.from({ length: 60 }, (_, i) => ({ action: 'open', at: SENT + i })) })
    const { body } = await call(`GET ${MEMBER}/activity`)
    expect(body.activity).toHaveLength(50)
    expect(body.activity[0].timestamp).toBe('2026-01-05T09:00:10+00:00')
    expect(body.total_items).toBe(50)
  })
})

describe('getMemberGoals', () => {
  test('a member has no goals, because no website is connected', async () => {
    const { call } = await withCampaign()
    const { body } = await call(`GET ${MEMBER}/goals`)
    expect(body).toMatchObject({ goals: [], email_id: ADA_HASH, list_id: LIST, total_items: 0 })
  })
})
