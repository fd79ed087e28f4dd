import { describe, expect, test } from 'vitest'
import { makeList, type NewList } from '../../src/service/rules/lists/make.ts'
import { findPermissions } from '../../src/service/model/lists/list.ts'
import { mock } from '../mock.ts'

const ID = 'a1b2c3d4e5'

/** A world with one list. */
async function withList(fields: Partial<NewList> = {}) {
  const world = mock()
  const list = await world.plant((tx) => makeList(tx, { id: ID, name: 'Acme News', ...fields }))
  return { ...world, list }
}

describe('the marketing permissions of a list', () => {
  test('a list with marketing permissions has three of them from the start', async () => {
    const { list, plant } = await withList({ marketing_permissions: true })
    const given = await plant((tx) => findPermissions(tx, list))
    expect(given.map(({ text }) => text)).toEqual(['Email', 'Direct Mail', 'Customized Online Advertising'])
    expect(new Set(given.map(({ marketing_permission_id: id }) => id)).size).toBe(3)
  })

  test('a list without marketing permissions has none', async () => {
    const { list, plant } = await withList()
    expect(await plant((tx) => findPermissions(tx, list))).toEqual([])
  })

  test('a list that switches marketing permissions on gets three, and the same ones after off and on again', async () => {
    const { call, plant, list } = await withList()
    const current = (marketing_permissions: boolean) => plant((tx) => findPermissions(tx, { ...list, marketing_permissions }))
    await call(`PATCH /3.0/lists/${ID}`, { marketing_permissions: true })
    const first = await current(true)
    expect(first).toHaveLength(3)
    await call(`PATCH /3.0/lists/${ID}`, { marketing_permissions: false })
    expect(await current(false)).toEqual([])
    await call(`PATCH /3.0/lists/${ID}`, { marketing_permissions: true })
    expect(await current(true)).toEqual(first)
  })
})
