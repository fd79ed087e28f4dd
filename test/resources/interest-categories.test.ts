import { describe, expect, test } from 'vitest'
import { makeCategory, makeInterest } from '../../src/service/rules/interests/make.ts'
import { members, findMemberSchema } from '../../src/service/model/members/member.ts'
import type { Body } from '../mock.ts'
import { LIST, TOPICS, GARDENING, COOKING, CATEGORIES, withInterests } from './interest-world.ts'

describe('getInterestCategories', () => {
  test('getInterestCategories returns the categories in the order of the form', async () => {
    const { call } = await withInterests()
    await call(`POST ${CATEGORIES}`, { title: 'Days', type: 'radio' })
    await call(`POST ${CATEGORIES}`, { title: 'Sizes', type: 'dropdown', display_order: -1 })
    const { body } = await call(`GET ${CATEGORIES}`)
    expect(body.categories.map(({ title, display_order }: Body) => [title, display_order])).toEqual([
      ['Sizes', -1],
      ['Topics', 0],
      ['Days', 1],
    ])
    expect(body).toMatchObject({ list_id: LIST, total_items: 3 })
  })

  test('getInterestCategories filters by type and supports paging', async () => {
    const { call } = await withInterests()
    for (const title of ['A', 'B']) await call(`POST ${CATEGORIES}`, { title, type: 'radio' })
    const { body } = await call(`GET ${CATEGORIES}?type=radio&count=1&offset=1`)
    expect(body.categories.map(({ title }: Body) => title)).toEqual(['B'])
    expect(body.total_items).toBe(2)
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
    const { body } = await call(`POST ${CATEGORIES}`, { title: 'Days', type: 'hidden' })
    const { id, _links, ...category } = body
    expect(id).toMatch(/^[0-9a-f]{10}$/)
    expect(category).toEqual({ list_id: LIST, title: 'Days', display_order: 1, type: 'hidden' })
    expect((await call(`GET ${CATEGORIES}/${id}/interests`)).body.total_items).toBe(0)
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
})

describe('updateInterestCategory', () => {
  test('updateInterestCategory changes the sent fields and keeps the rest', async () => {
    const { call } = await withInterests()
    const { body } = await call(`PATCH ${CATEGORIES}/${TOPICS}`, { title: 'Favourites', type: 'radio' })
    expect(body).toMatchObject({ id: TOPICS, title: 'Favourites', type: 'radio', display_order: 0 })
  })
})

describe('deleteInterestCategory', () => {
  test('deleteInterestCategory removes its interests, also from the members, without changing their last_changed', async () => {
    const { call, list, plant, join, pass } = await withInterests()
    const days = await plant((tx) => makeCategory(tx, list, { title: 'Days', type: 'radio' }))
    const monday = await plant((tx) => makeInterest(tx, list, days, { name: 'Monday' }))
    const { contact_id, last_changed } = await join('ada@acme.test', [GARDENING, monday.id, COOKING])
    await pass('PT1H')
    await call(`DELETE ${CATEGORIES}/${TOPICS}`)
    expect(await plant((tx) => tx.first(members.key, { contact_id }))).toMatchObject({ interests: [monday.id], last_changed })
    expect(await plant((tx) => findMemberSchema(tx, LIST).interests)).toEqual([monday.id])
  })
})
