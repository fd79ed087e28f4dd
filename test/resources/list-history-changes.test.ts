import { describe, expect, test } from 'vitest'
import { recordClick } from '../../src/service/rules/campaigns/engagement/actions.ts'
import { sendCampaign } from '../../src/service/rules/campaigns/send/send.ts'
import type { CampaignType } from '../../src/service/model/campaigns/campaign.ts'
import type { Body } from '../mock.ts'
import { withReaders } from './campaign-world.ts'

/** The same readers and the list's view of its past; two months pass with `later`. */
async function withHistory() {
  const world = await withReaders()
  const { call, list, pass, path } = world
  const lists = `/3.0/lists/${list.id}`
  const activity = async (): Promise<Body[]> => (await call(`GET ${lists}/activity`)).body.activity
  const growth = async (): Promise<Body[]> =>
    (await call(`GET ${lists}/growth-history?exclude_fields=history._links`)).body.history
  const change = (name: string, status: string) => call(`PATCH ${path}/${name}@acme.test`, { status })
  const forget = (name: string) => call(`POST ${path}/${name}@acme.test/actions/delete-permanent`)
  const archive = (name: string) => call(`DELETE ${path}/${name}@acme.test`)
  return { ...world, lists, activity, growth, change, forget, archive, later: () => pass('P59D') }
}

describe('getListActivity', () => {
  test.each(['automation', 'auto'] satisfies CampaignType[])(
    'the activity of a list leaves out a campaign of type %s',
    async (type) => {
      const { plant, list, call, activity, send } = await withHistory()
      const act = (trigger: string, campaign_id: string) =>
        call('POST /_control/triggers', { trigger, campaign_id, email_address: 'ada@acme.test' })
      const { id } = await plant((tx) => sendCampaign(tx, list, { subject_line: 'Welcome', type }))
      await act('campaign.click', id)
      expect(await activity()).toMatchObject([{ emails_sent: 0, unique_opens: 0, recipient_clicks: 0, other_adds: 3 }])
      await act('campaign.click', (await send()).id)
      expect(await activity()).toMatchObject([{ emails_sent: 3, unique_opens: 1, recipient_clicks: 1, other_adds: 3 }])
    },
  )

  test("recipient_clicks of a list's activity counts each recipient of a campaign once a day, as the report counts them once an hour", async () => {
    const { send, as, pass, activity, reportOf } = await withHistory()
    const [first, second] = [await send(), await send()]
    const click = (campaign: typeof first) => as('ada', (tx, ada) => recordClick(tx, campaign, ada, { url: 'https://acme.test' }))
    await click(first)
    await click(first)
    await click(second)
    expect(await activity()).toMatchObject([{ recipient_clicks: 2 }])
    await pass('PT15H')
    await click(first)
    expect(await activity()).toMatchObject([{ recipient_clicks: 1 }, { recipient_clicks: 2 }])
    const { timeseries } = await reportOf(first)
    expect([timeseries[0].recipients_clicks, timeseries[15].recipients_clicks]).toEqual([1, 1])
  })

  test('a permanently deleted member counts in the activity of a list as having joined, and as removed on the day of deletion', async () => {
    const { activity, forget, later } = await withHistory()
    await later()
    await forget('ada')
    expect(await activity()).toMatchObject([
      { day: '2026-03-15', other_adds: 0, unsubs: 0, other_removes: 1 },
      { day: '2026-01-15', other_adds: 3, unsubs: 0, other_removes: 0 },
    ])
  })

  test('the permanent deletion of a member who had already left does not count as another removal', async () => {
    const { activity, archive, change, forget, later } = await withHistory()
    await archive('ada')
    await change('bob', 'unsubscribed')
    const before = await activity()
    await later()
    await forget('ada')
    await forget('bob')
    expect(await activity()).toEqual(before)
  })

  test('an archived member who had been resubscribed counts as a removal', async () => {
    const { activity, archive, change, later } = await withHistory()
    await change('ada', 'unsubscribed')
    await change('ada', 'subscribed')
    await later()
    await archive('ada')
    expect((await activity())[0]).toMatchObject({ day: '2026-03-15', unsubs: 0, other_removes: 1 })
  })
})

describe('a member who comes back', () => {
  const leave =
    (trigger: string) =>
    ({ call, list }: Awaited<ReturnType<typeof withHistory>>) =>
      call('POST /_control/triggers', { trigger, list_id: list.id, email_address: 'ada@acme.test' })

  test.each([
    ['was unsubscribed by the API', ({ change }) => change('ada', 'unsubscribed'), { unsubs: 1 }, { unsubscribed: 1 }],
    ['unsubscribed herself', leave('member.unsubscribe'), { unsubs: 1 }, { unsubscribed: 1 }],
    ['complained', leave('member.complain'), { unsubs: 1 }, { unsubscribed: 1 }],
    ['was archived', ({ archive }) => archive('ada'), { other_removes: 1 }, { deleted: 1 }],
  ] satisfies [string, (world: Awaited<ReturnType<typeof withHistory>>) => Promise<unknown>, object, object][])(
    'the activity and the growth history of a list keep the departure of a member who %s and subscribed again later',
    async (_how, act, left, lost) => {
      const world = await withHistory()
      const { activity, growth, call, list, later, pass } = world
      await pass('P1D')
      await act(world)
      await later()
      const [days, months] = [await activity(), await growth()]
      expect(days[0]).toMatchObject({ day: '2026-01-16', subs: 0, other_adds: 0, unsubs: 0, other_removes: 0, ...left })
      expect(months[0]).toMatchObject({ month: '2026-01', imports: 3, subscribed: 2, ...lost })
      await call('POST /_control/triggers', { trigger: 'member.subscribe', list_id: list.id, email_address: 'ada@acme.test' })
      expect(await activity()).toMatchObject([
        { day: '2026-03-16', subs: 1, other_adds: 0, unsubs: 0, other_removes: 0 },
        ...days,
      ])
      expect(await growth()).toMatchObject([...months.slice(0, -1), { month: '2026-03', existing: 2, optins: 1, subscribed: 3 }])
    },
  )

  test('a member whom the API subscribes again counts as added by others on that day, whatever times the request sends', async () => {
    const { activity, call, change, later, path } = await withHistory()
    await change('ada', 'unsubscribed')
    await later()
    await call(`PATCH ${path}/ada@acme.test`, { status: 'subscribed', timestamp_opt: '2026-02-02T00:00:00Z' })
    expect(await activity()).toMatchObject([
      { day: '2026-03-15', subs: 0, other_adds: 1 },
      { day: '2026-01-15', other_adds: 3, unsubs: 1 },
    ])
  })
})

describe('getListGrowthHistory', () => {
  test('a permanently deleted member counts in the growth history until the deletion', async () => {
    const { forget, growth, later } = await withHistory()
    await later()
    await forget('ada')
    expect(await growth()).toMatchObject([
      { month: '2026-01', imports: 3, subscribed: 3 },
      { month: '2026-02', existing: 3, subscribed: 3 },
      { month: '2026-03', existing: 3, deleted: 1, subscribed: 2 },
    ])
  })

  test('a member who becomes pending or transactional counts as such in the growth history from then on', async () => {
    const { change, growth, later } = await withHistory()
    await change('ada', 'unsubscribed')
    await later()
    await change('ada', 'pending')
    await change('bob', 'transactional')
    expect(await growth()).toMatchObject([
      { month: '2026-01', pending: 0, transactional: 0 },
      { month: '2026-02', pending: 0, transactional: 0 },
      { month: '2026-03', pending: 1, transactional: 1 },
    ])
  })
})
