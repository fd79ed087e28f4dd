import { describe, expect, test } from 'vitest'
import { AT_START, LATER } from './member-world.ts'
import { GERMAN, VIP, withPeople } from './segment-world.ts'

const namesIn = (body: { segments: { name: string }[] }) => body.segments.map(({ name }) => name)

describe('createSegment', () => {
  test('createSegment creates a saved segment and counts its subscribed members', async () => {
    const { call, segments, list } = await withPeople()
    const { body } = await call(`POST ${segments}`, { name: 'Germans', options: { match: 'all', conditions: [GERMAN] } })
    expect(body).toMatchObject({
      id: 10_001,
      name: 'Germans',
      member_count: 1,
      type: 'saved',
      created_at: AT_START,
      updated_at: AT_START,
      options: { match: 'all', conditions: [GERMAN] },
      list_id: list.id,
    })
  })

  test('createSegment creates a static segment of the addresses that are on the list, without options', async () => {
    const { call, segments } = await withPeople()
    const static_segment = [
      'ADA@acme.test',
      'bob@acme.test',
      'ada@acme.test',
      'una@acme.test',
      'archie@acme.test',
      'nobody@acme.test',
    ]
    const { body } = await call(`POST ${segments}`, { name: 'Friends', static_segment })
    expect(body).toMatchObject({ type: 'static', member_count: 2 })
    expect(body).not.toHaveProperty('options')
    const all = await call(`GET ${segments}/${body.id}?include_unsubscribed=true`)
    expect(all.body.member_count).toBe(3)
  })

  test('createSegment creates an empty static segment from an empty array', async () => {
    const { call, segments } = await withPeople()
    const { status, body } = await call(`POST ${segments}`, { name: 'Nobody', static_segment: [] })
    expect([status, body.type, body.member_count]).toEqual([200, 'static', 0])
  })

  test('createSegment tags the members of a static segment and updates their last_changed', async () => {
    const { call, segments, pass, ada } = await withPeople()
    await pass('PT5M')
    const { body } = await call(`POST ${segments}`, { name: 'Friends', static_segment: ['ada@acme.test'] })
    const member = await call(`GET ${ada}`)
    expect(member.body).toMatchObject({ tags: [{ id: body.id, name: 'Friends' }], last_changed: LATER })
  })

  test('createSegment matches any of the conditions by default', async () => {
    const { call, segments } = await withPeople()
    const { body } = await call(`POST ${segments}`, { name: 'Germans', options: { conditions: [GERMAN] } })
    expect(body.options.match).toBe('any')
  })

  test('createSegment assigns unique segment ids', async () => {
    const { call, segments, plantSegment } = await withPeople()
    await plantSegment({ name: 'Planted', type: 'static', id: 10_001 })
    const { body } = await call(`POST ${segments}`, { name: 'Next', static_segment: [] })
    expect(body.id).toBe(10_002)
  })

  test('createSegment rejects the name of another static segment, since names are tags', async () => {
    const { call, segments, plantStatic } = await withPeople()
    await plantStatic('Friends')
    const { body } = await call(`POST ${segments}`, { name: 'Friends', static_segment: [] })
    expect(body).toMatchObject({ title: 'Invalid Resource', status: 400, errors: [{ field: 'name' }] })
    expect((await call(`POST ${segments}`, { name: 'Friends', options: { conditions: [VIP] } })).status).toBe(200)
  })

  test.each([
    ['both options and static_segment', { options: { conditions: [VIP] }, static_segment: [] }, ''],
    ['neither options nor static_segment', {}, ''],
    ['options without conditions', { options: { match: 'any', conditions: [] } }, 'options.conditions'],
    ['more than ten conditions', { options: { conditions: Array.from({ length: 11 }, () => VIP) } }, 'options.conditions'],
    ['an empty name', { name: '', static_segment: [] }, 'name'],
  ])('a segment with %s is rejected', async (_what, given, field) => {
    const { call, segments, handle } = await withPeople()
    const before = handle().world
    const { body } = await call(`POST ${segments}`, { name: 'X', ...given })
    expect(body).toMatchObject({ title: 'Invalid Resource', status: 400, errors: [{ field }] })
    expect(handle().world).toBe(before)
  })
})

describe('getSegments', () => {
  test('getSegments lists saved and static segments, oldest first', async () => {
    const { call, segments, germans, plantStatic, list } = await withPeople()
    await germans()
    await plantStatic('Friends', 'ada@acme.test', 'bob@acme.test')
    const { body } = await call(`GET ${segments}`)
    expect(body).toMatchObject({
      segments: [{ name: 'Germans' }, { name: 'Friends', type: 'static', member_count: 2 }],
      list_id: list.id,
      total_items: 2,
    })
  })

  test.each([
    ['type=static', ['Friends']],
    ['exclude_type=static', ['Germans']],
    ['since_created_at=2026-01-15T09:00:00Z', ['Friends']],
    ['before_created_at=2026-01-15T09:05:00Z', ['Germans']],
    ['since_updated_at=2026-01-15T09:05:00Z', ['Germans']],
    ['before_updated_at=2026-01-15T09:10:00Z', ['Friends']],
    ['type=fuzzy', []],
  ])('the segment filter %s selects the segments %j', async (query, expected) => {
    const { call, segments, germans, plantStatic, pass } = await withPeople()
    const { id } = await germans()
    await pass('PT5M')
    await plantStatic('Friends')
    await pass('PT5M')
    await call(`PATCH ${segments}/${id}`, { options: { conditions: [VIP] } })
    const { body } = await call(`GET ${segments}?${query}`)
    expect([namesIn(body), body.total_items]).toEqual([expected, expected.length])
  })

  test('the counts of segments are refreshed after a write, and daily for conditions that depend on the date', async () => {
    const { call, segments, plantSegment, germans, add, pass } = await withPeople()
    await germans()
    const lately = { condition_type: 'NewSubscribers', field: 'timestamp_opt', op: 'date_within', value: '1' } as const
    await plantSegment({ name: 'New', type: 'saved', options: { match: 'any', conditions: [lately] } })
    const counts = async () =>
      (await call(`GET ${segments}`)).body.segments.map((segment: { member_count: number }) => segment.member_count)
    expect([await counts(), await counts()]).toEqual([
      [1, 2],
      [1, 2],
    ])
    await add('zoe@acme.test', { language: 'de' })
    expect(await counts()).toEqual([2, 3])
    await pass('P2D')
    expect(await counts()).toEqual([2, 0])
  })
})

describe('getSegment', () => {
  test.each([
    ['', 1],
    ['include_unsubscribed=true', 2],
    ['include_cleaned=true', 2],
    ['include_transactional=true', 2],
    ['include_cleaned=1&include_transactional=1&include_unsubscribed=1', 4],
  ])('a saved segment for the query "%s" counts %i members', async (query, expected) => {
    const { call, segments, germans } = await withPeople()
    const { id } = await germans()
    expect((await call(`GET ${segments}/${id}?${query}`)).body.member_count).toBe(expected)
  })

  test('getSegment counts a static segment like a saved one', async () => {
    const { call, segments, plantStatic, everyone } = await withPeople()
    const { id } = await plantStatic('All', ...everyone)
    const count = async (query: string) => (await call(`GET ${segments}/${id}${query}`)).body.member_count
    expect([await count(''), await count('?include_unsubscribed=true')]).toEqual([2, 3])
  })
})
