import { describe, expect, test } from 'vitest'
import { makeCampaign } from '../../src/service/rules/campaigns/make.ts'
import { makeCategory, makeInterest } from '../../src/service/rules/interests/make.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMember, type NewMember } from '../../src/service/rules/members/make.ts'
import { members, type MemberRow } from '../../src/service/model/members/member.ts'
import type { Body } from '../mock.ts'
import { START_S, withList } from './member-world.ts'

const addressesIn = (body: Body): string[] =>
  body.members.map((member: { email_address: string }) => member.email_address.split('@')[0])

describe('getMembers', () => {
  const DAY = 86_400

  /** Six members, each different; their addresses begin with the letters a to f, in the order of their creation. */
  async function withSix() {
    const world = await withList()
    const { list, plant } = world
    const ids = await plant((tx) => {
      const category = makeCategory(tx, list, { title: 'Topics', type: 'checkboxes' })
      const [arts = '', bikes = ''] = ['Arts', 'Bikes'].map((name) => makeInterest(tx, list, category, { name }).id)
      const rows: [string, Partial<NewMember>][] = [
        ['a', { timestamp_opt: START_S - DAY, interests: [arts], last_changed: START_S }],
        ['b', { timestamp_opt: START_S - 3 * DAY, vip: true, interests: [arts, bikes], last_changed: START_S - DAY }],
        [
          'c',
          {
            status: 'unsubscribed',
            timestamp_opt: START_S - 2 * DAY,
            email_type: 'text',
            unsubscribed_at: START_S - DAY,
            status_at: START_S - DAY,
          },
        ],
        ['d', { status: 'pending', timestamp_signup: START_S - DAY, last_changed: START_S - 2 * DAY, interests: [bikes] }],
        ['e', { status: 'archived', vip: true, email_type: 'text', interests: [arts] }],
        [
          'f',
          {
            status: 'unsubscribed',
            vip: true,
            unsubscribed_at: START_S - 5 * DAY,
            status_at: START_S - 5 * DAY,
            timestamp_opt: START_S - 9 * DAY,
          },
        ],
      ]
      for (const [name, fields] of rows)
        makeMember(tx, list, { email_address: `${name}@acme.test`, unique_email_id: `${name}000000000`, ...fields })
      return { category: category.id, arts, bikes }
    })
    const find = async (query: string) => {
      const { status, body } = await world.call(`GET ${world.path}?${query}`)
      return status === 200 ? addressesIn(body).join('') : body.title
    }
    return { ...world, find, ids }
  }

  test('members with equal values of sort_field follow sort_dir by web_id', async () => {
    const { call, path, list, plant } = await withList()
    await plant((tx) => {
      for (const name of 'abc') makeMember(tx, list, { email_address: `${name}@acme.test`, last_changed: START_S })
    })
    const webIds = async (query: string): Promise<number[]> =>
      (await call(`GET ${path}?sort_field=last_changed&${query}`)).body.members.map(({ web_id }: Body) => web_id)
    const ascending = await webIds('sort_dir=ASC')
    expect(ascending).toEqual(ascending.toSorted((a, b) => a - b))
    expect(await webIds('sort_dir=DESC')).toEqual(ascending.toReversed())
    expect(await webIds('sort_dir=DESC&status=subscribed')).toEqual(ascending.toReversed())
  })

  test('getMembers returns members in the order in which they were added, without archived ones', async () => {
    const { call, path, list } = await withSix()
    const { body } = await call(`GET ${path}`)
    expect(addressesIn(body)).toEqual(['a', 'b', 'c', 'd', 'f'])
    expect(body).toMatchObject({ list_id: list.id, total_items: 5 })
  })

  test.each([
    ['status=subscribed', 'ab'],
    ['status=unsubscribed', 'cf'],
    ['status=archived', 'e'],
    ['status=cleaned', ''],
    ['email_type=text', 'c'],
    ['email_type=html', 'abdf'],
    ['vip_only=true', 'bf'],
    ['vip_only=false', 'abcdf'],
    ['unique_email_id=c000000000', 'c'],
    ['unique_email_id=e000000000', ''],
    ['unique_email_id=e000000000&status=archived', 'e'],
    ['since_timestamp_opt=2026-01-12T09:00:00Z', 'ac'],
    ['since_timestamp_opt=2026-01-12T08:59:59Z', 'abc'],
    ['before_timestamp_opt=2026-01-13T09:00:00Z', 'bf'],
    ['since_timestamp_opt=2026-01-11&before_timestamp_opt=2026-01-14', 'bc'],
    ['since_timestamp_opt=2026-01-14&before_timestamp_opt=2026-01-11', ''],
    ['since_last_changed=2026-01-14', 'abc'],
    ['before_last_changed=2026-01-15T09:00:00Z', 'bcdf'],
    ['unsubscribed_since=2026-01-11', 'c'],
    ['unsubscribed_since=2026-01-01&status=unsubscribed', 'cf'],
    ['status=unsubscribed&vip_only=true', 'f'],
    ['status=archived&vip_only=true&email_type=text', 'e'],
    ['status=archived&since_last_changed=2026-01-01', 'e'],
    ['status=archived&sort_field=timestamp_opt&sort_dir=DESC', 'e'],
    ['since_last_campaign=false', 'abcdf'],
    ['sort_field=timestamp_opt', 'dfbca'],
    ['sort_field=timestamp_opt&sort_dir=DESC', 'acbfd'],
    ['sort_field=timestamp_signup&sort_dir=DESC', 'dfcba'],
    ['sort_field=last_changed', 'fdbca'],
    ['sort_field=last_changed&status=subscribed', 'ba'],
    ['sort_field=last_changed&status=subscribed&sort_dir=DESC', 'ab'],
    ['sort_field=timestamp_opt&since_timestamp_opt=2026-01-12', 'bca'],
    ['sort_field=timestamp_opt&since_timestamp_opt=2026-01-12&sort_dir=DESC', 'acb'],
    ['sort_dir=DESC', 'fdcba'],
    ['status=subscribed&sort_dir=DESC', 'ba'],
    ['count=2&offset=1&sort_dir=DESC', 'dc'],
    ['vip_only=true&status=unsubscribed&offset=1', ''],
    ['email_type=html&sort_field=last_changed&count=2&offset=1', 'db'],
    ['email_type=html&sort_field=last_changed&count=2&offset=1&sort_dir=DESC', 'bd'],
  ])('the member query %s selects the members %s', async (query, expected) =>
    expect(await (await withSix()).find(query)).toBe(expected),
  )

  test.each([
    ['any', ['arts'], 'ab'],
    ['any', ['arts', 'bikes'], 'abd'],
    ['all', ['arts', 'bikes'], 'b'],
    ['none', ['arts'], 'cdf'],
    ['none', ['arts', 'bikes'], 'cf'],
  ] as const)('the interest filter %s of %j returns the matching members', async (match, names, expected) => {
    const { find, ids } = await withSix()
    const wanted = names.map((name) => ids[name]).join()
    expect(await find(`interest_category_id=${ids.category}&interest_ids=${wanted}&interest_match=${match}`)).toBe(expected)
    expect(await find(`interest_category_id=0000000000&interest_ids=${wanted}&interest_match=all`)).toBe('')
  })

  test('since_last_campaign returns the members whose status changed since then', async () => {
    const { find, plant, list } = await withSix()
    expect(await find('status=unsubscribed&since_last_campaign=true')).toBe('cf')
    await plant((tx) => makeCampaign(tx, list, { subject_line: '', send_time: START_S - 2 * DAY, emails_sent: 2 }))
    expect(await find('status=unsubscribed&since_last_campaign=true')).toBe('c')
  })

  test.each([
    ['interest_ids=x'],
    ['interest_category_id=x&interest_match=any'],
    ['interest_category_id=x&interest_ids=&interest_match=all'],
    ['unsubscribed_since=2026-01-01&status=subscribed'],
    ['unsubscribed_since=2026-01-01&status=archived'],
    ['since_last_campaign=true'],
    ['fields=members&exclude_fields=members'],
  ])('getMembers rejects the contradiction in %s', async (query) => {
    const { call, path } = await withSix()
    expect((await call(`GET ${path}?${query}`)).body).toMatchObject({ title: 'Bad Request', status: 400 })
  })

  test('getMembers returns nothing for an empty list, and no members of other lists', async () => {
    const { call, plant } = await withSix()
    const other = await plant((tx) => makeList(tx, { name: 'Other' }))
    for (const query of ['', 'vip_only=true&email_type=html', 'since_last_changed=2020-01-01', 'unique_email_id=a000000000']) {
      expect((await call(`GET /3.0/lists/${other.id}/members?${query}`)).body).toMatchObject({ members: [], total_items: 0 })
    }
  })

  test('getMembers sees changes made since the last call', async () => {
    const { find, call, path } = await withSix()
    expect(await find('vip_only=true&email_type=html')).toBe('bf')
    await call(`PATCH ${path}/a@acme.test`, { vip: true })
    expect(await find('vip_only=true&email_type=html')).toBe('abf')
    expect(await find('vip_only=true')).toBe('abf')
    await call(`DELETE ${path}/b@acme.test`)
    expect(await find('vip_only=true&email_type=html')).toBe('af')
    expect(await find('vip_only=true')).toBe('af')
  })

  test('every filter of getMembers, alone and in pairs, finds exactly the members that match one by one', async () => {
    const { call, plant, list, path } = await withSix()
    await plant((tx) => {
      for (let i = 0; i < 300; i++) {
        const status = (['subscribed', 'unsubscribed', 'archived', 'pending'] as const)[i % 4] ?? 'subscribed'
        makeMember(tx, list, {
          email_address: `m${i}@acme.test`,
          status,
          vip: i % 3 === 0,
          email_type: i % 5 === 0 ? 'text' : 'html',
          timestamp_opt: status === 'pending' ? 0 : START_S - ((i * 7) % 40) * DAY,
          last_changed: START_S - ((i * 11) % 30) * DAY,
        })
      }
    })
    const all = await plant((tx) => tx.range(members.onList, { list_id: list.id }).all())
    const filters: [string, (member: MemberRow) => boolean][] = [
      ['status=subscribed', ({ status }) => status === 'subscribed'],
      ['vip_only=true', ({ vip }) => vip],
      ['email_type=text', ({ email_type }) => email_type === 'text'],
      ['since_timestamp_opt=2025-12-30T09:00:00Z', ({ timestamp_opt }) => timestamp_opt > START_S - 16 * DAY],
      ['before_last_changed=2026-01-10T09:00:00Z', ({ last_changed }) => last_changed < START_S - 5 * DAY],
    ]
    const orders: [string, (member: MemberRow) => number][] = [
      ['', () => 0],
      ['sort_field=timestamp_opt', ({ timestamp_opt }) => timestamp_opt],
      ['sort_field=last_changed', ({ last_changed }) => last_changed],
    ]
    for (const [one, first] of filters) {
      for (const [other, second] of filters) {
        for (const [order, by] of orders) {
          const query = `${one}&${other}&${order}&count=1000`
          const expected = all
            .filter((member) => !member.archived && first(member) && second(member))
            .toSorted((a, b) => by(a) - by(b) || a.seq - b.seq)
            .map(({ hash }) => hash)
          const { body } = await call(`GET ${path}?${query}&fields=members.id,total_items`)
          expect([query, body.total_items]).toEqual([query, expected.length])
          expect(body.members.map((member: { id: string }) => member.id)).toEqual(expected)
        }
      }
    }
  })
})
