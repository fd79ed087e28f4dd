import { describe, expect, test } from 'vitest'
import { AT_START, LATER } from './member-world.ts'
import { addressesIn, withPeople } from './segment-world.ts'

describe('batchSegmentMembers', () => {
  test('batchSegmentMembers adds and removes members, and groups the addresses that fail', async () => {
    const { call, segments, plantStatic, pass } = await withPeople()
    const { id } = await plantStatic('Friends', 'ada@acme.test')
    await pass('PT5M')
    const { body } = await call(`POST ${segments}/${id}`, {
      members_to_add: ['BOB@acme.test', 'nobody@acme.test', 'una@acme.test'],
      members_to_remove: ['ada@acme.test', 'archie@acme.test', 'trudy@acme.test'],
    })
    expect(addressesIn(body.members_added)).toEqual(['bob@acme.test', 'una@acme.test'])
    expect(addressesIn(body.members_removed)).toEqual(['ada@acme.test'])
    expect(body).toMatchObject({
      members_added: [{ last_changed: LATER }, {}],
      members_removed: [{ last_changed: LATER }],
      errors: [
        { email_addresses: ['nobody@acme.test', 'archie@acme.test'], error: 'Not on the list.' },
        { email_addresses: ['trudy@acme.test'], error: 'Not in the segment.' },
      ],
      total_added: 2,
      total_removed: 1,
      error_count: 3,
    })
  })

  test('batchSegmentMembers changes nothing for members who are in the segment already', async () => {
    const { call, segments, plantStatic, handle } = await withPeople()
    const { id } = await plantStatic('Friends', 'ada@acme.test')
    const before = handle().world
    const { body } = await call(`POST ${segments}/${id}`, { members_to_add: ['ada@acme.test'] })
    expect(body).toMatchObject({ members_added: [], total_added: 0, error_count: 0 })
    expect(handle().world).toBe(before)
  })

  test('members cannot be added to a saved segment in a batch', async () => {
    const { call, segments, germans } = await withPeople()
    const { id } = await germans()
    const { body } = await call(`POST ${segments}/${id}`, { members_to_add: ['ada@acme.test'] })
    expect(body).toMatchObject({ title: 'Bad Request', status: 400 })
  })

  const many = (length: number) => Array.from({ length }, (_, i) => `member${i}@acme.test`)

  test.each([
    ['to add', { members_to_add: many(501) }, ['members_to_add']],
    ['to remove', { members_to_add: many(500), members_to_remove: many(501) }, ['members_to_remove']],
    ['in both arrays', { members_to_add: many(501), members_to_remove: many(501) }, ['members_to_add', 'members_to_remove']],
  ])(
    'batchSegmentMembers rejects more than 500 addresses %s with Invalid Resource, naming both arrays',
    async (_, given, fields) => {
      const { call, segments, plantStatic, handle } = await withPeople()
      const { id } = await plantStatic('Friends')
      const before = handle().world
      const { status, body } = await call(`POST ${segments}/${id}`, given)
      expect([status, body.title]).toEqual([400, 'Invalid Resource'])
      expect(body.detail).toMatch(/500.*members_to_add.*members_to_remove/)
      expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(fields)
      expect(handle().world).toBe(before)
    },
  )

  test('batchSegmentMembers accepts 500 addresses in each array', async () => {
    const { call, segments, plantStatic } = await withPeople()
    const { id } = await plantStatic('Friends')
    const { status } = await call(`POST ${segments}/${id}`, { members_to_add: many(500), members_to_remove: many(500) })
    expect(status).toBe(200)
  })
})

test('every answer about the members of a segment has their short record', async () => {
  const { call, segments, plantStatic, path } = await withPeople()
  const { id } = await plantStatic('Friends')
  const { body: added } = await call(`POST ${segments}/${id}/members`, { email_address: 'ada@acme.test' })
  const { location, _links, ...record } = (await call(`GET ${path}/ada@acme.test`)).body
  const { contact_id: _contact, full_name: _name, web_id: _web, source: _source, ...rest } = record
  const { consents_to_one_to_one_messaging: _consents, tags: _tags, tags_count: _count, ...others } = rest
  const { sms_phone_number: _phone, sms_subscription_status: _status, sms_subscription_last_updated: _updated, ...short } = others
  const { region: _region, ...place } = location
  expect(added).toEqual({ ...short, location: place, _links })
  expect((await call(`GET ${segments}/${id}/members`)).body.members).toEqual([added])
  const { body: batch } = await call(`POST ${segments}/${id}`, {
    members_to_add: ['bob@acme.test'],
    members_to_remove: ['ada@acme.test'],
  })
  expect(Object.keys(batch.members_added[0])).toEqual(Object.keys(added))
  expect(Object.keys(batch.members_removed[0])).toEqual(Object.keys(added))
})

describe('getSegmentMembers', () => {
  test.each([
    ['', ['ada']],
    ['include_unsubscribed=true', ['ada', 'una']],
    ['include_cleaned=true&include_transactional=true', ['ada', 'clea', 'trudy']],
    ['include_unsubscribed=true&count=1&offset=1', ['una'], 2],
  ])('getSegmentMembers lists the members of a saved segment for the query "%s"', async (query, names, total = names.length) => {
    const { call, segments, germans } = await withPeople()
    const { id } = await germans()
    const { body } = await call(`GET ${segments}/${id}/members?${query}`)
    expect([addressesIn(body.members), body.total_items]).toEqual([names.map((name) => `${name}@acme.test`), total])
  })

  test('getSegmentMembers lists the members of a static segment in the order of their creation', async () => {
    const { call, segments, plantStatic, list } = await withPeople()
    const { id } = await plantStatic('Friends', 'bob@acme.test', 'ada@acme.test')
    const { body } = await call(`GET ${segments}/${id}/members`)
    expect(addressesIn(body.members)).toEqual(['ada@acme.test', 'bob@acme.test'])
    expect(body.members[0]).toMatchObject({ list_id: list.id })
  })

  test('getSegmentMembers finds the few members of a static segment on a long list', async () => {
    const { call, segments, plantStatic, make } = await withPeople()
    for (let i = 0; i < 40; i++) await make({ email_address: `m${i}@acme.test` })
    const { id } = await plantStatic('Friends', 'm7@acme.test', 'una@acme.test', 'ada@acme.test')
    const { body } = await call(`GET ${segments}/${id}/members`)
    expect([addressesIn(body.members), body.total_items]).toEqual([['ada@acme.test', 'm7@acme.test'], 2])
    expect((await call(`GET ${segments}/${id}?include_unsubscribed=true`)).body.member_count).toBe(3)
  })

  test('getSegmentMembers continues paging a cached result until a write, and refreshes it afterwards', async () => {
    const { call, segments, germans, add } = await withPeople()
    const { id } = await germans()
    const names = async () => addressesIn((await call(`GET ${segments}/${id}/members`)).body.members)
    expect([await names(), await names()]).toEqual([['ada@acme.test'], ['ada@acme.test']])
    await add('zoe@acme.test', { language: 'de' })
    expect(await names()).toEqual(['ada@acme.test', 'zoe@acme.test'])
  })
})

describe('addSegmentMember', () => {
  test('addSegmentMember adds a member and returns it', async () => {
    const { call, segments, plantStatic, pass } = await withPeople()
    const { id } = await plantStatic('Friends')
    await pass('PT5M')
    const { body, headers } = await call(`POST ${segments}/${id}/members`, { email_address: 'Ada@acme.test' })
    expect(body).toMatchObject({ email_address: 'ada@acme.test', last_changed: LATER })
    expect(headers.get('link')).toContain('rel="dashboard"')
    expect((await call(`GET ${segments}/${id}`)).body).toMatchObject({ member_count: 1, updated_at: AT_START })
  })

  test('addSegmentMember returns a member who is already in the segment and changes nothing', async () => {
    const { call, segments, plantStatic, handle } = await withPeople()
    const { id } = await plantStatic('Friends', 'ada@acme.test')
    const before = handle().world
    expect((await call(`POST ${segments}/${id}/members`, { email_address: 'ada@acme.test' })).status).toBe(200)
    expect(handle().world).toBe(before)
  })

  test.each(['nobody@acme.test', 'archie@acme.test', 'no address'])(
    'addSegmentMember answers %s, who is not on the list, with 404',
    async (email_address) => {
      const { call, segments, plantStatic } = await withPeople()
      const { id } = await plantStatic('Friends')
      const { body } = await call(`POST ${segments}/${id}/members`, { email_address })
      expect(body).toMatchObject({ title: 'Resource Not Found', status: 404 })
    },
  )

  test('a member cannot be added to a saved segment', async () => {
    const { call, segments, germans } = await withPeople()
    const { id } = await germans()
    const { body } = await call(`POST ${segments}/${id}/members`, { email_address: 'ada@acme.test' })
    expect(body).toMatchObject({ title: 'Bad Request', status: 400 })
  })
})

describe('removeSegmentMember', () => {
  test('removeSegmentMember removes the tag from a member, who stays on the list', async () => {
    const { call, segments, plantStatic, ada, row, pass } = await withPeople()
    const { id } = await plantStatic('Friends', 'ada@acme.test', 'bob@acme.test')
    await pass('PT5M')
    const { status, text } = await call(`DELETE ${segments}/${id}/members/${(await row())?.hash}`)
    expect([status, text]).toEqual([204, ''])
    expect((await call(`GET ${ada}`)).body).toMatchObject({ status: 'subscribed', tags_count: 0, last_changed: LATER })
    expect((await call(`GET ${segments}/${id}`)).body.member_count).toBe(1)
  })

  test.each(['bob@acme.test', 'nobody@acme.test'])(
    'removeSegmentMember answers %s, who is not in the segment, with 404',
    async (address) => {
      const { call, segments, plantStatic } = await withPeople()
      const { id } = await plantStatic('Friends', 'ada@acme.test')
      expect((await call(`DELETE ${segments}/${id}/members/${address}`)).body).toMatchObject({ title: 'Resource Not Found' })
    },
  )

  test('a member cannot be removed from a saved segment', async () => {
    const { call, segments, germans } = await withPeople()
    const { id } = await germans()
    expect((await call(`DELETE ${segments}/${id}/members/ada@acme.test`)).body).toMatchObject({ title: 'Bad Request' })
  })
})
