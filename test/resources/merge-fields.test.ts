import { describe, expect, test } from 'vitest'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMergeField } from '../../src/service/rules/merge-fields/make.ts'
import { findMemberSchema } from '../../src/service/model/members/member.ts'
import type { Body } from '../mock.ts'
import { LIST, FIELDS, mergeFieldWorld } from './merge-field-world.ts'

describe('getMergeFields', () => {
  test('getMergeFields returns the fields of a new list', async () => {
    const { call } = await mergeFieldWorld()
    const { body } = await call(`GET ${FIELDS}`)
    expect(body).toMatchObject({ list_id: LIST, total_items: 4 })
    const { _links, ...first } = body.merge_fields[1]
    expect(first).toEqual({
      merge_id: 1,
      tag: 'FNAME',
      name: 'First Name',
      type: 'text',
      required: false,
      default_value: '',
      public: true,
      display_order: 2,
      options: { size: 25 },
      help_text: '',
      list_id: LIST,
    })
  })

  test('getMergeFields returns the fields in the order of their tags', async () => {
    const { call, tags } = await mergeFieldWorld()
    await call(`POST ${FIELDS}`, { tag: 'TITLE', name: 'Title', type: 'text', display_order: 1 })
    await call(`POST ${FIELDS}`, { tag: 'SIZE', name: 'Size', type: 'text' })
    expect(await tags()).toEqual(['ADDRESS', 'FNAME', 'LNAME', 'PHONE', 'SIZE', 'TITLE'])
  })

  test('getMergeFields filters by type and by required', async () => {
    const { call, list, plant } = await mergeFieldWorld()
    await plant((tx) => makeMergeField(tx, list, { tag: 'CITY', name: 'City', type: 'text', required: true }))
    const tagsOf = async (query: string) =>
      (await call(`GET ${FIELDS}?${query}`)).body.merge_fields.map((field: Body) => field.tag)
    expect(await tagsOf('type=text')).toEqual(['CITY', 'FNAME', 'LNAME'])
    expect(await tagsOf('required=true')).toEqual(['CITY'])
    expect(await tagsOf('required=0&type=text')).toEqual(['FNAME', 'LNAME'])
  })
})

describe('addMergeField', () => {
  test('addMergeField creates a field with default values for omitted properties', async () => {
    const { call } = await mergeFieldWorld()
    const { body } = await call(`POST ${FIELDS}`, { name: 'Shoe size', type: 'number' })
    const { _links, ...field } = body
    expect(field).toEqual({
      merge_id: 5,
      tag: 'MMERGE5',
      name: 'Shoe size',
      type: 'number',
      required: false,
      default_value: '',
      public: false,
      display_order: 6,
      options: {},
      help_text: '',
      list_id: LIST,
    })
  })

  test('a new merge field has every setting of its request', async () => {
    const { call } = await mergeFieldWorld()
    const settings = {
      tag: 'SIZE',
      name: 'T-shirt size',
      type: 'dropdown',
      required: true,
      default_value: 'M',
      public: true,
      display_order: 9,
      options: { choices: ['S', 'M', 'L'] },
      help_text: 'As on the label',
    }
    expect((await call(`POST ${FIELDS}`, settings)).body).toMatchObject(settings)
  })

  test.each([
    ['text', { size: 25 }],
    ['number', {}],
    ['address', { default_country: 164 }],
    ['phone', { phone_format: 'none' }],
    ['date', { date_format: 'MM/DD/YYYY' }],
    ['url', {}],
    ['imageurl', {}],
    ['radio', { choices: [] }],
    ['dropdown', { choices: [] }],
    ['birthday', { date_format: 'MM/DD' }],
    ['zip', {}],
  ])('a merge field of type %s has the options of its type', async (type, options) => {
    const { call } = await mergeFieldWorld()
    expect((await call(`POST ${FIELDS}`, { name: 'Field', type })).body.options).toEqual(options)
  })

  test('addMergeField drops options that the type does not have', async () => {
    const { call } = await mergeFieldWorld()
    const options = { size: 40, choices: ['a'], mood: 'good' }
    expect((await call(`POST ${FIELDS}`, { name: 'Field', type: 'text', options })).body.options).toEqual({ size: 40 })
  })

  test('the id of a deleted merge field is not reused', async () => {
    const { call } = await mergeFieldWorld()
    await call(`POST ${FIELDS}`, { name: 'Field', type: 'text' })
    await call(`DELETE ${FIELDS}/5`)
    expect((await call(`POST ${FIELDS}`, { name: 'Field', type: 'text' })).body).toMatchObject({ merge_id: 6, tag: 'MMERGE6' })
  })

  test('the automatic tag of a merge field skips tags that are taken', async () => {
    const { call } = await mergeFieldWorld()
    await call(`POST ${FIELDS}`, { tag: 'mmerge6', name: 'Field', type: 'text' })
    expect((await call(`POST ${FIELDS}`, { name: 'Field', type: 'text' })).body).toMatchObject({ merge_id: 7, tag: 'MMERGE7' })
  })

  test('a scenario may set the id of a merge field, and later ids are higher', async () => {
    const { call, list, plant } = await mergeFieldWorld()
    await plant((tx) => makeMergeField(tx, list, { merge_id: 8, tag: 'SIZE', name: 'Size', type: 'text' }))
    expect((await call(`POST ${FIELDS}`, { name: 'Field', type: 'text' })).body.merge_id).toBe(9)
  })

  test('two lists may have merge fields with the same tag', async () => {
    const { call, plant } = await mergeFieldWorld()
    const other = await plant((tx) => makeList(tx, { name: 'Other' }))
    await call(`POST ${FIELDS}`, { tag: 'SIZE', name: 'Size', type: 'text' })
    const { body } = await call(`POST /3.0/lists/${other.id}/merge-fields`, { tag: 'SIZE', name: 'Size', type: 'text' })
    expect(body.merge_id).toBe(5)
  })

  test("addMergeField adds the field to the members and to the list's count", async () => {
    const { call, plant } = await mergeFieldWorld()
    const before = await plant((tx) => findMemberSchema(tx, LIST))
    await call(`POST ${FIELDS}`, { tag: 'SIZE', name: 'Size', type: 'text' })
    const after = await plant((tx) => findMemberSchema(tx, LIST))
    expect(after).not.toBe(before)
    expect(after.merge_fields.map(({ tag }) => tag)).toEqual(['FNAME', 'LNAME', 'ADDRESS', 'PHONE', 'SIZE'])
    expect((await call(`GET /3.0/lists/${LIST}`)).body.stats.merge_field_count).toBe(5)
  })
})

describe('getMergeField', () => {
  test('getMergeField returns the created field', async () => {
    const { call } = await mergeFieldWorld()
    const { body } = await call(`POST ${FIELDS}`, { name: 'Size', type: 'text' })
    expect((await call(`GET ${FIELDS}/5`)).body).toEqual(body)
  })
})
