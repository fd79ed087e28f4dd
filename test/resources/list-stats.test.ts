import { describe, expect, test } from 'vitest'
import type { GivenSettings } from '../../src/kernel/contract/settings.ts'
import { makeList, type NewList } from '../../src/service/rules/lists/make.ts'
import { showCounts } from '../../src/service/rules/list-reports/stats.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { mock } from '../mock.ts'
import { countCampaign } from './count-campaign.ts'

const ID = 'a1b2c3d4e5'
const OPENED = 1_768_467_600

/** A world with one list. */
async function withList(fields: Partial<NewList> = {}, plan: Parameters<typeof mock>[0] = {}) {
  const world = mock(plan)
  const list = await world.plant((tx) => makeList(tx, { id: ID, name: 'Acme News', ...fields }))
  return { ...world, list }
}

describe('the stats of a list', () => {
  test('the stats of a list show members from the next five-minute mark after its creation', async () => {
    const { call, pass } = mock({ settings: { list_required: 'name' } })
    await call('POST /3.0/lists', { name: 'Acme News' })
    await pass('PT2M')
    const { body: list } = await call('POST /3.0/lists', { name: 'Later' })
    const stats = async () => (await call(`GET /3.0/lists/${list.id}`)).body.stats
    await call(`POST /3.0/lists/${list.id}/merge-fields`, { name: 'Size', type: 'text' })
    expect((await stats()).merge_field_count).toBe(4)
    await pass('PT4M59S')
    expect((await stats()).merge_field_count).toBe(4)
    await pass('PT1S')
    expect((await stats()).merge_field_count).toBe(5)
  })

  test.each(['.000', '.001', '.800', '.999'])(
    'the stats of a list created within a second, at %s, are shown after a first period as long as the setting',
    async (fraction) => {
      const { call, pass } = mock({ now: `2026-01-15T12:11:47${fraction}Z`, settings: { list_required: 'name' } })
      const { body: list } = await call('POST /3.0/lists', { name: 'Acme News' })
      const fields = async () => (await call(`GET /3.0/lists/${list.id}`)).body.stats.merge_field_count
      await call(`POST /3.0/lists/${list.id}/merge-fields`, { name: 'Size', type: 'text' })
      await pass('PT4M59.999S')
      expect(await fields()).toBe(4)
      await pass('PT0.001S')
      expect(await fields()).toBe(5)
      await call(`POST /3.0/lists/${list.id}/merge-fields`, { name: 'Colour', type: 'text' })
      await pass('PT4M59.999S')
      expect(await fields()).toBe(5)
      await pass('PT0.001S')
      expect(await fields()).toBe(6)
    },
  )

  test('the stats of a list of the scenario are shown after a first period as long as the setting, if the world begins within a second', async () => {
    const { call, pass } = mock({ scenario: 'starter', now: '2026-01-15T12:11:47.800Z' })
    const [{ id, stats }] = (await call('GET /3.0/lists')).body.lists
    await call(`POST /3.0/lists/${id}/merge-fields`, { name: 'Hat size', type: 'text' })
    const added = async () => (await call(`GET /3.0/lists/${id}`)).body.stats.merge_field_count - stats.merge_field_count
    await pass('PT4M59.999S')
    expect(await added()).toBe(0)
    await pass('PT0.001S')
    expect(await added()).toBe(1)
  })

  test('the stats of a list are cached for a setting that is not a number of whole seconds', async () => {
    const { call, pass } = mock({ settings: { list_required: 'name', stats_cache: 1_500 } })
    const { body: list } = await call('POST /3.0/lists', { name: 'Acme News' })
    const fields = async () => (await call(`GET /3.0/lists/${list.id}`)).body.stats.merge_field_count
    await call(`POST /3.0/lists/${list.id}/merge-fields`, { name: 'Size', type: 'text' })
    await pass('PT1.499S')
    expect(await fields()).toBe(4)
    await pass('PT0.001S')
    expect(await fields()).toBe(5)
  })

  test('a change after a mark appears in the stats of a list at the next mark; until then the previous numbers are shown', async () => {
    const { call, list, plant, pass } = await withList()
    const count = async () => (await call(`GET /3.0/lists/${ID}`)).body.stats.member_count
    await plant((tx) => makeMember(tx, list, { email_address: 'ada@acme.test' }))
    await pass('PT6M')
    await plant((tx) => makeMember(tx, list, { email_address: 'bob@acme.test' }))
    await plant((tx) => makeMember(tx, list, { email_address: 'cy@acme.test' }))
    expect(await count()).toBe(1)
    await pass('PT4M')
    expect(await count()).toBe(3)
  })

  test('the marks of the stats of a list older than the world count from the start of the world', async () => {
    const { call, list, plant, pass } = await withList({ date_created: OPENED - 250 })
    await plant((tx) => makeMember(tx, list, { email_address: 'ada@acme.test' }))
    await pass('PT4M')
    expect((await call(`GET /3.0/lists/${ID}`)).body.stats.member_count).toBe(0)
    await pass('PT1M')
    expect((await call(`GET /3.0/lists/${ID}`)).body.stats.member_count).toBe(1)
  })

  test('lists of a scenario show their stats immediately', async () => {
    const { call, list, plant } = await withList()
    await plant((tx) => {
      makeMember(tx, list, { email_address: 'ada@acme.test' })
      showCounts(tx)
    })
    expect((await call(`GET /3.0/lists/${ID}`)).body.stats.member_count).toBe(1)
  })

  test('the stats of a list are never stale if the cache is off', async () => {
    const { call, list, plant } = await withList({}, { settings: { stats_cache: 'PT0S' } })
    await plant((tx) => makeMember(tx, list, { email_address: 'ada@acme.test' }))
    expect((await call(`GET /3.0/lists/${ID}`)).body.stats).toMatchObject({
      member_count: 1,
      member_count_since_send: 1,
      last_sub_date: '2026-01-15T09:00:00+00:00',
    })
  })

  test.each([
    [9, ''],
    [10, '2026-01-15T09:00:00+00:00'],
  ])('a campaign to %i recipients makes campaign_last_sent %j', async (recipients, sent) => {
    const { call, list, plant } = await withList({}, { settings: { stats_cache: 'PT0S' } })
    await plant((tx) => countCampaign(tx, list, recipients))
    expect((await call(`GET /3.0/lists/${ID}`)).body.stats).toMatchObject({ campaign_count: 1, campaign_last_sent: sent })
  })

  test('the changes since the last campaign in the stats of a list are reset by each campaign', async () => {
    const { call, list, plant } = await withList({}, { settings: { stats_cache: 'PT0S' } })
    await plant((tx) => {
      makeMember(tx, list, { email_address: 'ada@acme.test' })
      makeMember(tx, list, { email_address: 'bob@acme.test', status: 'unsubscribed' })
      countCampaign(tx, list, 1)
      makeMember(tx, list, { email_address: 'cy@acme.test' })
      makeMember(tx, list, { email_address: 'di@acme.test', status: 'cleaned' })
    })
    expect((await call(`GET /3.0/lists/${ID}`)).body.stats).toMatchObject({
      member_count: 2,
      member_count_since_send: 1,
      unsubscribe_count: 1,
      unsubscribe_count_since_send: 0,
      cleaned_count: 1,
      cleaned_count_since_send: 1,
    })
  })

  test('the rates in the stats of a list appear with the first campaign, in percent and per month', async () => {
    const { call, list, plant, pass } = await withList({}, { settings: { stats_cache: 'PT0S' } })
    await plant((tx) => {
      for (const name of ['ada', 'bob', 'cy']) makeMember(tx, list, { email_address: `${name}@acme.test` })
      makeMember(tx, list, { email_address: 'di@acme.test', status: 'unsubscribed' })
    })
    await pass('P31D')
    expect((await call(`GET /3.0/lists/${ID}`)).body.stats).not.toHaveProperty('open_rate')
    await plant((tx) => {
      countCampaign(tx, list, 3, { opened: 2, clicked: 1 })
    })
    expect((await call(`GET /3.0/lists/${ID}`)).body.stats).toMatchObject({
      avg_sub_rate: 1.5,
      avg_unsub_rate: 0.5,
      target_sub_rate: 0.5,
      open_rate: 66.67,
      click_rate: 33.33,
    })
  })

  test('the open and the click rate of a list are the means of the rates of the campaigns, however many emails each of them has', async () => {
    const { call, list, plant } = await withList({}, { settings: { stats_cache: 'PT0S' } })
    await plant((tx) => {
      countCampaign(tx, list, 10, { opened: 1, clicked: 1 })
      countCampaign(tx, list, 2, { opened: 2 })
      // Half of the emails bounced, and the rates of a campaign are shares of the others.
      countCampaign(tx, list, 4, { bounced: 2, opened: 1, clicked: 1 })
    })
    expect((await call(`GET /3.0/lists/${ID}`)).body.stats).toMatchObject({ open_rate: 53.33, click_rate: 20 })
  })

  test('the setting like chooses the rates of a new list, unless the setting for them is given', async () => {
    const shown = async (settings: GivenSettings) =>
      (await (await withList({}, { settings })).call(`GET /3.0/lists/${ID}`)).body.stats
    expect(await shown({ like: 'recorded' })).toMatchObject({ open_rate: 0, click_rate: 0, avg_sub_rate: 0 })
    expect(await shown({ like: 'reference' })).not.toHaveProperty('open_rate')
    expect(await shown({ like: 'recorded', stats: { rates_until_calculated: 'absent' } })).not.toHaveProperty('open_rate')
  })

  test.each([{ 'stats.rates_until_calculated': 'zero' }, { stats: { rates_until_calculated: 'zero' } }])(
    'the rates of a list with the setting %j are 0 until the first campaign, and calculated from then on',
    async (settings) => {
      const { call, list, plant } = await withList({}, { settings: { stats_cache: 'PT0S' } })
      const path = `GET /3.0/lists/${ID}`
      const rates = ['avg_sub_rate', 'avg_unsub_rate', 'target_sub_rate', 'open_rate', 'click_rate']
      for (const name of rates) expect((await call(path)).body.stats).not.toHaveProperty(name)
      expect((await call('PATCH /_control/settings', settings)).body.stats).toEqual({ rates_until_calculated: 'zero' })
      const zeros = Object.fromEntries(rates.map((name) => [name, 0]))
      expect((await call(path)).body.stats).toMatchObject(zeros)
      expect((await call('GET /3.0/lists')).body.lists[0].stats).toMatchObject(zeros)
      await plant((tx) => {
        makeMember(tx, list, { email_address: 'ada@acme.test' })
        countCampaign(tx, list, 1)
      })
      expect((await call(path)).body.stats).toMatchObject({ ...zeros, avg_sub_rate: 1 })
      await call('PATCH /_control/settings', { stats: { rates_until_calculated: 'absent' } })
      expect((await call(path)).body.stats).toMatchObject({ avg_sub_rate: 1 })
    },
  )
})
