import { describe, expect, test } from 'vitest'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { members } from '../../src/service/model/members/member.ts'
import { LIST, FIELDS, mergeFieldWorld } from './merge-field-world.ts'

describe('updateMergeField', () => {
  test('updateMergeField changes the sent fields and keeps the rest', async () => {
    const { call } = await mergeFieldWorld()
    const { body: before } = await call(`POST ${FIELDS}`, {
      tag: 'SIZE',
      name: 'Size',
      type: 'radio',
      options: { choices: ['S'] },
    })
    const { body } = await call(`PATCH ${FIELDS}/5`, { required: true, options: { choices: ['S', 'M'] } })
    expect(body).toEqual({ ...before, required: true, options: { choices: ['S', 'M'] } })
  })

  test('the type of a merge field cannot be changed', async () => {
    const { call } = await mergeFieldWorld()
    expect((await call(`PATCH ${FIELDS}/1`, { type: 'number', merge_id: 12 })).body).toMatchObject({ type: 'text', merge_id: 1 })
  })

  test.each([{}, { tag: 'FNAME', options: { size: 25 } }, { type: 'number', options: { choices: ['a'] } }])(
    'a no-op update of a merge field leaves the world unchanged: %j',
    async (change) => {
      const { call, handle } = await mergeFieldWorld()
      const before = handle().world
      expect((await call(`PATCH ${FIELDS}/1`, change)).status).toBe(200)
      expect(handle().world).toBe(before)
    },
  )

  test("a new tag of a merge field keeps the members' values without changing their last_changed", async () => {
    const { call, list, plant, pass } = await mergeFieldWorld()
    const member = await plant((tx) =>
      makeMember(tx, list, { email_address: 'ada@acme.test', merge_fields: { FNAME: 'Ada', LNAME: 'L' } }),
    )
    await pass('PT1H')
    await call(`PATCH ${FIELDS}/1`, { tag: 'FIRST' })
    const now = await plant((tx) => tx.first(members.key, { contact_id: member.contact_id }))
    expect(now).toMatchObject({ merge_fields: { LNAME: 'L', FIRST: 'Ada' }, last_changed: member.last_changed })
    expect(now?.merge_fields).not.toHaveProperty('FNAME')
  })

  test('a new tag of a merge field replaces the old one in the conditions of saved segments, which keep their members and updated_at', async () => {
    const { call, list, plant, pass } = await mergeFieldWorld()
    for (const FNAME of ['Ada', 'Bob'])
      await plant((tx) => makeMember(tx, list, { email_address: `${FNAME}@acme.test`, merge_fields: { FNAME } }))
    const segments = `/3.0/lists/${LIST}/segments`
    const conditions = [
      { condition_type: 'TextMerge', field: 'FNAME', op: 'is', value: 'Ada' },
      { condition_type: 'TextMerge', field: 'LNAME', op: 'blank' },
      { condition_type: 'VIP', field: 'vip_flag', op: 'notmember' },
    ]
    const { body: segment } = await call(`POST ${segments}`, { name: 'Ada', options: { match: 'all', conditions } })
    const { body: other } = await call(`POST ${segments}`, { name: 'Rest', options: { conditions: conditions.slice(1) } })
    expect(segment.member_count).toBe(1)
    await pass('PT1H')
    await call(`PATCH ${FIELDS}/1`, { tag: 'FIRST' })
    const { body: after } = await call(`GET ${segments}/${segment.id}`)
    expect(after).toEqual({
      ...segment,
      options: { match: 'all', conditions: [{ ...conditions[0], field: 'FIRST' }, ...conditions.slice(1)] },
    })
    expect((await call(`GET ${segments}/${segment.id}/members`)).body.members).toMatchObject([{ email_address: 'Ada@acme.test' }])
    expect((await call(`GET ${segments}/${other.id}`)).body).toEqual(other)
  })

  test('a condition on a deleted merge field is kept and matches no member', async () => {
    const { call } = await mergeFieldWorld()
    const segments = `/3.0/lists/${LIST}/segments`
    const conditions = [{ condition_type: 'TextMerge', field: 'FNAME', op: 'blank' }]
    const { body: segment } = await call(`POST ${segments}`, { name: 'Nameless', options: { conditions } })
    await call(`DELETE ${FIELDS}/1`)
    expect((await call(`GET ${segments}/${segment.id}`)).body).toEqual(segment)
  })

  test('the tag of a merge field may change its case', async () => {
    const { call, tags } = await mergeFieldWorld()
    expect((await call(`PATCH ${FIELDS}/1`, { tag: 'fname' })).status).toBe(200)
    expect(await tags()).toEqual(['ADDRESS', 'LNAME', 'PHONE', 'fname'])
  })
})

describe('deleteMergeField', () => {
  test('a deleted merge field is no longer listed or counted', async () => {
    const { call, tags } = await mergeFieldWorld()
    await call(`DELETE ${FIELDS}/1`)
    expect(await tags()).toEqual(['ADDRESS', 'LNAME', 'PHONE'])
    expect((await call(`GET /3.0/lists/${LIST}`)).body.stats.merge_field_count).toBe(3)
  })

  test('a later merge field with the tag of a deleted one does not get the old values', async () => {
    const { call, list, plant } = await mergeFieldWorld()
    const { contact_id } = await plant((tx) =>
      makeMember(tx, list, { email_address: 'ada@acme.test', merge_fields: { FNAME: 'Ada' } }),
    )
    await call(`DELETE ${FIELDS}/1`)
    await call(`POST ${FIELDS}`, { tag: 'FNAME', name: 'Number', type: 'number' })
    expect(await plant((tx) => tx.first(members.key, { contact_id })?.merge_fields)).toEqual({})
  })
})
