import { describe, expect, test } from 'vitest'
import { makeCategory, makeInterest } from '../../src/service/rules/interests/make.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { memberAt } from '../../src/service/model/members/member.ts'
import { makeMergeField } from '../../src/service/rules/merge-fields/make.ts'
import { segments } from '../../src/service/model/segments/segment.ts'
import { addTags } from '../../src/service/rules/tags/tag.ts'
import { mock, type Body } from '../mock.ts'

const ADA = 'ada@acme.test'
const GRACE = 'grace@acme.test'

/** A world with a list that already has Ada, with the tag `old`. */
async function withAda(plan: Parameters<typeof mock>[0] = {}) {
  const world = mock({ ...plan, settings: { stats_cache: 'PT0S', ...plan.settings } })
  const list = await world.plant((tx) => {
    const made = makeList(tx, { id: 'a1b2c3d4e5', name: 'Acme News' })
    const ada = makeMember(tx, made, { email_address: ADA, merge_fields: { FNAME: 'Ada' } })
    addTags(tx, made, ada, ['old'])
    return made
  })
  const path = `/3.0/lists/${list.id}`
  const subscribe = (members: readonly object[], more: object = {}, query = '') =>
    world.call(`POST ${path}${query}`, { members, ...more })
  return { ...world, list, path, subscribe }
}

const fresh = (email_address: string, more: object = {}) => ({ email_address, status: 'subscribed', ...more })
const addressesIn = (members: Body): string[] => members.map((member: { email_address: string }) => member.email_address)
const tagsIn = (member: Body): string[] => member.tags.map((tag: { name: string }) => tag.name)

describe('batchSubscribe', () => {
  test('batchSubscribe adds members with every property an item can have', async () => {
    const { subscribe, plant, list } = await withAda()
    const interest = await plant((tx) =>
      makeInterest(tx, list, makeCategory(tx, list, { title: 'Topics', type: 'checkboxes' }), { name: 'Arts' }),
    )
    const { body } = await subscribe([
      fresh(GRACE, {
        status: 'pending',
        email_type: 'text',
        merge_fields: { FNAME: 'Grace' },
        interests: { [interest.id]: true },
        language: 'fr',
        vip: true,
        location: { latitude: 33.7, longitude: -84.4 },
        ip_signup: '203.0.113.1',
        timestamp_signup: '2024-01-02',
        ip_opt: '203.0.113.2',
        timestamp_opt: '2024-01-03T04:05:06Z',
        tags: ['vip', 'new'],
      }),
    ])
    expect(body).toMatchObject({
      new_members: [
        {
          email_address: GRACE,
          status: 'pending',
          email_type: 'text',
          merge_fields: { FNAME: 'Grace' },
          interests: { [interest.id]: true },
          language: 'fr',
          vip: true,
          location: { latitude: 33.7, longitude: -84.4 },
          ip_signup: '203.0.113.1',
          timestamp_signup: '2024-01-02T00:00:00+00:00',
          ip_opt: '203.0.113.2',
          timestamp_opt: '2024-01-03T04:05:06+00:00',
          tags_count: 2,
          tags: [{ name: 'new' }, { name: 'vip' }],
        },
      ],
      updated_members: [],
      errors: [],
      total_created: 1,
      total_updated: 0,
      error_count: 0,
    })
    expect(body._links).toMatchObject([{ rel: 'parent', href: `http://maildouble.test/3.0/lists/${list.id}` }])
  })

  test('batchSubscribe reports an address that is already on the list as existing', async () => {
    const { subscribe } = await withAda()
    const { body } = await subscribe([fresh('ADA@acme.test'), fresh(GRACE)])
    expect(addressesIn(body.new_members)).toEqual([GRACE])
    expect(body.errors).toEqual([
      {
        email_address: 'ADA@acme.test',
        error: expect.stringContaining('already'),
        error_code: 'ERROR_CONTACT_EXISTS',
        field: '',
        field_message: '',
      },
    ])
    expect(body).toMatchObject({ total_created: 1, total_updated: 0, error_count: 1 })
  })

  test('batchSubscribe updates an address on the list with update_existing, with or without a status', async () => {
    const { subscribe } = await withAda()
    const { body } = await subscribe([{ email_address: ADA, language: 'fr', tags: ['new'] }], { update_existing: true })
    expect(body).toMatchObject({ total_created: 0, total_updated: 1, error_count: 0 })
    expect(body.updated_members[0]).toMatchObject({ status: 'subscribed', language: 'fr', merge_fields: { FNAME: 'Ada' } })
    expect(tagsIn(body.updated_members[0])).toEqual(['new', 'old'])
    const again = await subscribe([{ email_address: ADA, status: 'unsubscribed' }], { update_existing: true })
    expect(again.body.updated_members[0].status).toBe('unsubscribed')
  })

  test('batchSubscribe replaces the tags of a member with sync_tags', async () => {
    const { subscribe } = await withAda()
    const synced = await subscribe([{ email_address: ADA, tags: ['new'] }], { update_existing: true, sync_tags: true })
    expect(tagsIn(synced.body.updated_members[0])).toEqual(['new'])
    const silent = await subscribe([{ email_address: ADA }], { update_existing: true, sync_tags: true })
    expect(tagsIn(silent.body.updated_members[0])).toEqual(['new'])
    const none = await subscribe([{ email_address: ADA, tags: [] }], { update_existing: true, sync_tags: true })
    expect(tagsIn(none.body.updated_members[0])).toEqual([])
  })

  test('an archived member that batchSubscribe restores has exactly the synced tags', async () => {
    const { call, subscribe, path } = await withAda()
    await call(`DELETE ${path}/members/${ADA}`)
    const { body } = await subscribe([fresh(ADA, { tags: ['new'] })], { update_existing: true, sync_tags: true })
    expect(tagsIn(body.new_members[0])).toEqual(['new'])
  })

  test('sync_tags has no effect in batchSubscribe without update_existing', async () => {
    const { subscribe, plant, list } = await withAda()
    await subscribe([{ email_address: ADA, tags: ['new'] }], { sync_tags: true })
    expect(
      await plant((tx) =>
        tx
          .range(segments.onList, { list_id: list.id })
          .all()
          .map(({ name }) => name),
      ),
    ).toEqual(['old'])
  })

  test('batchSubscribe restores an archived member as a new one', async () => {
    const { call, subscribe, path } = await withAda()
    await call(`DELETE ${path}/members/${ADA}`)
    const { body } = await subscribe([fresh(ADA)])
    expect(addressesIn(body.new_members)).toEqual([ADA])
    expect(body.new_members[0]).toMatchObject({ status: 'subscribed', merge_fields: { FNAME: 'Ada' }, tags: [{ name: 'old' }] })
  })

  test.each([
    ['', ['ERROR_GENERIC']],
    ['?skip_duplicate_check=true', []],
  ])('batchSubscribe keeps the first of several items with the same address %s', async (query, expected) => {
    const { subscribe } = await withAda()
    const { body } = await subscribe([fresh(GRACE, { language: 'fr' }), fresh('GRACE@acme.test', { language: 'de' })], {}, query)
    expect(body.new_members).toMatchObject([{ email_address: GRACE, language: 'fr' }])
    expect(body.errors.map((error: { error_code: string }) => error.error_code)).toEqual(expected)
  })

  test.each([
    ['no address', { status: 'subscribed' }, '', 'email_address'],
    ['a malformed address', fresh('nobody'), 'nobody', 'not a valid email address'],
    ['an address that is not a string', fresh(GRACE, { email_address: 7 }), '', 'email_address'],
    ['no status', { email_address: GRACE }, GRACE, 'status'],
    ['an unknown status', fresh(GRACE, { status: 'gone' }), GRACE, 'status: Value must be one of'],
    ['an archived status', fresh(GRACE, { status: 'archived' }), GRACE, 'status: Value must be one of'],
    ['an invalid IP address', fresh(GRACE, { ip_opt: 'x' }), GRACE, 'ip_opt'],
    ['a day that does not exist in the calendar', fresh(GRACE, { timestamp_opt: '2024-02-30' }), GRACE, 'timestamp_opt'],
    ['an invalid location', fresh(GRACE, { location: { latitude: 'x' } }), GRACE, 'location.latitude'],
    ['an empty tag', fresh(GRACE, { tags: [''] }), GRACE, 'tags.item:0'],
    ['an unknown interest', fresh(GRACE, { interests: { nope: true } }), GRACE, 'Invalid interest ID'],
  ])('an item of batchSubscribe with %s fails without affecting the other items', async (_, item, email_address, message) => {
    const { subscribe } = await withAda()
    const { body } = await subscribe([item, fresh('other@acme.test')])
    expect(body).toMatchObject({ total_created: 1, error_count: 1 })
    expect(body.errors).toEqual([
      { email_address, error: expect.stringContaining(message), error_code: 'ERROR_GENERIC', field: '', field_message: '' },
    ])
  })

  test('batchSubscribe names the invalid merge field', async () => {
    const { subscribe, plant, list } = await withAda()
    await plant((tx) => makeMergeField(tx, list, { name: 'Zip', tag: 'ZIP', type: 'zip', required: true }))
    const { body } = await subscribe([fresh(GRACE, { merge_fields: { ZIP: 'x' } }), fresh('other@acme.test')])
    expect(body.errors).toMatchObject([
      {
        email_address: GRACE,
        error_code: 'ERROR_GENERIC',
        field: 'ZIP',
        field_message: 'Please enter a zip code of five digits',
      },
      { email_address: 'other@acme.test', error_code: 'ERROR_GENERIC', field: 'ZIP', field_message: 'Please enter a value' },
    ])
    const skipped = await subscribe([fresh('other@acme.test')], {}, '?skip_merge_validation=true')
    expect(skipped.body.total_created).toBe(1)
  })

  test('batchSubscribe reports members who cannot be resubscribed', async () => {
    const { call, subscribe, plant, list, path } = await withAda()
    await plant((tx) => makeMember(tx, list, { email_address: GRACE, status: 'cleaned' }))
    await call(`POST ${path}/members/${ADA}/actions/delete-permanent`)
    const { body } = await subscribe([fresh(GRACE), fresh(ADA)], { update_existing: true })
    expect(body.errors).toMatchObject([
      { email_address: GRACE, error_code: 'ERROR_GENERIC', error: expect.stringContaining('compliance') },
      { email_address: ADA, error_code: 'ERROR_GENERIC', error: expect.stringContaining('permanently deleted') },
    ])
  })

  test('a failed item of batchSubscribe leaves no partial changes behind', async () => {
    const { subscribe, handle, plant, list, call, path } = await withAda()
    await call(`PATCH ${path}/members/${ADA}`, { status: 'cleaned' })
    const before = handle().world
    const { body } = await subscribe(
      [
        { email_address: ADA, status: 'subscribed', merge_fields: { FNAME: 'Other' }, tags: ['new'] },
        fresh('nobody', { tags: ['new'] }),
        fresh(GRACE, { merge_fields: { FNAME: 7 }, tags: ['new'] }),
      ],
      { update_existing: true },
    )
    expect(body.error_count).toBe(3)
    expect(handle().world).toBe(before)
    expect(await plant((tx) => memberAt(tx, list, ADA)?.merge_fields)).toEqual({ FNAME: 'Ada' })
  })

  test('an update without changes counts as an update of batchSubscribe and leaves the world as it is', async () => {
    const { subscribe, handle } = await withAda()
    const before = handle().world
    const { body } = await subscribe([{ email_address: ADA, merge_fields: { FNAME: 'Ada' }, tags: ['old'] }], {
      update_existing: true,
    })
    expect(body.total_updated).toBe(1)
    expect(handle().world).toBe(before)
  })

  test('batchSubscribe counts the members of the whole call', async () => {
    const { call, subscribe, path } = await withAda()
    const { body } = await subscribe(Array.from({ length: 500 }, (_, i) => fresh(`member${i}@acme.test`)))
    expect(body).toMatchObject({ total_created: 500, error_count: 0 })
    expect(body.new_members).toHaveLength(500)
    expect((await call(`GET ${path}`)).body.stats.member_count).toBe(501)
  })

  test("batchSubscribe rejects reserved domains if the world's setting says so", async () => {
    const { subscribe } = await withAda({ settings: { reserved_domains: 'refuse' } })
    const { body } = await subscribe([fresh('ada@example.com'), fresh('ada@acme.com')])
    expect(body).toMatchObject({ total_created: 1, errors: [{ email_address: 'ada@example.com', error_code: 'ERROR_GENERIC' }] })
  })

  test('batchSubscribe rejects malformed bodies, unknown lists and too many members', async () => {
    const { call, subscribe, path } = await withAda()
    expect((await call('POST /3.0/lists/0000000000', { members: [fresh(ADA)] })).body).toMatchObject({
      title: 'Resource Not Found',
    })
    const tooMany = await subscribe(Array.from({ length: 501 }, () => fresh(ADA)))
    expect(tooMany.body).toMatchObject({ title: 'Invalid Resource', status: 400, errors: [{ field: 'members' }] })
    expect((await subscribe([])).body).toMatchObject({ title: 'Invalid Resource', errors: [{ field: 'members' }] })
    expect((await call(`POST ${path}`, {})).body).toMatchObject({ title: 'Invalid Resource', errors: [{ field: '' }] })
    expect((await call(`POST ${path}`, { members: ['x'] })).body).toMatchObject({
      title: 'Invalid Resource',
      errors: [{ field: 'members.item:0' }],
    })
  })
})
