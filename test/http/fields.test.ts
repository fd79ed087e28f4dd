import { describe, expect, test } from 'vitest'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { mock } from '../mock.ts'

describe('partial answers', () => {
  const named = async (query: string) => {
    const { call, plant } = mock()
    await plant((tx) => makeList(tx, { id: 'aaaaaaaaaa', name: 'A' }))
    await plant((tx) => makeList(tx, { id: 'bbbbbbbbbb', name: 'B' }))
    return (await call(`GET /3.0/lists?${query}`)).body
  }

  test('fields keeps the named paths, also in each element of an array', async () => {
    expect(await named('fields=lists.id,lists.contact.country,total_items')).toEqual({
      lists: [
        { id: 'aaaaaaaaaa', contact: { country: 'US' } },
        { id: 'bbbbbbbbbb', contact: { country: 'US' } },
      ],
      total_items: 2,
    })
  })

  test('fields with the name of an object returns the object completely', async () => {
    const { lists } = await named('fields=lists.stats')
    expect(Object.keys(lists[0])).toEqual(['stats'])
    expect(lists[0].stats.member_count).toBe(0)
  })

  test('fields drops links unless they are requested', async () => {
    expect(await named('fields=total_items')).toEqual({ total_items: 2 })
    expect(Object.keys(await named('fields=_links'))).toEqual(['_links'])
  })

  test('a path in fields that names a whole object stays complete, even if parts of it are named as well', async () => {
    for (const query of ['fields=lists.stats,lists.stats.member_count', 'fields=lists.stats.member_count,lists.stats']) {
      expect(Object.keys((await named(query)).lists[0].stats).length).toBeGreaterThan(5)
    }
    const { lists } = await named('exclude_fields=lists.stats,lists.stats.member_count')
    expect(lists[0].stats).toBeUndefined()
  })

  test('a path in fields below a primitive value selects nothing', async () => {
    expect(await named('fields=total_items.first,constraints.may_create.ever')).toEqual({ constraints: {} })
    expect((await named('exclude_fields=total_items.first')).total_items).toBe(2)
  })

  test('exclude_fields drops the named paths', async () => {
    const body = await named('exclude_fields=lists.stats,lists._links,_links')
    expect(Object.keys(body)).toEqual(['lists', 'total_items', 'constraints'])
    expect(body.lists[0].name).toBe('A')
    expect(body.lists[0].stats).toBeUndefined()
  })

  test('unknown names in fields are ignored, whatever they are', async () => {
    expect(await named('fields=nothing,__proto__,constructor.name')).toEqual({})
  })

  test('an empty list of names in fields is ignored', async () => {
    for (const query of ['fields=', 'fields=,', 'exclude_fields=', 'fields=&exclude_fields=lists']) {
      expect((await named(query)).total_items).toBe(2)
    }
  })

  test('fields and exclude_fields together are rejected', async () => {
    expect(await named('fields=lists&exclude_fields=total_items')).toMatchObject({ status: 400, title: 'Bad Request' })
  })

  test('a partial member still links to its page in the web application', async () => {
    const { call, plant } = mock()
    await plant((tx) =>
      makeMember(tx, makeList(tx, { id: 'aaaaaaaaaa', name: 'A' }), { email_address: 'ada@acme.test', web_id: 7 }),
    )
    for (const query of ['', '?fields=email_address', '?exclude_fields=web_id']) {
      const { headers } = await call(`GET /3.0/lists/aaaaaaaaaa/members/ada@acme.test${query}`)
      expect(headers.get('link')).toBe(
        '<http://maildouble.test/schema/3.0/Lists/Members/Instance.json>; rel="describedBy", <http://maildouble.test/lists/members/view?id=7>; rel="dashboard"',
      )
    }
  })
})
