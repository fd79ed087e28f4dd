import { describe, expect, test } from 'vitest'
import { makeCategory, makeInterest } from '../../src/service/rules/interests/make.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { members, findMemberSchema } from '../../src/service/model/members/member.ts'
import { mock, type Body } from '../mock.ts'
import { LIST, TOPICS, GARDENING, COOKING, CATEGORIES, INTERESTS, withInterests, rels } from './interest-world.ts'

describe('getInterestCategories', () => {
  test('getInterestCategories returns the categories in the order of the form', async () => {
    const { call } = await withInterests()
    await call(`POST ${CATEGORIES}`, { title: 'Days', type: 'radio' })
    await call(`POST ${CATEGORIES}`, { title: 'Sizes', type: 'dropdown', display_order: -1 })
    const { status, body } = await call(`GET ${CATEGORIES}`)
    expect(status).toBe(200)
    expect(body.categories.map(({ title, display_order }: Body) => [title, display_order])).toEqual([
      ['Sizes', -1],
      ['Topics', 0],
      ['Days', 1],
    ])
    expect(body).toMatchObject({ list_id: LIST, total_items: 3 })
    expect(rels(body)).toEqual(['self', 'parent', 'create'])
  })

  test('getInterestCategories filters by type and supports paging', async () => {
    const { call } = await withInterests()
    for (const title of ['A', 'B']) await call(`POST ${CATEGORIES}`, { title, type: 'radio' })
    const { body } = await call(`GET ${CATEGORIES}?type=radio&count=1&offset=1`)
    expect(body.categories.map(({ title }: Body) => title)).toEqual(['B'])
    expect(body.total_items).toBe(2)
  })

  test.each(['type=tree', 'offset=-1'])('a query of interest categories with %s is rejected', async (query) => {
    const { call } = await withInterests()
    const { body } = await call(`GET ${CATEGORIES}?${query}`)
    expect(body).toMatchObject({ title: 'Invalid Resource', status: 400, errors: [{ field: query.split('=')[0] }] })
  })

  test('getInterestCategories rejects fields together with exclude_fields', async () => {
    const { call } = await withInterests()
    const { body } = await call(`GET ${CATEGORIES}?fields=list_id&exclude_fields=total_items`)
    expect(body).toMatchObject({ title: 'Bad Request', status: 400 })
  })

  test('the interest categories of an unknown list are answered with 404', async () => {
    const { body } = await mock().call(`GET ${CATEGORIES}`)
    expect(body).toMatchObject({ title: 'Resource Not Found', status: 404 })
  })
})

test('an interest category keeps its title in an update, and cannot have that of another one', async () => {
  const { call } = await withInterests()
  const detail = "An interest category with the title 'Topics' already exists."
  const second = await call(`POST ${CATEGORIES}`, { title: 'Topics', type: 'hidden' })
  expect(second.body).toMatchObject({ status: 400, title: 'Invalid Resource', detail })
  expect(second.body).not.toHaveProperty('errors')
  const { id } = (await call(`POST ${CATEGORIES}`, { title: 'Days', type: 'hidden' })).body
  expect((await call(`PATCH ${CATEGORIES}/${id}`, { title: 'Topics' })).body).toMatchObject({ status: 400, detail })
  expect((await call(`PATCH ${CATEGORIES}/${id}`, { title: 'Days' })).status).toBe(200)
})

describe('createInterestCategory', () => {
  test('createInterestCategory creates a category without interests', async () => {
    const { call } = await withInterests()
    const { status, body } = await call(`POST ${CATEGORIES}`, { title: 'Days', type: 'hidden' })
    expect(status).toBe(200)
    const { id, _links, ...category } = body
    expect(id).toMatch(/^[0-9a-f]{10}$/)
    expect(category).toEqual({ list_id: LIST, title: 'Days', display_order: 1, type: 'hidden' })
    expect(rels(body)).toEqual(['self', 'parent', 'update', 'delete', 'interests'])
    expect((await call(`GET ${CATEGORIES}/${id}/interests`)).body.total_items).toBe(0)
  })

  test.each([
    ['', { title: 'Days' }],
    ['', { type: 'radio' }],
    ['title', { title: '', type: 'radio' }],
    ['type', { title: 'Days', type: 'tree' }],
  ])('createInterestCategory rejects a body that is invalid at %j', async (field, wrong) => {
    const { call } = await withInterests()
    const { body } = await call(`POST ${CATEGORIES}`, wrong)
    expect(body).toMatchObject({ title: 'Invalid Resource', status: 400, errors: [{ field }] })
  })

  test('an interest category for an unknown list is answered with 404', async () => {
    const { body } = await mock().call(`POST ${CATEGORIES}`, { title: 'Days', type: 'radio' })
    expect(body).toMatchObject({ title: 'Resource Not Found', status: 404 })
  })
})

describe('getInterestCategory', () => {
  test('getInterestCategory returns the category, whose links can be followed', async () => {
    const { call } = await withInterests()
    const { body } = await call(`GET ${CATEGORIES}/${TOPICS}`)
    expect(body).toMatchObject({ id: TOPICS, title: 'Topics', type: 'checkboxes', display_order: 0, list_id: LIST })
    for (const { href } of body._links.filter(({ method }: Body) => method === 'GET')) {
      expect((await call(`GET ${href.slice('http://maildouble.test'.length)}`)).status).toBe(200)
    }
  })

  test('an interest category of another list is answered with 404', async () => {
    const { call, plant } = await withInterests()
    const other = await plant((tx) => makeList(tx, { name: 'Other' }))
    const { body } = await call(`GET /3.0/lists/${other.id}/interest-categories/${TOPICS}`)
    expect(body).toMatchObject({ title: 'Resource Not Found', status: 404 })
  })

  test('getInterestCategory rejects fields together with exclude_fields', async () => {
    const { call } = await withInterests()
    const { body } = await call(`GET ${CATEGORIES}/${TOPICS}?fields=id&exclude_fields=title`)
    expect(body).toMatchObject({ title: 'Bad Request', status: 400 })
  })
})

describe('updateInterestCategory', () => {
  test('updateInterestCategory changes the sent fields and keeps the rest', async () => {
    const { call } = await withInterests()
    const { status, body } = await call(`PATCH ${CATEGORIES}/${TOPICS}`, { title: 'Favourites', type: 'radio' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: TOPICS, title: 'Favourites', type: 'radio', display_order: 0 })
    expect((await call(`GET ${CATEGORIES}/${TOPICS}`)).body).toEqual(body)
  })

  test('a no-op update of an interest category leaves the world unchanged', async () => {
    const { call, handle } = await withInterests()
    const before = handle().world
    await call(`PATCH ${CATEGORIES}/${TOPICS}`, { title: 'Topics', id: 'x' })
    expect(handle().world).toBe(before)
  })

  test('an interest category cannot be given an empty title', async () => {
    const { call } = await withInterests()
    const { body } = await call(`PATCH ${CATEGORIES}/${TOPICS}`, { title: '' })
    expect(body).toMatchObject({ title: 'Invalid Resource', status: 400, errors: [{ field: 'title' }] })
  })

  test('the update of an unknown interest category is answered with 404', async () => {
    const { call } = await withInterests()
    const { body } = await call(`PATCH ${CATEGORIES}/ffffffffff`, { title: 'Days' })
    expect(body).toMatchObject({ title: 'Resource Not Found', status: 404 })
  })
})

describe('deleteInterestCategory', () => {
  test('deleteInterestCategory removes its interests, also from the members, without changing their last_changed', async () => {
    const { call, list, plant, join, pass } = await withInterests()
    const days = await plant((tx) => makeCategory(tx, list, { title: 'Days', type: 'radio' }))
    const monday = await plant((tx) => makeInterest(tx, list, days, { name: 'Monday' }))
    const { contact_id, last_changed } = await join('ada@acme.test', [GARDENING, monday.id, COOKING])
    await pass('PT1H')
    const { status, text } = await call(`DELETE ${CATEGORIES}/${TOPICS}`)
    expect([status, text]).toEqual([204, ''])
    expect((await call(`GET ${CATEGORIES}/${TOPICS}`)).status).toBe(404)
    expect((await call(`GET ${INTERESTS}/${GARDENING}`)).status).toBe(404)
    expect(await plant((tx) => tx.first(members.key, { contact_id }))).toMatchObject({ interests: [monday.id], last_changed })
    expect(await plant((tx) => findMemberSchema(tx, LIST).interests)).toEqual([monday.id])
  })

  test('the deletion of an unknown interest category is answered with 404', async () => {
    const { call } = await withInterests()
    const { body } = await call(`DELETE ${CATEGORIES}/ffffffffff`)
    expect(body).toMatchObject({ title: 'Resource Not Found', status: 404 })
  })
})
