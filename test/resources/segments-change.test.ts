import { describe, expect, test } from 'vitest'
import { taggings } from '../../src/service/model/segments/segment.ts'
import { AT_START, LATER } from './member-world.ts'
import { GERMAN, VIP, withPeople } from './segment-world.ts'

describe('updateSegment', () => {
  test('updateSegment replaces the conditions of a saved segment', async () => {
    const { call, segments, germans, pass } = await withPeople()
    const { id } = await germans()
    await pass('PT5M')
    const notGerman = { ...GERMAN, op: 'not' }
    const { body } = await call(`PATCH ${segments}/${id}`, {
      name: 'Others',
      options: { match: 'all', conditions: [notGerman] },
    })
    expect(body).toMatchObject({
      name: 'Others',
      options: { match: 'all', conditions: [notGerman] },
      member_count: 1,
      created_at: AT_START,
      updated_at: LATER,
    })
  })

  test('updateSegment renames the tag of a static segment, also in its members', async () => {
    const { call, segments, plantStatic, ada } = await withPeople()
    const { id } = await plantStatic('Friends', 'ada@acme.test')
    expect((await call(`GET ${ada}`)).body.tags).toEqual([{ id, name: 'Friends' }])
    await call(`PATCH ${segments}/${id}`, { name: 'Pals' })
    expect((await call(`GET ${ada}`)).body.tags).toEqual([{ id, name: 'Pals' }])
  })

  test('updateSegment replaces the members of a static segment, changing only added and removed members', async () => {
    const { call, segments, plantStatic, path, pass } = await withPeople()
    const { id } = await plantStatic('Friends', 'ada@acme.test', 'una@acme.test')
    await pass('PT5M')
    const { body } = await call(`PATCH ${segments}/${id}`, {
      static_segment: ['bob@acme.test', 'ada@acme.test', 'nobody@acme.test'],
    })
    expect(body).toMatchObject({ member_count: 2, updated_at: LATER })
    const changed = async (name: string) => (await call(`GET ${path}/${name}@acme.test`)).body.last_changed
    expect([await changed('ada'), await changed('bob'), await changed('una')]).toEqual([AT_START, LATER, LATER])
  })

  test('updateSegment empties a static segment with an empty array', async () => {
    const { call, segments, plantStatic } = await withPeople()
    const { id } = await plantStatic('Friends', 'ada@acme.test')
    expect((await call(`PATCH ${segments}/${id}`, { static_segment: [] })).body.member_count).toBe(0)
  })

  test.each([{}, { name: 'Friends' }, { static_segment: ['ada@acme.test'] }])(
    'the no-op update %j of a segment changes nothing',
    async (body) => {
      const { call, segments, plantStatic, pass, handle } = await withPeople()
      const { id } = await plantStatic('Friends', 'ada@acme.test')
      await pass('PT5M')
      const before = handle().world
      expect((await call(`PATCH ${segments}/${id}`, body)).status).toBe(200)
      expect(handle().world).toBe(before)
    },
  )

  test.each([
    ['options of a static segment', 'static', { options: { conditions: [VIP] } }, 'options'],
    ['members of a saved segment', 'saved', { static_segment: [] }, 'static_segment'],
    ['the name of another tag', 'static', { name: 'Taken' }, 'name'],
    [
      'a malformed condition',
      'saved',
      { options: { conditions: [{ field: 'language', op: 'as' }] } },
      'options.conditions.item:0',
    ],
  ])('a segment cannot be changed to %s', async (_what, type, given, field) => {
    const { call, segments, plantStatic, germans } = await withPeople()
    await plantStatic('Taken')
    const { id } = type === 'static' ? await plantStatic('Friends') : await germans()
    const { body } = await call(`PATCH ${segments}/${id}`, given)
    expect(body).toMatchObject({ title: 'Invalid Resource', status: 400, errors: [{ field }] })
  })
})

describe('deleteSegment', () => {
  test('deleteSegment removes the tag of a static segment from its members without changing their last_changed', async () => {
    const { call, segments, plantStatic, ada, pass, plant } = await withPeople()
    const { id } = await plantStatic('Friends', 'ada@acme.test')
    expect((await call(`GET ${ada}`)).body.tags_count).toBe(1)
    await pass('PT5M')
    await call(`DELETE ${segments}/${id}`)
    expect((await call(`GET ${ada}`)).body).toMatchObject({ tags_count: 0, tags: [], last_changed: AT_START })
    expect(await plant((tx) => tx.range(taggings.key).count)).toBe(0)
  })

  test('conditions of other segments that name the deleted segment match no members', async () => {
    const { call, segments, plantStatic } = await withPeople()
    const { id } = await plantStatic('Friends', 'ada@acme.test')
    const outside = { condition_type: 'StaticSegment', field: 'static_segment', op: 'static_not', value: id }
    const { body } = await call(`POST ${segments}`, { name: 'Strangers', options: { conditions: [outside] } })
    expect(body.member_count).toBe(1)
    await call(`DELETE ${segments}/${id}`)
    expect((await call(`GET ${segments}/${body.id}`)).body.member_count).toBe(0)
  })
})
