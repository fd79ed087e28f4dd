import { afterEach, describe, expect, test } from 'vitest'
import { reportView } from '../../src/service/rules/reports/report.ts'
import { campaigns, findLastCampaign, recipients } from '../../src/service/model/campaigns/campaign.ts'
import { lists } from '../../src/service/model/lists/list.ts'
import { shownCounts } from '../../src/service/rules/list-reports/stats.ts'
import { memberAt, members } from '../../src/service/model/members/member.ts'
import type { ServiceSchemas } from '../../src/kernel/contract/service.ts'
import type { WorldState } from '../../src/kernel/world/world.ts'
import { mock, type Body } from '../mock.ts'
import { expectBooksToBalance } from '../simulation/books.ts'
import { build, bytes, readWorld, scenarioNamedMine, removeFolders } from './scenario-world.ts'

afterEach(removeFolders)

/** A list with four people, two of whom joined or left in between, and the given campaigns. */
const withCampaigns = (yaml: string) =>
  build(
    scenarioNamedMine(`
folders: [{ id: f000000001, kind: campaign, name: News }]
lists:
  - id: aaaaaaaaaa
    name: News
    date_created: -P30D
    campaign_defaults: { from_name: Acme, from_email: news@acme.test }
    members:
      - { email_address: ada@acme.test, status: subscribed, vip: true, ip_opt: 203.0.113.7 }
      - { email_address: bob@acme.test, status: subscribed }
      - { email_address: new@acme.test, status: subscribed, created_at: -P2D }
      - { email_address: old@acme.test, status: unsubscribed, last_changed: -P8D }
      - { email_address: gone@acme.test, status: cleaned, last_changed: -P10D }
    segments:
      - { name: VIPs, options: { match: all, conditions: [{ condition_type: VIP, field: vip_flag, op: member }] } }
    campaigns:
${yaml.replace(/^/gm, '      ')}`),
  )

const addressesIn = (world: WorldState, campaign_id: string) =>
  readWorld(world, (tx) =>
    tx
      .range(recipients.byCampaign, { campaign_id })
      .all()
      .map(({ email_address }) => email_address.split('@')[0]),
  )

test.each([
  ['-P20D', ['ada', 'bob', 'old', 'gone']],
  ['-P9D', ['ada', 'bob', 'old']],
  ['-P5D', ['ada', 'bob']],
  ['-P1D', ['ada', 'bob', 'new']],
])('a campaign in a scenario that was sent %s goes to the members subscribed at that time', async (send_time, expected) => {
  const world = await withCampaigns(`- { id: c000000001, subject_line: Hello, send_time: ${send_time} }`)
  expect(addressesIn(world, 'c000000001')).toEqual(expected)
  readWorld(world, expectBooksToBalance)
})

test('a campaign in a scenario goes to the named members, or to a segment', async () => {
  const world = await withCampaigns(`
- { id: c000000001, subject_line: Hello, send_time: -P5D, recipients: [bob@acme.test] }
- { id: c000000002, subject_line: Hello, send_time: -P4D, segment: VIPs }`)
  expect([addressesIn(world, 'c000000001'), addressesIn(world, 'c000000002')]).toEqual([['bob'], ['ada']])
})

test("a campaign in a scenario has the given fields, and the list's defaults for the others", async () => {
  const world = await withCampaigns(`
- { id: c000000001, web_id: 7, subject_line: Hello, send_time: -P5D }
- { id: c000000002, type: rss, subject_line: Hi, title: Issue 2, preview_text: P, from_name: Olive, from_email: olive@acme.test,
    folder: f000000001, parent: c000000001, send_time: -P4D, timewarp: true, share: {} }`)
  const [one, two] = readWorld(world, (tx) => tx.range(campaigns.key).all())
  expect(one).toMatchObject({ web_id: 7, type: 'regular', title: 'Hello', from_name: 'Acme', folder_id: '', shared: false })
  expect(two).toMatchObject({
    type: 'rss',
    title: 'Issue 2',
    preview_text: 'P',
    from_name: 'Olive',
    from_email: 'olive@acme.test',
    folder_id: 'f000000001',
    parent_id: 'c000000001',
    timewarp: true,
    shared: true,
    share_password: '',
  })
})

test('a campaign in a scenario counts in the stats of its list and its recipients', async () => {
  const world = await withCampaigns(`
- id: c000000001
  subject_line: Hello
  send_time: -P5D
  opens: [{ email_address: ada@acme.test, at: -P4D }]
- id: c000000002
  subject_line: Hello
  send_time: -P3D
  clicks: [{ email_address: bob@acme.test, url: 'https://acme.test', at: -P2D, ip: 192.0.2.1 }]`)
  readWorld(world, (tx) => {
    const list = tx.first(lists.key, { id: 'aaaaaaaaaa' })
    if (!list) throw new Error('The list is not there.')
    expect(shownCounts(tx, list)).toMatchObject({
      campaigns: 2,
      campaign_last_sent: 0,
      campaigns_sent: 2,
      open_rates: 1_000_000_000,
      click_rates: 500_000_000,
      subscribed_since_send: 1,
      unsubscribed_since_send: 0,
    })
    expect(memberAt(tx, list, 'ada@acme.test')).toMatchObject({ avg_open_rate: 0.5, avg_click_rate: 0, rating: 2 })
    expect(memberAt(tx, list, 'bob@acme.test')).toMatchObject({ avg_open_rate: 0.5, avg_click_rate: 0.5, rating: 2 })
    expect(findLastCampaign(tx, list)?.id).toBe('c000000002')
    expectBooksToBalance(tx)
  })
})

test('a campaign in a scenario has no recipients if it was cancelled immediately, and those already reached if cancelled later', async () => {
  const world = await withCampaigns(`
- { id: c000000001, subject_line: Hello, send_time: -P5D, canceled_after: 0 }
- { id: c000000002, subject_line: Hello, send_time: -P4D, canceled_after: 1 }`)
  readWorld(world, (tx) => {
    const [one, two] = tx.range(campaigns.key).all()
    expect(one).toMatchObject({ status: 'canceled', emails_sent: 0, emails_canceled: 2, recipient_count: 2 })
    expect(two).toMatchObject({ status: 'canceled', emails_sent: 1, emails_canceled: 1 })
    expectBooksToBalance(tx)
  })
})

test('a campaign in a scenario without recipients still counts as sent', async () => {
  const world = await build(
    scenarioNamedMine(`
lists:
  - id: aaaaaaaaaa
    name: News
    date_created: -P30D
    members: [{ email_address: late@acme.test, status: subscribed, created_at: -P2D }]
    campaigns: [{ subject_line: Anybody there?, send_time: -P20D }]`),
  )
  readWorld(world, (tx) => {
    const list = tx.first(lists.key, { id: 'aaaaaaaaaa' })
    if (!list) throw new Error('The list is not there.')
    expect(shownCounts(tx, list)).toMatchObject({ campaigns: 1, campaigns_sent: 0, subscribed_since_send: 1 })
    expectBooksToBalance(tx)
  })
})

test('a campaign in a scenario that is shared with a fork is counted separately after new activity', async () => {
  const world = await withCampaigns('- { id: c000000001, subject_line: Hello, send_time: -P5D }')
  const before = bytes(world)
  const campaign = readWorld(world, (tx) => tx.first(campaigns.key, { id: 'c000000001' }))
  if (!campaign) throw new Error('The campaign is not there.')
  readWorld(world, (tx) => expect(reportView(tx, campaign).opens.opens_total).toBe(0))
  expect(bytes(world)).toBe(before)
})

describe('a campaign series', () => {
  const series = (yaml: string, count = 100) =>
    build(
      scenarioNamedMine(`
lists: [{ id: aaaaaaaaaa, name: News, date_created: -P100D }]
generate:
  members: [{ list: aaaaaaaaaa, members: { count: ${count}, since: -P99D } }]
  campaigns: [{ list: aaaaaaaaaa, campaigns: ${yaml} }]`),
    )

  test('a weekly campaign series runs until now', async () => {
    const world = await series('{ since: -P30D }')
    const sent = readWorld(world, (tx) => tx.range(campaigns.bySendTime).all())
    expect(sent.map(({ send_time }) => (world.clock.now / 1000 - send_time) / 86_400)).toEqual([30, 23, 16, 9, 2])
    expect(sent.map(({ title }) => title)).toEqual(['News #1', 'News #2', 'News #3', 'News #4', 'News #5'])
  })

  test('a campaign series has the given number of campaigns, with alternating types', async () => {
    const world = await series(
      '{ since: -P30D, every: P1DT12H, count: 5, kinds: [{ type: rss, from_name: Olive }, { type: ab_split }] }',
    )
    const sent = readWorld(world, (tx) => tx.range(campaigns.bySendTime).all())
    const first = sent[0]?.id ?? ''
    expect(sent.map(({ type, from_name, parent_id }) => [type, from_name, parent_id])).toEqual([
      ['rss', 'Olive', ''],
      ['rss', 'Olive', first],
      ['ab_split', '', ''],
      ['rss', 'Olive', first],
      ['ab_split', '', ''],
      ['rss', 'Olive', first],
    ])
    expect(sent.map(({ status }) => status)).toEqual(['paused', 'sent', 'sent', 'sent', 'sent', 'sent'])
  })

  test('a generated test that was sent less than a day ago gets its winner when the day is over', async () => {
    const scenarios = scenarioNamedMine(`
lists: [{ id: aaaaaaaaaa, name: News, date_created: -P100D }]
generate:
  members: [{ list: aaaaaaaaaa, members: { count: 30, since: -P99D } }]
  campaigns: [{ list: aaaaaaaaaa, campaigns: { since: -PT2H, count: 1, kinds: [{ type: variate }] } }]`)
    const { call, pass, plant } = mock({ scenario: 'mine' }, { scenarios })
    const read = async () => (await call('GET /3.0/campaigns?type=variate')).body.campaigns[0].variate_settings
    const { combinations, ...before } = await read()
    expect(before.winning_campaign_id).toBeUndefined()
    await pass('PT21H59M')
    expect((await read()).winning_campaign_id).toBeUndefined()
    await pass('PT1M')
    expect(combinations.map(({ id }: Body) => id)).toContain((await read()).winning_campaign_id)
    await plant(expectBooksToBalance)
  })

  test.each([
    ['open: 0', (report: ServiceSchemas['Report']) => report.opens.unique_opens, 0],
    ['open: 1, soft_bounce: 0, hard_bounce: 0', (report: ServiceSchemas['Report']) => report.opens.unique_opens, 1],
    ['soft_bounce: 1', (report: ServiceSchemas['Report']) => report.bounces.soft_bounces, 1],
    ['hard_bounce: 1', (report: ServiceSchemas['Report']) => report.bounces.hard_bounces, 1],
  ])('a campaign series with the rate %s has the expected activity', async (rates, count, share) => {
    const world = await series(`{ since: -P20D, count: 1, rates: { ${rates} } }`)
    readWorld(world, (tx) => {
      const [campaign] = tx.range(campaigns.key).all()
      if (!campaign) throw new Error('Nothing was sent.')
      expect(count(reportView(tx, campaign))).toBe(share * campaign.emails_sent)
      expectBooksToBalance(tx)
    })
  })

  test('a campaign series loses members by hard bounces, unsubscribes and complaints', async () => {
    const world = await series('{ since: -P60D, rates: { open: 1, unsubscribe: 0.2, complaint: 0.1, hard_bounce: 0.1 } }')
    readWorld(world, (tx) => {
      const statuses = new Set(
        tx
          .range(members.key)
          .all()
          .map(({ status }) => status),
      )
      expect(statuses).toEqual(new Set(['subscribed', 'unsubscribed', 'cleaned']))
      const sizes = tx
        .range(campaigns.bySendTime)
        .all()
        .map(({ emails_sent }) => emails_sent)
      expect(sizes.at(-1)).toBeLessThan(sizes[0] ?? 0)
      expectBooksToBalance(tx)
    })
  })

  test('a campaign series is the same on every start, and different with another seed', async () => {
    const yaml = (seed: string) => `seed: ${seed}
lists: [{ id: aaaaaaaaaa, name: News, date_created: -P100D }]
generate:
  members: [{ list: aaaaaaaaaa, members: { count: 20, since: -P99D } }]
  campaigns: [{ list: aaaaaaaaaa, campaigns: { since: -P30D } }]`
    const [one, again, other] = [
      await build(scenarioNamedMine(yaml('a'))),
      await build(scenarioNamedMine(yaml('a'))),
      await build(scenarioNamedMine(yaml('b'))),
    ]
    expect(bytes(again)).toBe(bytes(one))
    expect(bytes(other)).not.toBe(bytes(one))
  })
})
