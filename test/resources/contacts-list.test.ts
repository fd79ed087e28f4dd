import { describe, expect, test } from 'vitest'
import { makeMember } from '../../src/service/rules/members/make.ts'
import type { Body } from '../mock.ts'
import { email, sms, withAudience } from './contact-world.ts'
import { ADA, GRACE, START_S } from './member-world.ts'

const NAMES = ['a', 'b', 'c', 'd', 'e']

/** Five contacts created in the same second: members, except the second and fourth, which have only a phone. */
async function withFive() {
  const world = await withAudience()
  for (const [i, name] of NAMES.entries()) {
    const channel = i % 2 === 0 ? email(`${name}@acme.test`) : sms(`+471234567${i}`)
    await world.create({ ...channel, merge_fields: { FNAME: name } })
  }
  const get = async (query = '') => (await world.call(`GET ${world.contacts}?${query}`)).body
  /** The names on all pages, page by page; `meanwhile` runs after the first page. */
  const pages = async (query: string, meanwhile: () => Promise<unknown> = async () => {}) => {
    const all: string[] = []
    let { contacts, next_cursor } = await get(query)
    all.push(namesOf(contacts))
    await meanwhile()
    while (next_cursor !== '') {
      ;({ contacts, next_cursor } = await get(`${query}&cursor=${next_cursor}`))
      all.push(namesOf(contacts))
    }
    return all
  }
  return { ...world, get, pages }
}

const namesOf = (contacts: Body[]) => contacts.map((contact) => contact.merge_fields.FNAME ?? '?').join('')

describe('getContacts', () => {
  test('getContacts returns members and contacts with only a phone in the order of creation', async () => {
    const { get, call, byAddress } = await withFive()
    const body = await get()
    expect({ names: namesOf(body.contacts), total: body.total_items, next: body.next_cursor }).toEqual({
      names: 'abcde',
      total: 5,
      next: '',
    })
    expect(body.contacts[0]).toEqual(
      (await call(`GET ${body.contacts[0]._links[0].href.slice('http://maildouble.test'.length)}`)).body,
    )
    expect((await call(`GET ${byAddress}`)).status).toBe(404)
  })

  test('getContacts returns an empty collection for an audience without contacts', async () => {
    const { call, contacts } = await withAudience()
    expect((await call(`GET ${contacts}`)).body).toMatchObject({ contacts: [], total_items: 0, next_cursor: '' })
  })

  test('getContacts includes archived contacts and leaves out forgotten ones', async () => {
    const { get, call, contacts } = await withFive()
    const [a, b, c] = (await get()).contacts
    for (const { id } of [a, b]) await call(`POST ${contacts}/${id}/actions/archive`)
    await call(`POST ${contacts}/${c.id}/actions/forget`)
    const body = await get()
    expect(body.contacts.map(({ status }: Body) => status)).toEqual(['archived', 'archived', 'active', 'active'])
    expect(body.total_items).toBe(4)
  })

  test.each([
    ['count=2', ['ab', 'cd', 'e']],
    ['count=5', ['abcde']],
    ['count=2&sort_dir=DESC', ['ed', 'cb', 'a']],
    ['count=1&sort_field=created_at&sort_dir=ASC', ['a', 'b', 'c', 'd', 'e']],
    ['count=3&sort_field=updated_at', ['abc', 'de']],
    ['count=3&sort_field=updated_at&sort_dir=DESC', ['edc', 'ba']],
  ])('getContacts with the query %s divides the contacts into the pages %j', async (query, expected) => {
    const { pages } = await withFive()
    expect(await pages(query)).toEqual(expected)
  })

  test('getContacts returns ten contacts per page by default and at most a thousand', async () => {
    const { call, contacts, plant, list } = await withAudience()
    await plant((tx) => {
      for (let i = 0; i < 1_001; i++) makeMember(tx, list, { email_address: `m${i}@acme.test` })
    })
    const sizeOf = async (query: string) => (await call(`GET ${contacts}${query}`)).body.contacts.length
    expect([await sizeOf(''), await sizeOf('?count=1000'), await sizeOf('?count=5000')]).toEqual([10, 1_000, 1_000])
  })

  test('an empty page of contacts returns a cursor to its own start', async () => {
    const { get } = await withFive()
    expect(await get('count=0')).toMatchObject({ contacts: [], total_items: 5, next_cursor: '' })
    const { next_cursor } = await get('count=2')
    expect(await get(`count=0&cursor=${next_cursor}`)).toMatchObject({ contacts: [], next_cursor })
  })

  test('a cursor of contacts works with a different count', async () => {
    const { get } = await withFive()
    const { next_cursor } = await get('count=2')
    expect(namesOf((await get(`count=9&cursor=${next_cursor}`)).contacts)).toBe('cde')
  })

  test('the paging of contacts stays consistent while contacts are added', async () => {
    const { pages, create, pass } = await withFive()
    const add = (address: string) => () => create({ ...email(address), merge_fields: { FNAME: address[0] } })
    expect(await pages('count=2', add('f@acme.test'))).toEqual(['ab', 'cd', 'ef'])
    expect(await pages('count=2&sort_dir=DESC', add('g@acme.test'))).toEqual(['fe', 'dc', 'ba'])
    await pass('PT1S')
    expect(await pages('count=3&sort_dir=DESC', add('h@acme.test'))).toEqual(['gfe', 'dcb', 'a'])
    expect(await pages('count=4', add('i@acme.test'))).toEqual(['abcd', 'efgh', 'i'])
  })

  test('the paging of contacts stays consistent while the last contact of a page is removed or others become members', async () => {
    const { pages, get, call, contacts } = await withFive()
    const [, b, , d] = (await get()).contacts
    const becomeMember = ({ id }: Body, address: string) => call(`PATCH ${contacts}/${id}`, email(address))
    expect(await pages('count=2', () => becomeMember(b, ADA))).toEqual(['ab', 'cd', 'e'])
    expect(await pages('count=1&sort_dir=DESC', () => becomeMember(d, GRACE))).toEqual(['e', 'd', 'c', 'b', 'a'])
    expect(await pages('count=2', () => call(`POST ${contacts}/${b.id}/actions/forget`))).toEqual(['ab', 'cd', 'e'])
  })

  test.each(['nonsense', '0', '%00', 'zzz.1.0123456789abcdef', '__proto__'])(
    'getContacts rejects the cursor %s with Bad Request',
    async (cursor) => {
      const { get } = await withFive()
      expect(await get(`cursor=${cursor}`)).toMatchObject({ title: 'Bad Request', status: 400 })
    },
  )

  test('getContacts rejects a tampered cursor with Bad Request', async () => {
    const { get } = await withFive()
    const { next_cursor: cursor } = await get('count=2')
    for (const i of [0, cursor.indexOf('.') + 1, cursor.length - 1]) {
      const forged = `${cursor.slice(0, i)}${cursor[i] === '1' ? '2' : '1'}${cursor.slice(i + 1)}`
      expect((await get(`cursor=${forged}`)).title).toBe('Bad Request')
    }
  })

  test.each(['sort_dir=DESC', 'sort_field=updated_at', 'created_since=2020-01-01', 'updated_before=2030-01-01'])(
    'getContacts rejects a cursor from a different query (%s) with Bad Request',
    async (other) => {
      const { get } = await withFive()
      const { next_cursor } = await get('count=2')
      expect((await get(`${other}&cursor=${next_cursor}`)).title).toBe('Bad Request')
      const { next_cursor: theirs } = await get(`${other}&count=2`)
      expect((await get(`cursor=${theirs}`)).title).toBe('Bad Request')
      expect((await get(`${other}&cursor=${theirs}`)).contacts).toHaveLength(3)
    },
  )

  test('getContacts rejects a cursor of another audience with Bad Request', async () => {
    const { get, call } = await withFive()
    const { body: other } = await call('POST /3.0/lists', {
      name: 'Other',
      permission_reminder: 'x',
      email_type_option: false,
      contact: { company: 'A', address1: 'B', city: 'C', country: 'NO' },
      campaign_defaults: { from_name: 'A', from_email: ADA, subject: '', language: 'en' },
    })
    const { next_cursor } = await get('count=2')
    expect((await call(`GET /3.0/audiences/${other.id}/contacts?cursor=${next_cursor}`)).body.title).toBe('Bad Request')
  })

  test('a fork accepts the cursors of its original world', async () => {
    const { get, call, contacts, context } = await withFive()
    const { next_cursor } = await get('count=2')
    await call('POST /_control/fork', { id: 'fork' })
    const authorization = `Bearer ${context.worlds.byId('fork')?.world.credentials.api_key}`
    const { body } = await call(`GET ${contacts}?cursor=${next_cursor}`, undefined, { headers: { authorization } })
    expect(namesOf(body.contacts)).toBe('cde')
  })
})

/** One member per day from the 10th to the 14th, each changed two days later, and a contact with only a phone from the 15th. */
async function withDays() {
  const world = await withAudience()
  await world.plant((tx) => {
    for (const [i, name] of NAMES.entries()) {
      const created_at = START_S - (5 - i) * 86_400
      const dates = { created_at, last_changed: created_at + 2 * 86_400 }
      const status = i === 2 ? 'archived' : 'subscribed'
      makeMember(tx, world.list, { email_address: `${name}@acme.test`, merge_fields: { FNAME: name }, status, ...dates })
    }
  })
  await world.create({ ...sms(), merge_fields: { FNAME: 'p' } })
  return { ...world, get: async (query: string) => (await world.call(`GET ${world.contacts}?${query}`)).body }
}

const day = (of: number, seconds = '00') => `2026-01-${of}T09:00:${seconds}Z`

describe('getContacts', () => {
  test.each([
    ['', 'abcdep'],
    [`created_since=${day(11)}`, 'cdep'],
    [`created_before=${day(11)}`, 'ab'],
    [`created_since=${day(10)}&created_before=${day(13)}`, 'bcd'],
    [`created_since=${day(10, '01')}`, 'bcdep'],
    [`created_since=2026-01-13&created_before=2026-01-12`, ''],
    [`updated_since=${day(14)}`, 'dep'],
    [`updated_before=${day(14)}`, 'abc'],
    [`updated_since=${day(12)}&updated_before=${day(14)}`, 'bc'],
    [`updated_before=${day(14)}&created_since=${day(10)}`, 'bc'],
    [`sort_dir=DESC&updated_since=${day(13)}`, 'pedc'],
    [`sort_field=updated_at`, 'abcdpe'],
    [`sort_field=updated_at&sort_dir=DESC`, 'epdcba'],
    [`sort_field=updated_at&created_since=${day(11)}`, 'cdpe'],
    [`sort_field=updated_at&updated_since=${day(13)}`, 'cdpe'],
  ])('getContacts with %s returns %s, on one page or on several', async (query, expected) => {
    const { get } = await withDays()
    const { contacts, total_items } = await get(query)
    expect({ names: namesOf(contacts), total: total_items }).toEqual({ names: expected, total: expected.length })
    let names = ''
    for (let cursor: string | undefined; cursor !== '';) {
      const page = await get(`${query}&count=2&cursor=${cursor ?? ''}`)
      expect(page.total_items).toBe(expected.length)
      names += namesOf(page.contacts)
      cursor = page.next_cursor
    }
    expect(names).toBe(expected)
  })

  test('a change moves a contact to the end when sorted by last change', async () => {
    const { get, call, contacts, pass } = await withDays()
    const { id } = (await get('')).contacts[0]
    await pass('P2D')
    await call(`PATCH ${contacts}/${id}`, { language: 'no' })
    expect(namesOf((await get('sort_field=updated_at')).contacts)).toBe('bcdpea')
  })
})
