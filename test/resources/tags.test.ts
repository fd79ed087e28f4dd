import { describe, expect, test } from 'vitest'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { makeSegment } from '../../src/service/rules/segments/make.ts'
import { segments } from '../../src/service/model/segments/segment.ts'
import { addTags, changeTags } from '../../src/service/rules/tags/tag.ts'
import { findMemberTags } from '../../src/service/model/tags/tag.ts'
import { mock, type Body } from '../mock.ts'

const ADA = 'ada@acme.test'
const LATER = '2026-01-15T09:05:00+00:00'

async function withAda() {
  const world = mock()
  const { list, ada } = await world.plant((tx) => {
    const made = makeList(tx, { id: 'a1b2c3d4e5', name: 'Acme News' })
    return { list: made, ada: makeMember(tx, made, { email_address: ADA }) }
  })
  const member = `/3.0/lists/${list.id}/members/${ADA}`
  const change = (...tags: [name: string, status: 'active' | 'inactive'][]) =>
    world.call(`POST ${member}/tags`, { tags: tags.map(([name, status]) => ({ name, status })) })
  return { ...world, list, ada, member, tags: `${member}/tags`, search: `/3.0/lists/${list.id}/tag-search`, change }
}

const namesIn = (body: Body): string[] => body.tags.map((tag: { name: string }) => tag.name)

describe('getMemberTags', () => {
  test('getMemberTags returns the tags of a member, newest first, with the date each was added', async () => {
    const { call, pass, list, tags, change } = await withAda()
    await change(['vip', 'active'])
    await pass('PT5M')
    await change(['trial', 'active'])
    const { body } = await call(`GET ${tags}`)
    expect(body).toMatchObject({
      tags: [
        { id: 10_002, name: 'trial', date_added: LATER },
        { id: 10_001, name: 'vip', date_added: '2026-01-15T09:00:00+00:00' },
      ],
      list_id: list.id,
      total_items: 2,
    })
  })
})

describe('updateMemberTags', () => {
  test('updateMemberTags adds and removes tags and returns no body', async () => {
    const { call, tags, change } = await withAda()
    await change(['vip', 'active'], ['trial', 'active'])
    await change(['vip', 'inactive'], ['new', 'active'])
    expect(namesIn((await call(`GET ${tags}`)).body)).toEqual(['new', 'trial'])
    await change(['trial', 'inactive'])
    await change(['trial', 'active'])
    expect(namesIn((await call(`GET ${tags}`)).body)).toEqual(['trial', 'new'])
  })

  test("updateMemberTags updates last_changed and appears in the member's record", async () => {
    const { call, pass, member, change } = await withAda()
    await call(`GET ${member}`)
    await pass('PT5M')
    await change(['vip', 'active'])
    expect((await call(`GET ${member}`)).body).toMatchObject({
      last_changed: LATER,
      tags_count: 1,
      tags: [{ id: 10_001, name: 'vip' }],
    })
    await change(['vip', 'inactive'])
    expect((await call(`GET ${member}`)).body).toMatchObject({ tags_count: 0, tags: [] })
  })

  test.each([
    ['an empty array', []],
    ['adding a tag that the member has', [['vip', 'active']]],
    ['removing a tag that the member does not have', [['other', 'inactive']]],
    ['removing an unknown tag', [['unheard-of', 'inactive']]],
    [
      'removing a tag and adding it again',
      [
        ['vip', 'inactive'],
        ['vip', 'active'],
      ],
    ],
    [
      'adding a new tag and removing it again',
      [
        ['unheard-of', 'active'],
        ['unheard-of', 'inactive'],
      ],
    ],
  ] satisfies [string, [string, 'active' | 'inactive'][]][])('a tag update with %s changes nothing', async (_, tags) => {
    const { list, handle, plant, change } = await withAda()
    await plant((tx) => makeSegment(tx, list, { name: 'other', type: 'static' }))
    await change(['vip', 'active'])
    const before = handle().world
    expect((await change(...tags)).status).toBe(204)
    expect(handle().world).toBe(before)
  })

  test('updateMemberTags accepts is_syncing and changes the tags anyway', async () => {
    const { call, tags } = await withAda()
    const { status } = await call(`POST ${tags}`, { tags: [{ name: 'vip', status: 'active' }], is_syncing: true })
    expect([status, namesIn((await call(`GET ${tags}`)).body)]).toEqual([204, ['vip']])
  })

  test("a member's record shows the fifty latest tags and the number of all", async () => {
    const { call, member, change } = await withAda()
    await change(...Array.from({ length: 60 }, (_, i): [string, 'active'] => [`tag ${i}`, 'active']))
    const { body } = await call(`GET ${member}`)
    expect([body.tags_count, body.tags.length, body.tags[49].name]).toEqual([60, 50, 'tag 10'])
  })

  test("a member's tag with the name of a saved segment is a separate tag", async () => {
    const { list, plant, change } = await withAda()
    await plant((tx) => makeSegment(tx, list, { name: 'vip', type: 'saved' }))
    await change(['vip', 'active'])
    expect(
      await plant((tx) =>
        tx
          .range(segments.onList, { list_id: list.id })
          .all()
          .map(({ type }) => type),
      ),
    ).toEqual(['saved', 'static'])
  })

  test('a tag with the same name on another list is a different tag', async () => {
    const { plant, ada, list } = await withAda()
    const ids = await plant((tx) => {
      const other = makeList(tx, { name: 'Other' })
      addTags(tx, list, ada, ['vip'])
      const grace = makeMember(tx, other, { email_address: 'grace@acme.test' })
      addTags(tx, other, grace, ['vip'])
      return [...findMemberTags(tx, ada), ...findMemberTags(tx, grace)].map(({ id }) => id)
    })
    expect(ids).toEqual([10_001, 10_002])
  })

  test('updateMemberTags accepts any string as a tag name', async () => {
    const { call, tags, change } = await withAda()
    const names = ['__proto__', 'constructor', '❤ "quoted" <b>', ' ']
    await change(...names.map((name): [string, 'active'] => [name, 'active']))
    expect(namesIn((await call(`GET ${tags}`)).body)).toEqual(names.toReversed())
  })

  test.each([
    ['an empty body', {}, []],
    ['a tag that is not in an array', { name: 'vip', status: 'active' }, ['/name', '/status']],
    ['tags under another name', { tags_to_add: ['vip'], is_syncing: true }, ['/tags_to_add']],
  ])(
    'updateMemberTags with %s without tags is answered with 204, changes nothing, and the journal names what was ignored',
    async (_, body, ignored) => {
      const { call, tags, handle, change } = await withAda()
      await change(['trial', 'active'])
      const before = handle().world
      const { status, text } = await call(`POST ${tags}`, body)
      expect([status, text]).toEqual([204, ''])
      expect(handle().world).toBe(before)
      const { requests } = (await call('GET /_control/requests?order=desc&limit=1')).body
      expect(requests[0]).toMatchObject({ operation: 'updateMemberTags', status: 204, ignored })
    },
  )

  test('updateMemberTags in a batch without tags is answered with 204, changes nothing, and the journal names what was ignored', async () => {
    const { call, pass, list, tags } = await withAda()
    const body = JSON.stringify({ name: 'vip', status: 'active' })
    await call('POST /3.0/batches', {
      operations: [{ method: 'POST', path: `/lists/${list.id}/members/${ADA}/tags`, body }],
    })
    await pass('PT1M')
    const { requests } = (await call('GET /_control/requests?via=batch')).body
    expect(requests).toMatchObject([{ operation: 'updateMemberTags', status: 204, ignored: ['/name', '/status'] }])
    expect(namesIn((await call(`GET ${tags}`)).body)).toEqual([])
    const [batch] = (await call('GET /3.0/batches')).body.batches
    expect(batch).toMatchObject({ finished_operations: 1, errored_operations: 0 })
  })
})

describe('searchTags', () => {
  test('searchTags finds tags by prefix, case-insensitively', async () => {
    const { call, search, list, plant, change } = await withAda()
    await plant((tx) => makeSegment(tx, list, { name: 'Vienna', type: 'saved' }))
    await change(['VIP', 'active'], ['trial', 'active'], ['vintage', 'active'])
    const { body } = await call(`GET ${search}?name=vi`)
    expect(body).toMatchObject({
      tags: [
        { id: 10_002, name: 'VIP' },
        { id: 10_004, name: 'vintage' },
      ],
      list_id: list.id,
      total_items: 2,
    })
  })

  test('searchTags returns all tags if no name is given', async () => {
    const { call, search, change } = await withAda()
    await change(['b', 'active'], ['a', 'active'])
    expect(namesIn((await call(`GET ${search}`)).body)).toEqual(['b', 'a'])
  })
})

test("an added or removed tag replaces the member's row", async () => {
  const { plant, list, ada } = await withAda()
  await plant((tx) => {
    const tagged = addTags(tx, list, ada, ['vip'])
    expect(tagged).not.toBe(ada)
    expect(addTags(tx, list, tagged, ['vip'])).toBe(tagged)
    expect(changeTags(tx, list, tagged, [{ name: 'vip', status: 'inactive' }])).not.toBe(tagged)
    expect(findMemberTags(tx, ada)).toEqual([])
  })
})
