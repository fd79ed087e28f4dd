import { describe, expect, test } from 'vitest'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { mock, type Body } from '../mock.ts'
import { countCampaign } from './count-campaign.ts'
import { ID, withList } from './member-world.ts'

const OPENED = 1_768_467_600

const namesIn = (body: Body): string[] => body.lists.map((list: { name: string }) => list.name)

describe('getLists', () => {
  /** Three lists, created a day apart. */
  async function withThree() {
    const world = mock({ settings: { stats_cache: 'PT0S' } })
    const made = await world.plant((tx) =>
      ['First', 'Second', 'Third'].map((name, i) =>
        makeList(tx, { id: `${5 + ((i + 1) % 3)}aaaaaaaaa`, name, date_created: OPENED - (3 - i) * 86_400 }),
      ),
    )
    return { ...world, made }
  }

  test('getLists returns an empty collection for a new account', async () => {
    const { body } = await mock().call('GET /3.0/lists')
    const { _links, ...collection } = body
    expect(collection).toEqual({
      lists: [],
      total_items: 0,
      constraints: { may_create: true, max_instances: -1, current_total_instances: 0 },
    })
  })

  test('getLists returns the lists in the order of their ids', async () => {
    const { call } = await withThree()
    expect(namesIn((await call('GET /3.0/lists')).body)).toEqual(['Third', 'First', 'Second'])
  })

  test('a scenario may date a list before lists created earlier', async () => {
    const { call, plant } = await withThree()
    await plant((tx) => makeList(tx, { name: 'Oldest', date_created: OPENED - 1_000_000 }))
    expect(namesIn((await call('GET /3.0/lists?sort_field=date_created')).body)).toEqual(['Oldest', 'First', 'Second', 'Third'])
  })

  test('lists are sorted by their time of creation', async () => {
    const { call } = await withThree()
    expect(namesIn((await call('GET /3.0/lists?sort_field=date_created&sort_dir=DESC')).body)).toEqual([
      'Third',
      'Second',
      'First',
    ])
    expect(namesIn((await call('GET /3.0/lists?sort_field=date_created&sort_dir=ASC')).body)).toEqual([
      'First',
      'Second',
      'Third',
    ])
  })

  test('getLists filters by creation time, bounds excluded', async () => {
    const { call } = await withThree()
    expect(namesIn((await call('GET /3.0/lists?since_date_created=2026-01-13T09:00:00Z')).body)).toEqual(['Third'])
    expect(namesIn((await call('GET /3.0/lists?before_date_created=2026-01-13T09:00:00Z')).body)).toEqual(['First'])
    const both = 'GET /3.0/lists?since_date_created=2026-01-12&before_date_created=2026-01-14&sort_dir=DESC'
    expect(namesIn((await call(both)).body)).toEqual(['Second', 'First'])
  })

  test('getLists filters by the last campaign; lists without a campaign do not match', async () => {
    const { call, plant, made, pass } = await withThree()
    await plant((tx) => made[0] && countCampaign(tx, made[0], 10))
    await pass('PT1H')
    await plant((tx) => made[1] && countCampaign(tx, made[1], 10))
    expect(namesIn((await call('GET /3.0/lists?before_campaign_last_sent=2026-01-15T09:30:00Z')).body)).toEqual(['First'])
    expect(namesIn((await call('GET /3.0/lists?since_campaign_last_sent=2026-01-15T09:30:00Z')).body)).toEqual(['Second'])
  })

  test("getLists filters by a member's address, case-insensitively", async () => {
    const { call, plant, made } = await withThree()
    await plant((tx) => {
      if (made[1]) makeMember(tx, made[1], { email_address: 'Ada@acme.test' })
      if (made[2]) makeMember(tx, made[2], { email_address: 'ada@acme.test', status: 'archived' })
    })
    const { body } = await call('GET /3.0/lists?email=ADA@ACME.test')
    expect(namesIn(body)).toEqual(['Second'])
    expect(body.total_items).toBe(1)
  })

  test('several filters of lists apply together', async () => {
    const { call, plant, made } = await withThree()
    await plant((tx) => made.forEach((list) => makeMember(tx, list, { email_address: 'ada@acme.test' })))
    const { body } = await call(
      'GET /3.0/lists?email=ada@acme.test&since_date_created=2026-01-13&count=1&sort_field=date_created&sort_dir=DESC',
    )
    expect(namesIn(body)).toEqual(['Third'])
    expect(body.total_items).toBe(2)
  })

  test('no list has a store, so a store filter of getLists returns nothing', async () => {
    const { call } = await withThree()
    expect((await call('GET /3.0/lists?has_ecommerce_store=true')).body.total_items).toBe(0)
    expect((await call('GET /3.0/lists?has_ecommerce_store=false')).body.total_items).toBe(3)
  })

  test('getLists includes total_contacts only on request', async () => {
    const { call } = await withThree()
    expect((await call('GET /3.0/lists')).body.lists[0].stats).not.toHaveProperty('total_contacts')
    expect((await call('GET /3.0/lists?include_total_contacts=true')).body.lists[0].stats.total_contacts).toBe(0)
  })

  test.each([
    [-1, { may_create: true, max_instances: -1, current_total_instances: 1 }],
    [2, { may_create: true, max_instances: 2, current_total_instances: 1 }],
    [0, { may_create: false, max_instances: 0, current_total_instances: 1 }],
  ])('getLists reports with a limit of %i how many more lists can be created', async (max_lists, constraints) => {
    const { call } = await withList({}, { settings: { max_lists } })
    expect((await call('GET /3.0/lists')).body.constraints).toEqual(constraints)
  })
})

describe('getList', () => {
  test('total_contacts of a list counts all contacts on request, including archived ones', async () => {
    const { call, list, plant } = await withList()
    await plant((tx) => {
      for (const status of ['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional', 'archived'] as const) {
        makeMember(tx, list, { email_address: `${status}@acme.test`, status })
      }
    })
    expect((await call(`GET /3.0/lists/${ID}?include_total_contacts=1`)).body.stats).toMatchObject({
      member_count: 1,
      total_contacts: 6,
      unsubscribe_count: 1,
      cleaned_count: 1,
    })
  })
})
