import { describe, expect, test } from 'vitest'
import { makeFolder } from '../../src/service/rules/folders/make.ts'
import { makeTemplate, type NewTemplate } from '../../src/service/rules/templates/make.ts'
import { mock } from '../mock.ts'
import { missing } from '../service-texts.ts'

const NEWS = 'aaaaaaaaaa'
const OLD = 'bbbbbbbbbb'
const BASE = 'http://maildouble.test'

/** A world with two template folders, one campaign folder, and the given templates. */
async function withFolders(...planted: Partial<NewTemplate>[]) {
  const world = mock()
  await world.plant((tx) => {
    makeFolder(tx, { id: NEWS, kind: 'template', name: 'News' })
    makeFolder(tx, { id: 'cccccccccc', kind: 'campaign', name: 'Spring' })
    makeFolder(tx, { id: OLD, kind: 'template', name: 'Old' })
    for (const fields of planted) makeTemplate(tx, { name: 'T', html: '<p>', ...fields })
  })
  return world
}

const names = (folders: readonly { name: string }[]) => folders.map(({ name }) => name)

describe('createTemplateFolder', () => {
  test('a new template folder is empty and links to its operations', async () => {
    const { call } = mock()
    const { status, body } = await call('POST /3.0/template-folders', { name: 'News' })
    expect(status).toBe(200)
    const self = `${BASE}/3.0/template-folders/${body.id}`
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{10}$/),
      name: 'News',
      count: 0,
      _links: [
        { rel: 'self', href: self, method: 'GET', targetSchema: `${BASE}/schema/3.0/Definitions/TemplateFolders/Response.json` },
        {
          rel: 'parent',
          href: `${BASE}/3.0/template-folders`,
          method: 'GET',
          targetSchema: `${BASE}/schema/3.0/Definitions/TemplateFolders/CollectionResponse.json`,
        },
        {
          rel: 'update',
          href: self,
          method: 'PATCH',
          targetSchema: `${BASE}/schema/3.0/Definitions/TemplateFolders/Response.json`,
          schema: `${BASE}/schema/3.0/Definitions/TemplateFolders/PATCH.json`,
        },
        { rel: 'delete', href: self, method: 'DELETE' },
        {
          rel: 'templates',
          href: `${BASE}/3.0/templates?folder_id=${body.id}`,
          method: 'GET',
          targetSchema: `${BASE}/schema/3.0/Definitions/Templates/CollectionResponse.json`,
          schema: `${BASE}/schema/3.0/Paths/Templates/Collection.json`,
        },
      ],
    })
    expect((await call(`GET /3.0/template-folders/${body.id}`)).body).toEqual(body)
  })

  test('two template folders may have the same name', async () => {
    const { call } = mock()
    const first = await call('POST /3.0/template-folders', { name: 'News' })
    const second = await call('POST /3.0/template-folders', { name: 'News' })
    expect(second.status).toBe(200)
    expect(second.body.id).not.toBe(first.body.id)
  })

  test.each([
    [{}, '', missing('name')],
    [{ name: '' }, 'name', expect.any(String)],
    [{ name: 7 }, 'name', expect.any(String)],
    [{ name: null }, 'name', expect.any(String)],
  ])('createTemplateFolder rejects %j and creates nothing', async (body, field, message) => {
    const { call, handle, ready } = mock()
    await ready
    const before = handle().world
    expect((await call('POST /3.0/template-folders', body)).body).toMatchObject({
      title: 'Invalid Resource',
      status: 400,
      errors: [{ field, message }],
    })
    expect(handle().world).toBe(before)
  })

  test('createTemplateFolder ignores unknown properties', async () => {
    const { call } = mock()
    const { body } = await call('POST /3.0/template-folders', { name: 'News', id: NEWS, count: 9 })
    expect(body).toMatchObject({ name: 'News', count: 0 })
    expect(body.id).not.toBe(NEWS)
  })
})

describe('getTemplateFolders', () => {
  test('getTemplateFolders returns only template folders, oldest first', async () => {
    const { call } = await withFolders()
    const { status, body } = await call('GET /3.0/template-folders')
    expect(status).toBe(200)
    expect(names(body.folders)).toEqual(['News', 'Old'])
    expect(body.total_items).toBe(2)
    expect(body._links.map((link: { rel: string }) => link.rel)).toEqual(['self', 'create'])
  })

  test.each([
    ['count=1', ['News']],
    ['count=1&offset=1', ['Old']],
    ['offset=5', []],
    ['count=0', []],
  ])('getTemplateFolders with %s returns the folders %j of 2', async (query, expected) => {
    const { call } = await withFolders()
    const { body } = await call(`GET /3.0/template-folders?${query}`)
    expect(names(body.folders)).toEqual(expected)
    expect(body.total_items).toBe(2)
  })

  test('getTemplateFolders supports fields and exclude_fields', async () => {
    const { call } = await withFolders()
    expect((await call('GET /3.0/template-folders?fields=folders.name,total_items')).body).toEqual({
      folders: [{ name: 'News' }, { name: 'Old' }],
      total_items: 2,
    })
  })

  test.each([
    ['count=-1', 'Invalid Resource'],
    ['offset=x', 'Invalid Resource'],
    ['fields=folders&exclude_fields=folders', 'Bad Request'],
  ])('a query of template folders with %s is rejected', async (query, title) => {
    const { call } = await withFolders()
    expect((await call(`GET /3.0/template-folders?${query}`)).body).toMatchObject({ title, status: 400 })
  })
})

describe('getTemplateFolder', () => {
  test('the count of a template folder is the number of active templates in it', async () => {
    const { call } = await withFolders({ folder_id: NEWS }, { id: 7, folder_id: NEWS }, { folder_id: OLD }, {})
    const count = async () => (await call(`GET /3.0/template-folders/${NEWS}`)).body.count
    expect(await count()).toBe(2)
    await call('DELETE /3.0/templates/7')
    expect(await count()).toBe(1)
    expect((await call(`GET /3.0/templates?folder_id=${NEWS}`)).body.total_items).toBe(1)
  })

  test.each(['cccccccccc', 'dddddddddd', '__proto__', 'x'])('the template folder %s is answered with 404', async (id) => {
    const { call } = await withFolders()
    expect((await call(`GET /3.0/template-folders/${id}`)).body).toMatchObject({ title: 'Resource Not Found', status: 404 })
  })
})

describe('updateTemplateFolder', () => {
  test('updateTemplateFolder renames a folder and keeps its templates', async () => {
    const { call } = await withFolders({ folder_id: NEWS })
    const { status, body } = await call(`PATCH /3.0/template-folders/${NEWS}`, { name: 'Newer' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: NEWS, name: 'Newer', count: 1 })
    expect((await call(`GET /3.0/template-folders/${NEWS}`)).body).toEqual(body)
  })

  test('updateTemplateFolder with the current name changes nothing', async () => {
    const { call, handle } = await withFolders()
    const before = handle().world
    expect((await call(`PATCH /3.0/template-folders/${NEWS}`, { name: 'News' })).status).toBe(200)
    expect(handle().world).toBe(before)
  })

  test.each([
    [{}, ''],
    [{ name: '' }, 'name'],
    [{ name: ['x'] }, 'name'],
  ])('the update %j of a template folder is rejected', async (body, field) => {
    const { call } = await withFolders()
    expect((await call(`PATCH /3.0/template-folders/${NEWS}`, body)).body).toMatchObject({
      title: 'Invalid Resource',
      status: 400,
      errors: [{ field }],
    })
  })

  test('updateTemplateFolder does not find a campaign folder among the template folders', async () => {
    const { call } = await withFolders()
    expect((await call('PATCH /3.0/template-folders/cccccccccc', { name: 'X' })).body).toMatchObject({
      title: 'Resource Not Found',
      status: 404,
    })
  })
})

describe('deleteTemplateFolder', () => {
  test('templates of a deleted folder are in no folder, including removed ones', async () => {
    const { call } = await withFolders({ id: 1, folder_id: NEWS }, { id: 2, folder_id: NEWS }, { id: 3, folder_id: OLD })
    await call('DELETE /3.0/templates/2')
    expect(await call(`DELETE /3.0/template-folders/${NEWS}`)).toMatchObject({ status: 204, text: '' })
    for (const id of [1, 2]) expect((await call(`GET /3.0/templates/${id}`)).body).not.toHaveProperty('folder_id')
    expect((await call('GET /3.0/templates/3')).body).toMatchObject({ folder_id: OLD })
    expect((await call('GET /3.0/templates')).body.total_items).toBe(2)
  })

  test('a deleted template folder is answered with 404', async () => {
    const { call } = await withFolders()
    await call(`DELETE /3.0/template-folders/${NEWS}`)
    const gone = { title: 'Resource Not Found', status: 404 }
    expect((await call(`GET /3.0/template-folders/${NEWS}`)).body).toMatchObject(gone)
    expect((await call(`DELETE /3.0/template-folders/${NEWS}`)).body).toMatchObject(gone)
    expect(names((await call('GET /3.0/template-folders')).body.folders)).toEqual(['Old'])
  })

  test('the deletion of a folder does not mark its templates as edited', async () => {
    const { call, pass } = await withFolders({ id: 1, folder_id: NEWS })
    const { date_created, date_edited, edited_by } = (await call('GET /3.0/templates/1')).body
    expect(date_edited).toBe(date_created)
    await pass('PT1H')
    await call(`DELETE /3.0/template-folders/${NEWS}`)
    expect((await call('GET /3.0/templates/1')).body).toMatchObject({ date_edited, edited_by })
  })
})
