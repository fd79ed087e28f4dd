import { afterEach, describe, expect, test } from 'vitest'
import { jobKinds } from '../../src/server/control/words/job-kinds.ts'
import { members } from '../../src/service/model/members/member.ts'
import { isoMillis, readInstantMillis } from '../../src/kernel/support/time.ts'
import { mock, type Body } from '../mock.ts'
import { FIRST, HTML, WELCOME, withAutomation } from '../resources/automation-world.ts'
import { PING, withBatches } from '../resources/batch-world.ts'
import { withDrafts } from '../resources/campaign-drafts.ts'
import { ID } from '../resources/member-world.ts'
import { withJourneys } from '../resources/journey-world.ts'
import { removeFolders, scenarioNamedMine } from '../scenarios/scenario-world.ts'

afterEach(removeFolders)

/** Clocks of worlds, with several fractions of a second. */
const HOUR_MS = 3_600_000

const CLOCKS = ['.000', '.001', '.800', '.999'].map((fraction) => `2026-01-15T12:11:47${fraction}Z`)

/** Kinds of jobs that are due at an instant, and kinds that are due after a delay. Emails of a campaign have both. */
const AT_AN_INSTANT = [
  'automations.look',
  'automations.send',
  'campaigns.deliver',
  'campaigns.run',
  'campaigns.start',
  'journeys.send',
  'timeline.run',
] as const
const AFTER_A_DELAY = [
  'account-exports.begin',
  'account-exports.write',
  'batches.finish',
  'batches.operate',
  'batches.prepare',
  'batches.start',
  'campaigns.cancel',
  'campaigns.deliver',
  'campaigns.pick',
  'deliveries.release',
  'deliveries.retry',
  'timeline.react',
  'timeline.visit',
] as const

type World = Pick<ReturnType<typeof mock>, 'call' | 'handle'>

/** A world in which a job is due at instants. */
interface Planned {
  readonly world: World
  readonly instants: readonly string[]
}

/** What is planned, the kind of its job, and how a world with a given clock plans it. */
type Plan = readonly [string, (typeof AT_AN_INSTANT)[number], (now: string) => Promise<Planned>]

const RSS = { feed_url: 'https://acme.test/feed' }
const FEED_HTML = { html: '*|RSSITEMS:|**|RSSITEM:TITLE|**|END:RSSITEMS|*' }
const VERSIONS = { variate_contents: [{ content_label: 'A', html: HTML }] }

/** A campaign of three readers that is scheduled. */
async function scheduled(now: string, body: object) {
  const world = await withDrafts({ now })
  const campaign = await world.draft()
  expect((await world.act(campaign, 'schedule', body)).status).toBe(204)
  return world
}

/** An RSS campaign that has been started. */
async function withFeed(now: string, options: object) {
  const world = await withDrafts({ now })
  const item = { ...RSS, title: 'Hats', link: 'https://acme.test/hats' }
  await world.call('POST /_control/triggers', { trigger: 'feed.publish', ...item })
  const campaign = await world.draft({ type: 'rss', rss_opts: { ...RSS, ...options } }, FEED_HTML)
  expect((await world.act(campaign, 'send')).status).toBe(204)
  return world
}

const PLANS: readonly Plan[] = [
  [
    'a scheduled campaign',
    'campaigns.start',
    async (now) => ({
      world: await scheduled(now, { schedule_time: '2026-01-15T13:15:00Z' }),
      instants: ['2026-01-15T13:15:00.000Z'],
    }),
  ],
  [
    'the first time zone of a campaign with timewarp',
    'campaigns.start',
    async (now) => ({
      world: await scheduled(now, { schedule_time: '2026-01-20T12:00:00Z', timewarp: true }),
      instants: ['2026-01-19T22:00:00.000Z'],
    }),
  ],
  [
    'a time zone of a campaign with timewarp',
    'campaigns.deliver',
    async (now) => {
      const world = await withDrafts({ now })
      await world.plant((tx) => {
        for (const member of tx.range(members.key).all()) {
          const gmtoff = { 'ada@acme.test': 10, 'bob@acme.test': -5 }[member.email_address] ?? 1
          tx.put(members, { ...member, location: { ...member.location, gmtoff, country_code: 'XX' } })
        }
      })
      await world.act(await world.draft(), 'schedule', { schedule_time: '2026-01-20T12:00:00Z', timewarp: true })
      return { world, instants: ['2026-01-20T02:00:00.000Z', '2026-01-20T11:00:00.000Z', '2026-01-20T17:00:00.000Z'] }
    },
  ],
  [
    'a part of a batch delivery',
    'campaigns.deliver',
    async (now) => ({
      world: await scheduled(now, {
        schedule_time: '2026-01-15T13:15:00Z',
        batch_delivery: { batch_delay: 10, batch_count: 3 },
      }),
      instants: ['2026-01-15T13:25:00.000Z', '2026-01-15T13:35:00.000Z'],
    }),
  ],
  [
    'a version of a test with its send time',
    'campaigns.deliver',
    async (now) => {
      const world = await withDrafts({ now })
      const send_times = ['2026-01-15 13:15:00', '2026-01-16 08:30:00']
      const campaign = await world.draft(
        { type: 'variate', variate_settings: { winner_criteria: 'opens', send_times } },
        VERSIONS,
      )
      expect((await world.act(campaign, 'send')).status).toBe(204)
      return { world, instants: ['2026-01-15T13:15:00.000Z', '2026-01-16T08:30:00.000Z'] }
    },
  ],
  [
    'each run of a daily RSS campaign',
    'campaigns.run',
    async (now) => ({
      world: await withFeed(now, { frequency: 'daily', schedule: { hour: 13 } }),
      instants: ['2026-01-15T13:00:00.000Z', '2026-01-16T13:00:00.000Z', '2026-01-17T13:00:00.000Z'],
    }),
  ],
  [
    'each run of a weekly RSS campaign',
    'campaigns.run',
    async (now) => ({
      world: await withFeed(now, { frequency: 'weekly', schedule: { hour: 6, weekly_send_day: 'friday' } }),
      instants: ['2026-01-16T06:00:00.000Z', '2026-01-23T06:00:00.000Z'],
    }),
  ],
  [
    'each run of a monthly RSS campaign',
    'campaigns.run',
    async (now) => ({
      world: await withFeed(now, { frequency: 'monthly', schedule: { hour: 0, monthly_send_date: 0 } }),
      instants: ['2026-01-31T00:00:00.000Z', '2026-02-28T00:00:00.000Z'],
    }),
  ],
  [
    'the next_send of a member in the queue of an automation',
    'automations.send',
    async (now) => {
      const emails = [{ ...WELCOME, delay: { amount: 2, type: 'hour' as const } }]
      const world = await withAutomation({ emails }, { world: { now } })
      await world.enter('ada')
      expect(await world.queueOf(FIRST)).toEqual([['ada', '2026-01-15T14:11:47+00:00']])
      // The email leaves at the full delay after the instant, of which the answer shows only the second.
      return { world, instants: [later(now, 2 * HOUR_MS)] }
    },
  ],
  [
    'each day of an automation with dates',
    'automations.look',
    async (now) => ({
      world: await withAutomation({ workflow_type: 'dateAdded', emails: [WELCOME] }, { world: { now } }),
      instants: ['2026-01-16T00:00:00.000Z', '2026-01-17T00:00:00.000Z'],
    }),
  ],
  [
    'the next email of a journey',
    'journeys.send',
    async (now) => {
      const world = withJourneys(now)
      await world.trigger('ada@acme.test')
      return { world, instants: [later(now, 48 * HOUR_MS)] }
    },
  ],
  [
    'a step of the timeline of a scenario, counted from the second in which the world begins',
    'timeline.run',
    async (now) => {
      const scenarios = scenarioNamedMine('timeline: [{ at: PT10M, trigger: account.disable }]')
      return { world: mock({ scenario: 'mine', now }, { scenarios }), instants: ['2026-01-15T12:21:47.000Z'] }
    },
  ],
]

/** What runs of a kind of job in an advance to an instant. */
async function runs({ call }: Pick<World, 'call'>, kind: string, to: string): Promise<string[]> {
  const { status, body } = await call('POST /_control/clock/advance', { to })
  expect(status).toBe(200)
  return body.ran.filter(({ job }: Body) => job === kind).map(({ at }: Body) => at)
}

/** An instant that is a number of milliseconds after another. */
const later = (instant: string, ms: number): string => isoMillis(millis(instant) + ms)
const millis = (instant: string): number => readInstantMillis(instant) ?? Number.NaN

describe.each(CLOCKS)('in a world whose clock is at %s', (now) => {
  test.each(PLANS)('the job %s is due at its instant, which an advance to that instant reaches', async (_, kind, plan) => {
    const { world, instants } = await plan(now)
    for (const instant of instants) {
      await runs(world, kind, later(instant, -1))
      expect(await runs(world, kind, instant)).toEqual([instant])
    }
  })

  test('a scheduled campaign is being sent at its time, with emails that count from it', async () => {
    const world = await withDrafts({ now })
    const campaign = await world.draft()
    await world.act(campaign, 'schedule', { schedule_time: '2026-01-15T13:15:00Z' })
    await runs(world, 'campaigns.start', '2026-01-15T13:14:59.999Z')
    expect(await world.read(campaign)).toMatchObject({ status: 'schedule' })
    await runs(world, 'campaigns.start', '2026-01-15T13:15:00.000Z')
    expect(await world.read(campaign)).toMatchObject({ status: 'sending', send_time: '2026-01-15T13:15:00+00:00' })
    expect(await runs(world, 'campaigns.deliver', '2026-01-15T13:15:02.000Z')).toEqual([
      '2026-01-15T13:15:01.000Z',
      '2026-01-15T13:15:02.000Z',
    ])
    expect(await world.read(campaign)).toMatchObject({ status: 'sent', emails_sent: 3 })
  })
})

/** What runs in a time after the clock of a world: the kinds of jobs, and how many milliseconds after that clock. */
async function delays({ call }: Pick<World, 'call'>, now: string, ms: number): Promise<[string, number][]> {
  const { status, body } = await call('POST /_control/clock/advance', { to: later(now, ms) })
  expect(status).toBe(200)
  return body.ran.map(({ job, at }: Body) => [job, millis(at) - millis(now)])
}

const SECOND = 1_000
const MINUTE = 60_000

describe.each(CLOCKS)('after a delay from %s', (now) => {
  test('a batch moves through its phases after their delays', async () => {
    const world = await withBatches({ now })
    await world.submitBatch(PING)
    expect(await delays(world, now, MINUTE)).toEqual([
      ['batches.prepare', 200],
      ['batches.start', 400],
      ['batches.operate', 405],
      ['batches.finish', 605],
    ])
  })

  test('an account export is written after its delay', async () => {
    const world = mock({ now })
    await world.call('POST /3.0/account-exports', { include_stages: ['audiences'] })
    expect(await delays(world, now, MINUTE)).toEqual([
      ['account-exports.begin', 2 * SECOND],
      ['account-exports.write', 2 * SECOND],
    ])
  })

  test('the steps of a campaign that is sent at once go out after their delays', async () => {
    const world = await withDrafts({ now })
    await world.act(await world.draft(), 'send')
    expect(await delays(world, now, MINUTE)).toEqual([
      ['campaigns.deliver', SECOND],
      ['campaigns.deliver', 2 * SECOND],
    ])
  })

  test('a cancelled campaign has ended after its delay', async () => {
    const world = await withDrafts({ now })
    const campaign = await world.draft()
    await world.act(campaign, 'send')
    await world.act(campaign, 'cancel-send')
    expect(await delays(world, now, MINUTE)).toEqual([['campaigns.cancel', SECOND]])
  })

  test('the winner of a test is picked after its delay', async () => {
    const world = await withDrafts({ now })
    const variate_settings = { winner_criteria: 'opens', subject_lines: ['A', 'B'], test_size: 50, wait_time: 60 }
    await world.act(await world.draft({ type: 'variate', variate_settings }, VERSIONS), 'send')
    const ran = await delays(world, now, 70 * MINUTE)
    expect(ran.filter(([job]) => job === 'campaigns.pick')).toEqual([['campaigns.pick', 2 * SECOND + 60 * MINUTE]])
  })

  test('a delivery that was held back is sent after its delay, and retried after its first attempt', async () => {
    const settings = { webhooks: { validation: 'off', retries: ['PT1M', 'PT5M'] } } as const
    const world = await withDrafts({ now, settings })
    world.receiveAt('https://hooks.acme.test', () => new Response(null, { status: 500 }))
    const hook = { url: 'https://hooks.acme.test/', events: { subscribe: true }, sources: { api: true } }
    expect((await world.call(`POST /3.0/lists/${ID}/webhooks`, hook)).status).toBe(200)
    await world.call('POST /_control/delivery-faults', { effect: { delay: 'PT5S' }, when: { first: 1 } })
    await world.add('dora@acme.test')
    expect(await delays(world, now, 10 * MINUTE)).toEqual([
      ['deliveries.release', 5 * SECOND],
      ['deliveries.retry', 5 * SECOND + MINUTE],
      ['deliveries.retry', 5 * SECOND + 5 * MINUTE],
    ])
    world.end()
  })

  test('recipients react a number of whole seconds after they were sent a campaign', async () => {
    const scenarios = scenarioNamedMine(`
lists:
  - id: ${ID}
    name: News
    campaign_defaults: { from_name: Acme, from_email: news@acme.test }
    engagement: { open: 1, click_to_open: 1 }
generate: { members: [{ list: ${ID}, members: { count: 20, since: -P30D } }] }`)
    const world = mock({ scenario: 'mine', now }, { scenarios })
    await world.call('POST /_control/triggers', { trigger: 'campaign.send', list_id: ID, subject_line: 'Hats' })
    const reacted = (await delays(world, now, 8 * 24 * 60 * MINUTE)).filter(([job]) => job === 'timeline.react')
    expect(reacted.length).toBeGreaterThan(20)
    expect(reacted.filter(([, delay]) => delay % SECOND !== 0)).toEqual([])
  })
})

test('each kind of job is due at an instant or after a delay, and a law here says so', () => {
  expect([...new Set<string>([...AT_AN_INSTANT, ...AFTER_A_DELAY])].toSorted()).toEqual(jobKinds.toSorted())
  expect([...new Set(PLANS.map(([, kind]) => kind))].toSorted()).toEqual(AT_AN_INSTANT)
})
