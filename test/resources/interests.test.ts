import { describe, expect, test } from 'vitest'
import { makeCategory } from '../../src/service/rules/interests/make.ts'
import { findMemberSchema } from '../../src/service/model/members/member.ts'
import type { Body } from '../mock.ts'
import { LIST, TOPICS, GARDENING, COOKING, CATEGORIES, INTERESTS, withInterests } from './interest-world.ts'

describe('getInterests', () => {
  test('getInterests returns the interests with the number of their subscribers as a string', async () => {
    const { call, join } = await withInterests()
    await join('ada@acme.test', [GARDENING, COOKING])
    await join('bob@acme.test', [GARDENING])
    await join('cy@acme.test', [GARDENING], 'unsubscribed')
    const { body } = await call(`GET ${INTERESTS}`)
    expect(body.interests.map(({ name, subscriber_count }: Body) => [name, subscriber_count])).toEqual([
      ['Gardening', '2'],
      ['Cooking', '1'],
    ])
    expect(body).toMatchObject({ list_id: LIST, category_id: TOPICS, total_items: 2 })
  })
})

test.each([
  ['createInterest', `POST ${INTERESTS}`],
  ['updateInterest', `PATCH ${INTERESTS}/${COOKING}`],
])('%s rejects the name of another interest of the category', async (_, line) => {
  const { call, handle } = await withInterests()
  const before = handle().world
  const { body } = await call(line, { name: 'Gardening' })
  expect(body).toMatchObject({
    title: 'Invalid Resource',
    detail: 'Cannot add "Gardening" because it already exists on the list.',
  })
  expect(body).not.toHaveProperty('errors')
  expect(handle().world).toBe(before)
})

test('an interest keeps its name in an update, and another category may have the same', async () => {
  const { call } = await withInterests()
  expect((await call(`PATCH ${INTERESTS}/${COOKING}`, { name: 'Cooking' })).status).toBe(200)
  const { id } = (await call(`POST ${CATEGORIES}`, { title: 'Days', type: 'hidden' })).body
  expect((await call(`POST ${CATEGORIES}/${id}/interests`, { name: 'Cooking' })).status).toBe(200)
})

describe('createInterest', () => {
  test('createInterest creates an interest that no member has', async () => {
    const { call, plant } = await withInterests()
    const before = await plant((tx) => findMemberSchema(tx, LIST))
    const { body } = await call(`POST ${INTERESTS}`, { name: 'Travel' })
    const { id, _links, ...interest } = body
    expect(id).toMatch(/^[0-9a-f]{10}$/)
    expect(interest).toEqual({ category_id: TOPICS, list_id: LIST, name: 'Travel', subscriber_count: '0', display_order: 3 })
    const after = await plant((tx) => findMemberSchema(tx, LIST))
    expect(after).not.toBe(before)
    expect(after.interests).toEqual([GARDENING, COOKING, id])
  })
})

describe('getInterest', () => {
  test('getInterest returns the interest as it was created', async () => {
    const { call, join } = await withInterests()
    await join('ada@acme.test', [GARDENING])
    const { body } = await call(`GET ${INTERESTS}/${GARDENING}`)
    expect(body).toMatchObject({ id: GARDENING, name: 'Gardening', subscriber_count: '1', display_order: 1 })
  })

  test('an interest of another category is answered with 404', async () => {
    const { call, list, plant } = await withInterests()
    const days = await plant((tx) => makeCategory(tx, list, { title: 'Days', type: 'radio' }))
    const { body } = await call(`GET ${CATEGORIES}/${days.id}/interests/${GARDENING}`)
    expect(body).toMatchObject({ title: 'Resource Not Found', status: 404 })
  })
})

describe('updateInterest', () => {
  test('updateInterest changes the sent fields and keeps the rest', async () => {
    const { call, join } = await withInterests()
    await join('ada@acme.test', [COOKING])
    const { body } = await call(`PATCH ${INTERESTS}/${COOKING}`, { name: 'Baking', display_order: 0 })
    expect(body).toMatchObject({ id: COOKING, name: 'Baking', display_order: 0, subscriber_count: '1' })
    expect((await call(`GET ${INTERESTS}`)).body.interests.map(({ name }: Body) => name)).toEqual(['Baking', 'Gardening'])
  })
})

describe('deleteInterest', () => {
  test('deleteInterest removes the interest from the members too', async () => {
    const { call, join, interestsOf } = await withInterests()
    const { contact_id } = await join('ada@acme.test', [GARDENING, COOKING])
    await call(`DELETE ${INTERESTS}/${GARDENING}`)
    expect(await interestsOf(contact_id)).toEqual([COOKING])
  })
})
