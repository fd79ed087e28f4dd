import { describe, expect, test } from 'vitest'
import { makeCategory, makeInterest } from '../../src/service/rules/interests/make.ts'
import type { ListRow } from '../../src/service/model/lists/list.ts'
import { memberRecord } from '../../src/service/rules/members/view.ts'
import { makeMergeField } from '../../src/service/rules/merge-fields/make.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import { AT_START, ID, withAda } from './member-world.ts'

describe('getMember', () => {
  test("a member's record is rendered once, and again when something that it shows changes", async () => {
    const { plant, list, row, call, ada } = await withAda()
    const member = await row()
    if (!member) throw new Error('Ada is gone.')
    const first = await plant((tx) => memberRecord(tx, list, member))
    expect(await plant((tx) => memberRecord(tx, list, member))).toBe(first)
    await plant((tx) => makeMergeField(tx, list, { name: 'Town', tag: 'TOWN', type: 'text' }))
    const second = await plant((tx) => memberRecord(tx, list, member))
    expect(second).not.toBe(first)
    expect((await call(`GET ${ada}`)).body.merge_fields).toHaveProperty('TOWN')
  })

  test.each([
    ['a merge field', (tx: Tx, list: ListRow) => makeMergeField(tx, list, { name: 'Town', tag: 'TOWN', type: 'text' })],
    [
      'an interest',
      (tx: Tx, list: ListRow) => makeInterest(tx, list, makeCategory(tx, list, { title: 'T', type: 'radio' }), { name: 'I' }),
    ],
  ])("a member's record shows a new %s immediately", async (_, change) => {
    const { call, plant, list, ada } = await withAda()
    const before = (await call(`GET ${ada}`)).text
    await plant((tx) => change(tx, list))
    expect((await call(`GET ${ada}`)).text).not.toBe(before)
  })

  test("a member's record shows the new name of a renamed tag immediately", async () => {
    const { call, ada } = await withAda()
    await call(`POST ${ada}/tags`, { tags: [{ name: 'vip', status: 'active' }] })
    const { body } = await call(`GET ${ada}`)
    await call(`PATCH /3.0/lists/${ID}/segments/${body.tags[0].id}`, { name: 'very important' })
    expect((await call(`GET ${ada}`)).body.tags).toEqual([{ id: body.tags[0].id, name: 'very important' }])
  })

  test("a member's record shows the last note while there is one", async () => {
    const { call, ada } = await withAda()
    expect((await call(`GET ${ada}`)).body).not.toHaveProperty('last_note')
    await call(`POST ${ada}/notes`, { note: 'First' })
    const { body: note } = await call(`POST ${ada}/notes`, { note: 'Second' })
    expect((await call(`GET ${ada}`)).body.last_note).toMatchObject({ note_id: note.id, created_at: AT_START, note: 'Second' })
    await call(`DELETE ${ada}/notes/${note.id}`)
    expect((await call(`GET ${ada}`)).body.last_note).toMatchObject({ note: 'First' })
  })

  test("a member's record shows each interest of the list", async () => {
    const { call, ada, plant, list } = await withAda()
    expect((await call(`GET ${ada}`)).body).not.toHaveProperty('interests')
    const [arts, bikes] = await plant((tx) => {
      const category = makeCategory(tx, list, { title: 'Topics', type: 'checkboxes' })
      return ['Arts', 'Bikes'].map((name) => makeInterest(tx, list, category, { name }).id)
    })
    await call(`PATCH ${ada}`, { interests: { [arts ?? '']: true } })
    const { body } = await call(`PATCH ${ada}`, { interests: { [bikes ?? '']: true, [arts ?? '']: false } })
    expect(body.interests).toEqual({ [arts ?? '']: false, [bikes ?? '']: true })
  })

  test("a member's record shows marketing permissions while the list has them enabled", async () => {
    const { call, ada } = await withAda()
    const first = await call(`GET ${ada}`)
    await call(`PATCH /3.0/lists/${ID}`, { marketing_permissions: true })
    const second = await call(`GET ${ada}`)
    await call(`PATCH /3.0/lists/${ID}`, { marketing_permissions: false })
    const third = await call(`GET ${ada}`)
    expect(second.body.marketing_permissions).toHaveLength(3)
    expect(third.text).toBe(first.text)
  })
})
