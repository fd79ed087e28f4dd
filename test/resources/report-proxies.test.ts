import { expect, test } from 'vitest'
import { makeCampaign } from '../../src/service/rules/campaigns/make.ts'
import { expectBooksToBalance } from '../simulation/books.ts'
import type { Body } from '../mock.ts'
import { CAMPAIGN, withReaders } from './campaign-world.ts'

const ABSENT = { reports: { proxy_excluded: 'absent' } } as const

/** A campaign that three people get. A proxy opens it for Ada and Bob at once; after two hours Bob opens it as well, twice. */
async function withProxies(settings: object = {}) {
  const world = await withReaders()
  const { call, pass, send } = world
  await call('PATCH /_control/settings', { stats_cache: 0, ...settings })
  await send({ id: CAMPAIGN })
  const open = async (email_address: string, more: object = {}) => {
    const body = { trigger: 'campaign.open', campaign_id: CAMPAIGN, email_address, ...more }
    expect((await call('POST /_control/triggers', body)).status).toBe(200)
  }
  const report = async (): Promise<Body> => (await call(`GET /3.0/reports/${CAMPAIGN}`)).body
  await open('ada@acme.test', { proxy: true })
  await open('bob@acme.test', { proxy: true })
  const before = await report()
  await pass('PT2H')
  await open('bob@acme.test')
  await open('bob@acme.test')
  return { ...world, report, before }
}

const placesIn = (value: unknown): string[] => JSON.stringify(value).match(/"proxy_excluded_\w+"/g) ?? []

test('opens by mail proxies are left out of the proxy_excluded figures of a report', async () => {
  const { report, before } = await withProxies()
  expect(before.opens).toMatchObject({
    opens_total: 2,
    unique_opens: 2,
    open_rate: 2 / 3,
    proxy_excluded_opens: 0,
    proxy_excluded_unique_opens: 0,
    proxy_excluded_open_rate: 0,
  })
  expect((await report()).opens).toMatchObject({
    opens_total: 4,
    unique_opens: 2,
    open_rate: 2 / 3,
    proxy_excluded_opens: 2,
    proxy_excluded_unique_opens: 1,
    proxy_excluded_open_rate: 1 / 3,
  })
})

test('opens by mail proxies are left out of proxy_excluded_unique_opens of the timeseries, which counts the first open in person', async () => {
  const { timeseries } = await (await withProxies()).report()
  const figures = timeseries.map((hour: Body) => [hour.unique_opens, hour.proxy_excluded_unique_opens])
  expect(figures).toEqual([
    [2, 0],
    [0, 0],
    [0, 1],
  ])
})

test('opens by mail proxies are left out of proxy_excluded_open_rate of list_stats, the mean over the campaigns', async () => {
  const { report, send, before, plant } = await withProxies()
  expect(before.list_stats).toMatchObject({ open_rate: 66.67, proxy_excluded_open_rate: 0 })
  expect((await report()).list_stats).toMatchObject({ open_rate: 66.67, proxy_excluded_open_rate: 33.33 })
  await send({ title: 'Another' })
  expect((await report()).list_stats).toMatchObject({ open_rate: 33.33, proxy_excluded_open_rate: 16.67 })
  await plant(expectBooksToBalance)
})

test('no proxy_excluded figure is in a report if the setting reports.proxy_excluded is absent, and the other figures are the same', async () => {
  const { report } = await withProxies(ABSENT)
  const absent = await report()
  expect(placesIn(absent)).toEqual([])
  expect(absent.opens).toMatchObject({ opens_total: 4, unique_opens: 2, open_rate: 2 / 3 })
  const shown = await (await withProxies()).report()
  expect(new Set(placesIn(shown)).size).toBe(3)
})

test('the report_summary of a campaign has no proxy_excluded figure', async () => {
  const { call } = await withProxies()
  const { report_summary } = (await call(`GET /3.0/campaigns/${CAMPAIGN}`)).body
  expect([report_summary.unique_opens, placesIn(report_summary)]).toEqual([2, []])
})

test('opens by mail proxies are summed up in the report of a feed, over its issues', async () => {
  const { call, send, plant, list } = await withReaders()
  await plant((tx) => makeCampaign(tx, list, { id: CAMPAIGN, type: 'rss', subject_line: 'Feed' }))
  for (const id of ['c000000001', 'c000000002']) {
    await send({ id, parent_id: CAMPAIGN })
    const open = { trigger: 'campaign.open', campaign_id: id }
    await call('POST /_control/triggers', { ...open, email_address: 'ada@acme.test' })
    await call('POST /_control/triggers', { ...open, email_address: 'bob@acme.test', proxy: true })
  }
  const { opens, timeseries } = (await call(`GET /3.0/reports/${CAMPAIGN}`)).body
  expect(opens).toMatchObject({ unique_opens: 4, proxy_excluded_unique_opens: 2, proxy_excluded_opens: 2 })
  expect(timeseries[0]).toMatchObject({ unique_opens: 4, proxy_excluded_unique_opens: 2 })
})
