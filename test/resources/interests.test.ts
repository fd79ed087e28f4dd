import { describe, expect, test } from 'vitest'
import { makeCategory, makeInterest } from '../../src/resources/interests/make.ts'
import { makeList } from '../../src/resources/lists/make.ts'
import { makeMember } from '../../src/resources/members/make.ts'
import { members } from '../../src/resources/members/member.ts'
import { shapeOf } from '../../src/resources/shapes/shape.ts'
import { mock, type Body } from '../mock.ts'

const LIST = 'a1b2c3d4e5'
const TOPICS = 'c0c0c0c0c0'
const GARDENING = 'd1d1d1d1d1'
const COOKING = 'd2d2d2d2d2'
const CATEGORIES = `/3.0/lists/${LIST}/interest-categories`
const INTERESTS = `${CATEGORIES}/${TOPICS}/interests`

/** A world with a list that has a category with two interests. */
async function withInterests() {
  const world = mock()
  const list = await world.plant((tx) => {
    const made = makeList(tx, { id: LIST, name: 'Acme News' })
    const topics = makeCategory(tx, made, { id: TOPICS, title: 'Topics', type: 'checkboxes' })
    makeInterest(tx, made, topics, { id: GARDENING, name: 'Gardening' })
    makeInterest(tx, made, topics, { id: COOKING, name: 'Cooking' })
    return made
  })
  const join = (email_address: string, interests: readonly string[], status: 'subscribed' | 'unsubscribed' = 'subscribed') =>
    world.plant((tx) => makeMember(tx, list, { email_address, interests, status }))
  const interestsOf = (contact_id: string) => world.plant((tx) => tx.first(members.key, { contact_id })?.interests)
  return { ...world, list, join, interestsOf }
}

const rels = (body: Body): string[] => body._links.map(({ rel }: Body) => rel)

describe('getInterests', () => {
  test('answers the interests with the number of their subscribers as a string', async () => {
    const { call, join } = await withInterests()
    await join('ada@acme.test', [GARDENING, COOKING])
    await join('bob@acme.test', [GARDENING])
    await join('cy@acme.test', [GARDENING], 'unsubscribed')
    const { status, body } = await call(`GET ${INTERESTS}`)
    expect(status).toBe(200)
    expect(body.interests.map(({ name, subscriber_count }: Body) => [name, subscriber_count])).toEqual([
      ['Gardening', '2'],
      ['Cooking', '1'],
    ])
    expect(body).toMatchObject({ list_id: LIST, category_id: TOPICS, total_items: 2 })
    expect(rels(body)).toEqual(['self', 'parent', 'create'])
  })

  test('answers a page', async () => {
    const { call } = await withInterests()
    const { body } = await call(`GET ${INTERESTS}?count=1&offset=1&fields=interests.name,total_items`)
    expect(body).toEqual({ interests: [{ name: 'Cooking' }], total_items: 2 })
  })

  test('refuses a count that is none', async () => {
    const { call } = await withInterests()
    const { body } = await call(`GET ${INTERESTS}?count=few`)
    expect(body).toMatchObject({ title: 'Invalid Resource', status: 400, errors: [{ field: 'count' }] })
  })

  test('refuses fields and exclude_fields together', async () => {
    const { call } = await withInterests()
    const { body } = await call(`GET ${INTERESTS}?fields=list_id&exclude_fields=total_items`)
    expect(body).toMatchObject({ title: 'Bad Request', status: 400 })
  })

  test('an unknown category is not found', async () => {
    const { call } = await withInterests()
    const { body } = await call(`GET ${CATEGORIES}/ffffffffff/interests`)
    expect(body).toMatchObject({ title: 'Resource Not Found', status: 404 })
  })
})

describe('createInterest', () => {
  test('makes an interest that no member has', async () => {
    const { call, plant } = await withInterests()
    const before = await plant((tx) => shapeOf(tx, LIST))
    const { status, body } = await call(`POST ${INTERESTS}`, { name: 'Travel' })
    expect(status).toBe(200)
    const { id, _links, ...interest } = body
    expect(id).toMatch(/^[0-9a-f]{10}$/)
    expect(interest).toEqual({ category_id: TOPICS, list_id: LIST, name: 'Travel', subscriber_count: '0', display_order: 3 })
    expect(rels(body)).toEqual(['self', 'parent', 'update', 'delete'])
    const after = await plant((tx) => shapeOf(tx, LIST))
    expect(after).not.toBe(before)
    expect(after.interests).toEqual([GARDENING, COOKING, id])
  })

  test.each([
    ['', {}],
    ['name', { name: '' }],
    ['display_order', { name: 'Travel', display_order: 1.5 }],
  ])('refuses a body that is wrong at %j', async (field, wrong) => {
    const { call } = await withInterests()
    const { body } = await call(`POST ${INTERESTS}`, wrong)
    expect(body).toMatchObject({ title: 'Invalid Resource', status: 400, errors: [{ field }] })
  })

  test('an unknown category is not found', async () => {
    const { call } = await withInterests()
    const { body } = await call(`POST ${CATEGORIES}/ffffffffff/interests`, { name: 'Travel' })
    expect(body).toMatchObject({ title: 'Resource Not Found', status: 404 })
  })
})

describe('getInterest', () => {
  test('answers the interest', async () => {
    const { call, join } = await withInterests()
    await join('ada@acme.test', [GARDENING])
    const { status, body } = await call(`GET ${INTERESTS}/${GARDENING}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: GARDENING, name: 'Gardening', subscriber_count: '1', display_order: 1 })
  })

  test('an interest of another category is not found', async () => {
    const { call, list, plant } = await withInterests()
    const days = await plant((tx) => makeCategory(tx, list, { title: 'Days', type: 'radio' }))
    const { body } = await call(`GET ${CATEGORIES}/${days.id}/interests/${GARDENING}`)
    expect(body).toMatchObject({ title: 'Resource Not Found', status: 404 })
  })

  test('refuses fields and exclude_fields together', async () => {
    const { call } = await withInterests()
    const { body } = await call(`GET ${INTERESTS}/${GARDENING}?fields=id&exclude_fields=name`)
    expect(body).toMatchObject({ title: 'Bad Request', status: 400 })
  })
})

describe('updateInterest', () => {
  test('changes what is sent and keeps the rest', async () => {
    const { call, join } = await withInterests()
    await join('ada@acme.test', [COOKING])
    const { status, body } = await call(`PATCH ${INTERESTS}/${COOKING}`, { name: 'Baking', display_order: 0 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: COOKING, name: 'Baking', display_order: 0, subscriber_count: '1' })
    expect((await call(`GET ${INTERESTS}`)).body.interests.map(({ name }: Body) => name)).toEqual(['Baking', 'Gardening'])
  })

  test('a change to what is there already leaves the very same world', async () => {
    const { call, cell } = await withInterests()
    const before = cell().world
    await call(`PATCH ${INTERESTS}/${COOKING}`, { name: 'Cooking', subscriber_count: '9' })
    expect(cell().world).toBe(before)
  })

  test('refuses an empty name', async () => {
    const { call } = await withInterests()
    const { body } = await call(`PATCH ${INTERESTS}/${COOKING}`, { name: '' })
    expect(body).toMatchObject({ title: 'Invalid Resource', status: 400, errors: [{ field: 'name' }] })
  })

  test('an unknown id is not found', async () => {
    const { call } = await withInterests()
    const { body } = await call(`PATCH ${INTERESTS}/ffffffffff`, { name: 'Travel' })
    expect(body).toMatchObject({ title: 'Resource Not Found', status: 404 })
  })
})

describe('deleteInterest', () => {
  test('takes it from the members too', async () => {
    const { call, join, interestsOf } = await withInterests()
    const { contact_id } = await join('ada@acme.test', [GARDENING, COOKING])
    const { status, text } = await call(`DELETE ${INTERESTS}/${GARDENING}`)
    expect([status, text]).toEqual([204, ''])
    expect((await call(`GET ${INTERESTS}/${GARDENING}`)).status).toBe(404)
    expect(await interestsOf(contact_id)).toEqual([COOKING])
  })

  test('an unknown id is not found', async () => {
    const { call } = await withInterests()
    const { body } = await call(`DELETE ${INTERESTS}/ffffffffff`)
    expect(body).toMatchObject({ title: 'Resource Not Found', status: 404 })
  })
})
