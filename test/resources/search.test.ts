import { describe, expect, test } from 'vitest'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMember, type NewMember } from '../../src/service/rules/members/make.ts'
import { mock, type Body } from '../mock.ts'
import { relsIn } from './member-world.ts'

const ADA: NewMember = { email_address: 'ada@acme.test', merge_fields: { FNAME: 'Ada', LNAME: 'Lovelace' } }
const BOB: NewMember = { email_address: 'Bob.Loveless@acme.test', merge_fields: { FNAME: 'Robert' } }

/** Two lists, each with Ada and Bob; Ada joined the second list first. */
async function withLists(settings = {}) {
  const world = mock({ settings })
  const [first, second] = await world.plant((tx) => {
    const made = ['aaaaaaaaaa', 'bbbbbbbbbb'].map((id) => makeList(tx, { id, name: id }))
    for (const list of made.toReversed()) for (const fields of [ADA, BOB]) makeMember(tx, list, fields)
    return made
  })
  if (!first || !second) throw new Error('There are two lists.')
  const search = (query: string, more = '') => world.call(`GET /3.0/search-members?query=${encodeURIComponent(query)}${more}`)
  return { ...world, first, second, search }
}

const found = ({ members }: Body): string[] =>
  members.map((member: Body) => `${member.list_id[0]} ${member.email_address.split('@')[0]}`)

describe('searchMembers', () => {
  test('searchMembers returns an exact address match among the exact matches and among the full search', async () => {
    const { search } = await withLists()
    const { body } = await search('ADA@acme.test')
    expect(found(body.exact_matches)).toEqual(['a ada', 'b ada'])
    expect(found(body.full_search)).toEqual(['a ada', 'b ada'])
    expect(body).toMatchObject({ exact_matches: { total_items: 2 }, full_search: { total_items: 2 } })
    expect([relsIn(body), relsIn(body.exact_matches), relsIn(body.full_search)]).toEqual([
      ['self', 'parent'],
      ['self', 'parent'],
      ['self', 'parent'],
    ])
  })

  test.each([
    ['acme', ['a ada', 'a Bob.Loveless', 'b ada', 'b Bob.Loveless']],
    ['LOVEL', ['a ada', 'a Bob.Loveless', 'b ada', 'b Bob.Loveless']],
    ['rober', ['a Bob.Loveless', 'b Bob.Loveless']],
    ['da lovela', ['a ada', 'b ada']],
    [' lace ', ['a ada', 'b ada']],
    ['zoe', []],
    ['.*', []],
  ])('searchMembers finds "%s" in addresses and names, ordered by list and creation', async (query, expected) => {
    const { search } = await withLists()
    const { body } = await search(query)
    expect([found(body.full_search), body.full_search.total_items]).toEqual([expected, expected.length])
    expect(body.exact_matches).toMatchObject({ members: [], total_items: 0 })
  })

  test('searchMembers searches only the list given by list_id', async () => {
    const { search } = await withLists()
    const { body } = await search('ada@acme.test', '&list_id=bbbbbbbbbb')
    expect([found(body.exact_matches), found(body.full_search)]).toEqual([['b ada'], ['b ada']])
  })

  test('searchMembers leaves archived members out and finds all others regardless of status', async () => {
    const { plant, search, first } = await withLists()
    await plant((tx) => {
      for (const status of ['unsubscribed', 'pending', 'cleaned', 'transactional', 'archived'] as const) {
        makeMember(tx, first, { email_address: `${status}@else.test`, status })
      }
    })
    const { body } = await search('else.test')
    expect(found(body.full_search)).toEqual(['a unsubscribed', 'a pending', 'a cleaned', 'a transactional'])
  })

  test('searchMembers returns as many members as the setting says, and counts all', async () => {
    const { search } = await withLists({ search_limit: 3 })
    const { body } = await search('acme')
    expect([found(body.full_search), body.full_search.total_items]).toEqual([['a ada', 'a Bob.Loveless', 'b ada'], 4])
  })

  test('searchMembers returns 30 members by default', async () => {
    const { plant, search, first } = await withLists()
    await plant((tx) => {
      for (let i = 0; i < 40; i++) makeMember(tx, first, { email_address: `m${i}@many.test` })
    })
    const { body } = await search('many.test')
    expect([body.full_search.members.length, body.full_search.total_items]).toEqual([30, 40])
  })

  test('a repeated search of members finds changes made in between', async () => {
    const { call, search, first } = await withLists()
    const total = async () => (await search('acme')).body.full_search.total_items
    expect([await total(), await total()]).toEqual([4, 4])
    await call(`DELETE /3.0/lists/${first.id}/members/ada@acme.test`)
    expect(await total()).toBe(3)
    await call(`DELETE /3.0/lists/${first.id}`)
    expect(await total()).toBe(2)
  })

  test('a repeated search of members has the same answer, until something that its records show changes', async () => {
    const { call, search } = await withLists()
    const again = async () => {
      const texts = [await search('lovelace'), await search('lovelace')].map(({ text }) => text)
      expect(texts[1]).toBe(texts[0])
      return JSON.parse(texts[0] ?? '').full_search.members[0] as Body
    }
    const before = await again()
    const member = `/3.0/lists/aaaaaaaaaa/members/${before.id}`
    await call('POST /3.0/lists/aaaaaaaaaa/merge-fields', { tag: 'PET', name: 'Pet', type: 'text' })
    expect((await again()).merge_fields).toEqual({ ...before.merge_fields, PET: '' })
    await call(`POST ${member}/tags`, { tags: [{ name: 'Early', status: 'active' }] })
    expect((await again()).tags).toMatchObject([{ name: 'Early' }])
    await call(`POST ${member}/notes`, { note: 'Likes tea.' })
    expect((await again()).last_note).toMatchObject({ note: 'Likes tea.' })
  })

  test('a repeated search of members in a fork links to the fork', async () => {
    const { call, search } = await withLists()
    await search('lovelace')
    const { text } = await search('lovelace')
    await call('POST /_control/fork', { id: 'fork' })
    const [forked, original] = [await call('GET /_worlds/fork/3.0/search-members?query=lovelace'), await search('lovelace')]
    expect(forked.text).toContain('/_worlds/fork/3.0/search-members')
    expect(original.text).toBe(text)
  })

  test.each(['/3.0/search-members', '/3.0/search-members?query=', '/3.0/search-members?query=%20'])(
    'searchMembers rejects %s, which has no query',
    async (line) => {
      const { call } = await withLists()
      expect((await call(`GET ${line}`)).body).toMatchObject({ title: 'Bad Request', status: 400 })
    },
  )

  test('searchMembers links to itself with the given query', async () => {
    const { search } = await withLists()
    const { body } = await search('ada & co')
    const self = { rel: 'self', href: 'http://maildouble.test/3.0/search-members?query=ada%20%26%20co' }
    for (const { _links } of [body, body.exact_matches, body.full_search]) expect(_links[0]).toMatchObject(self)
  })

  test('searchMembers answers an unknown list with 404', async () => {
    const { search } = await withLists()
    expect((await search('ada', '&list_id=ffffffffff')).body).toMatchObject({ title: 'Resource Not Found', status: 404 })
  })
})
