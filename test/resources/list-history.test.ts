import { describe, expect, test } from 'vitest'
import { campaignActions } from '../../src/service/model/campaigns/campaign.ts'
import { makeCampaign } from '../../src/service/rules/campaigns/make.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMember, type NewMember } from '../../src/service/rules/members/make.ts'
import { readInstant } from '../../src/kernel/support/time.ts'
import { mock, type Body } from '../mock.ts'

const LIST = 'a1b2c3d4e5'
const REPORTS = `/3.0/lists/${LIST}`

/** An instant as stored in rows. */
const at = (text: string): number => readInstant(text) ?? 0

/** A world with one list created in November; the current time is 2026-01-15 09:00. */
async function withList(created = '2025-11-20T12:00:00Z') {
  const world = mock()
  const list = await world.plant((tx) => makeList(tx, { id: LIST, name: 'Acme News', date_created: at(created) }))
  let number = 0
  const join = (fields: Partial<NewMember> = {}) =>
    world.plant((tx) => makeMember(tx, list, { email_address: `member${++number}@acme.test`, ...fields }))
  return { ...world, list, join }
}

const NOTHING = {
  emails_sent: 0,
  unique_opens: 0,
  recipient_clicks: 0,
  hard_bounce: 0,
  soft_bounce: 0,
  subs: 0,
  unsubs: 0,
  other_adds: 0,
  other_removes: 0,
}

describe('getListActivity', () => {
  test('the activity of a new list has no days', async () => {
    const { call } = await withList()
    const { body } = await call(`GET ${REPORTS}/activity`)
    expect(body).toMatchObject({ activity: [], list_id: LIST, total_items: 0 })
  })

  test('the activity of a list has subscribes and unsubscribes per day with activity, newest first', async () => {
    const { call, join } = await withList()
    const monday = at('2026-01-12T10:00:00Z')
    await join({ created_at: monday })
    await join({ created_at: monday, source: 'Hosted Signup Form' })
    await join({ created_at: monday, timestamp_signup: monday, timestamp_opt: at('2026-01-13T08:00:00Z') })
    await join({ created_at: monday, status: 'unsubscribed', status_at: at('2026-01-14T23:59:59Z') })
    await join({ created_at: monday, status: 'cleaned', status_at: at('2026-01-14T00:00:00Z') })
    await join({ created_at: monday, status: 'archived', status_at: at('2026-01-15T00:00:00Z') })
    await join({ created_at: monday, status: 'pending' })
    await join({ created_at: monday, status: 'transactional' })
    expect((await call(`GET ${REPORTS}/activity`)).body.activity).toEqual([
      { day: '2026-01-15', ...NOTHING, other_removes: 1 },
      { day: '2026-01-14', ...NOTHING, unsubs: 1, other_removes: 1 },
      { day: '2026-01-13', ...NOTHING, subs: 1 },
      { day: '2026-01-12', ...NOTHING, subs: 1, other_adds: 4 },
    ])
  })

  test('the activity of a list counts each recipient of a campaign who opened or clicked once a day', async () => {
    const { call, list, plant } = await withList()
    await plant((tx) => {
      const campaign_id = 'c1c1c1c1c1'
      const send_time = at('2026-01-10T09:00:00Z')
      makeCampaign(tx, list, { id: campaign_id, subject_line: 'Hello', send_time, emails_sent: 12 })
      const did = (contact_id: string, action: 'open' | 'click' | 'bounce' | 'reply', kind: '' | 'hard' | 'soft' = '') =>
        tx.insert(campaignActions, {
          id: tx.count('action'),
          campaign_id,
          contact_id,
          list_id: list.id,
          action,
          kind,
          at: send_time + 60,
          url: '',
          ip: '',
          reason: '',
        })
      did('ada', 'open')
      did('bob', 'open')
      did('ada', 'open')
      did('ada', 'click')
      did('ada', 'click')
      did('ada', 'reply')
      did('cy', 'bounce', 'hard')
      did('di', 'bounce', 'soft')
    })
    expect((await call(`GET ${REPORTS}/activity`)).body.activity).toEqual([
      { day: '2026-01-10', ...NOTHING, emails_sent: 12, unique_opens: 2, recipient_clicks: 1, hard_bounce: 1, soft_bounce: 1 },
    ])
  })

  test('the activity of a list covers 180 days, including today', async () => {
    const { call, join } = await withList('2025-01-01')
    await join({ created_at: at('2025-07-19T23:59:59Z') })
    await join({ created_at: at('2025-07-20T00:00:00Z') })
    expect((await call(`GET ${REPORTS}/activity`)).body.activity.map(({ day }: Body) => day)).toEqual(['2025-07-20'])
  })

  test('the activity of a list has every day unless a count is sent', async () => {
    const { call, join } = await withList()
    for (let day = 1; day <= 12; day++) await join({ created_at: at('2025-12-01') + day * 86_400 })
    expect((await call(`GET ${REPORTS}/activity`)).body.activity).toHaveLength(12)
    expect((await call(`GET ${REPORTS}/activity?offset=10`)).body.activity).toHaveLength(2)
  })
})

/** A month without changes. */
const still = (month: string, existing: number) => ({
  list_id: LIST,
  month,
  existing,
  imports: 0,
  optins: 0,
  subscribed: existing,
  unsubscribed: 0,
  reconfirm: 0,
  cleaned: 0,
  pending: 0,
  deleted: 0,
  transactional: 0,
})

describe('getListGrowthHistory', () => {
  const history = async (call: ReturnType<typeof mock>['call'], query = '') =>
    (await call(`GET ${REPORTS}/growth-history?exclude_fields=history._links${query}`)).body.history

  test('the growth history has one row per month since the list was created, oldest first', async () => {
    const { call } = await withList()
    const { body } = await call(`GET ${REPORTS}/growth-history`)
    expect(body).toMatchObject({ list_id: LIST, total_items: 3 })
    expect(await history(call)).toEqual([still('2025-11', 0), still('2025-12', 0), still('2026-01', 0)])
  })

  test('the growth history has the members who joined and left in each month, and the totals at its end', async () => {
    const { call, join } = await withList()
    const [november, december, january] = [at('2025-11-30T23:59:59Z'), at('2025-12-31T23:00:00Z'), at('2026-01-01T00:00:00Z')]
    await join({ created_at: november })
    await join({ created_at: november, status: 'unsubscribed', status_at: december })
    await join({ created_at: november, timestamp_signup: november, timestamp_opt: december })
    await join({ created_at: december, status: 'cleaned', status_at: january })
    await join({ created_at: december, status: 'archived', status_at: january })
    await join({ created_at: december, status: 'transactional' })
    await join({ created_at: january, status: 'pending' })
    expect(await history(call)).toEqual([
      { ...still('2025-11', 0), imports: 2, subscribed: 2, pending: 1 },
      { ...still('2025-12', 2), imports: 2, optins: 1, unsubscribed: 1, subscribed: 4, transactional: 1 },
      { ...still('2026-01', 4), cleaned: 1, deleted: 1, subscribed: 2, pending: 1, transactional: 1 },
    ])
  })

  test('members older than their list count in the growth history from its creation on', async () => {
    const { call, join } = await withList()
    await join({ created_at: at('2020-02-02') })
    expect((await history(call))[0]).toEqual(still('2025-11', 1))
  })

  test('the growth history is sorted by month', async () => {
    const { call } = await withList()
    const sorted = await history(call, '&sort_field=month&sort_dir=DESC')
    expect(sorted.map(({ month }: Body) => month)).toEqual(['2026-01', '2025-12', '2025-11'])
  })

  test('total_items of the growth history is the number of all months', async () => {
    const { call, pass } = await withList()
    await pass('P365D')
    const page = async (query: string) => {
      const { body } = await call(`GET ${REPORTS}/growth-history?${query}`)
      return [body.history.length, body.history[0]?.month, body.total_items]
    }
    expect(await page('')).toEqual([10, '2025-11', 15])
    expect(await page('count=3&offset=10')).toEqual([3, '2026-09', 15])
    expect(await page('offset=10')).toEqual([5, '2026-09', 15])
    expect(await page('count=1001')).toEqual([15, '2025-11', 15])
    expect(await page('count=0')).toEqual([0, undefined, 15])
    expect(await page('offset=15')).toEqual([0, undefined, 15])
  })
})

describe('getListGrowthHistoryMonth', () => {
  test('getListGrowthHistoryMonth returns the row of one month', async () => {
    const { call, join } = await withList()
    await join({ created_at: at('2025-12-24') })
    const { body } = await call(`GET ${REPORTS}/growth-history/2025-12`)
    const { _links, ...month } = body
    expect(month).toEqual({ ...still('2025-12', 0), imports: 1, subscribed: 1 })
    expect(_links[0].href).toBe(`http://maildouble.test${REPORTS}/growth-history/2025-12`)
    expect(body).toEqual((await call(`GET ${REPORTS}/growth-history`)).body.history[1])
  })

  test.each(['2025-10', '2026-02', '2025-13', 'december'])(
    'the month %s of the growth history is answered with 404',
    async (month) => {
      const { call } = await withList()
      const { body } = await call(`GET ${REPORTS}/growth-history/${month}`)
      expect(body).toMatchObject({ title: 'Resource Not Found', status: 404 })
    },
  )
})
