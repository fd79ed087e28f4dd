import { describe, expect, test } from 'vitest'
import { makeFolder } from '../../src/service/rules/folders/make.ts'
import { plantAccount } from '../../src/service/rules/root/account.ts'
import { makeTemplate, type NewTemplate } from '../../src/service/rules/templates/make.ts'
import { mock } from '../mock.ts'

const NEWS = 'aaaaaaaaaa'
const MADE = '2026-01-15T09:00:00+00:00'
const LATER = '2026-01-15T10:00:00+00:00'
const MEDIA = '<style>@media (max-width: 480px) { h1 { font-size: 1em } }</style>'

/** A world with one template folder, one campaign folder, and the given templates. */
async function withTemplates(...planted: Partial<NewTemplate>[]) {
  const world = mock()
  await world.plant((tx) => {
    makeFolder(tx, { id: NEWS, kind: 'template', name: 'News' })
    makeFolder(tx, { id: 'cccccccccc', kind: 'campaign', name: 'Spring' })
    for (const fields of planted) makeTemplate(tx, { name: 'Sale', html: '<p>Sale</p>', ...fields })
  })
  return world
}

describe('createTemplate', () => {
  test('a new template is active, owned by the account, and in no folder', async () => {
    const { call } = mock()
    const { body } = await call('POST /3.0/templates', { name: 'Sale', html: '<p>Sale</p>' })
    expect(body).toEqual({
      id: 30_001,
      type: 'user',
      name: 'Sale',
      drag_and_drop: false,
      responsive: false,
      category: '',
      date_created: MADE,
      date_edited: MADE,
      created_by: 'Olive Owner',
      edited_by: 'Olive Owner',
      active: true,
      thumbnail: '',
      share_url: '',
      content_type: 'html',
      _links: expect.any(Array),
    })
  })

  test('createTemplate accepts a folder, and an empty id for no folder', async () => {
    const { call } = await withTemplates()
    const filed = await call('POST /3.0/templates', { name: 'Sale', html: '<p>', folder_id: NEWS })
    expect(filed.body.folder_id).toBe(NEWS)
    const loose = await call('POST /3.0/templates', { name: 'Sale', html: '<p>', folder_id: '' })
    expect(loose.status).toBe(200)
    expect(loose.body).not.toHaveProperty('folder_id')
  })

  test('createTemplate records the full name of who created the template, or the login of a user without one', async () => {
    const { call, plant } = await withTemplates()
    const create = async () => (await call('POST /3.0/templates', { name: 'Sale', html: '<p>' })).body.created_by
    await plant((tx) => plantAccount(tx, { username: 'grace', first_name: 'Grace', last_name: 'Hopper' }))
    expect(await create()).toBe('Grace Hopper')
    await plant((tx) => plantAccount(tx, { username: 'grace', first_name: '', last_name: '' }))
    expect(await create()).toBe('grace')
  })

  test.each([
    [MEDIA, true],
    ['<style>/* none */ h1 { color: red } @MEDIA print { h1 { color: black } }</style>', true],
    ['<style>/* @media (max-width: 480px) { } */ h1 { color: red }</style>', false],
    ['<p>How @media works</p>', false],
    ['<!-- <style>@media screen {}</style> -->', false],
    ['<script>const css = "<style>@media screen {}</style>"</script>', false],
    ['<!--[if !mso]><!--><style>@media screen { p { color: red } }</style><!--<![endif]-->', true],
    ['<link rel="stylesheet" media="(max-width: 480px)" href="small.css">', true],
    ['<style media="only screen and (max-width: 480px)">h1 { color: red }</style>', true],
    ['<style media="print">h1 { color: red }</style>', false],
    ['<img media="(max-width: 480px)">', false],
  ])('a template with the HTML %s has responsive %s', async (html, responsive) => {
    const { call } = mock()
    expect((await call('POST /3.0/templates', { name: 'Sale', html })).body.responsive).toBe(responsive)
  })

  test.each([
    ['an unknown folder', 'ffffffffff'],
    ['a campaign folder', 'cccccccccc'],
  ])('a template cannot be created in or moved to %s', async (_, folder_id) => {
    const { call, handle } = await withTemplates({ id: 5 })
    const before = handle().world
    for (const line of ['POST /3.0/templates', 'PATCH /3.0/templates/5']) {
      expect((await call(line, { name: 'New', html: '<p>', folder_id })).body).toMatchObject({
        title: 'Invalid Resource',
        errors: [{ field: 'folder_id' }],
      })
    }
    expect(handle().world).toBe(before)
  })

  test('createTemplate ignores read-only properties in a body', async () => {
    const { call } = mock()
    const sent = { name: 'Sale', html: '<p>', type: 'gallery', active: false, id: 1, created_by: 'eve' }
    expect((await call('POST /3.0/templates', sent)).body).toMatchObject({
      id: 30_001,
      type: 'user',
      active: true,
      created_by: 'Olive Owner',
    })
  })
})

describe('getTemplate', () => {
  test('getTemplate returns a built-in template with its properties', async () => {
    const { call } = await withTemplates({
      id: 5,
      type: 'gallery',
      category: 'Holiday',
      drag_and_drop: true,
      thumbnail: 'http://x.test/t',
    })
    expect((await call('GET /3.0/templates/5')).body).toMatchObject({
      type: 'gallery',
      category: 'Holiday',
      drag_and_drop: true,
      thumbnail: 'http://x.test/t',
    })
  })
})

describe('updateTemplate', () => {
  test('a change of a template records its time and the name of who made it', async () => {
    const { call, pass, plant } = await withTemplates({ id: 5 })
    await pass('PT1H')
    await plant((tx) => plantAccount(tx, { username: 'grace', first_name: 'Grace', last_name: 'Hopper' }))
    const { body } = await call('PATCH /3.0/templates/5', { name: 'Summer' })
    expect(body).toMatchObject({
      name: 'Summer',
      created_by: 'Olive Owner',
      date_created: MADE,
      edited_by: 'Grace Hopper',
      date_edited: LATER,
    })
  })

  test.each([[{}], [{ name: 'Sale' }], [{ name: 'Sale', html: '<p>Sale</p>', folder_id: NEWS }], [{ active: false }]])(
    'the update %j of a template changes nothing',
    async (change) => {
      const { call, handle } = await withTemplates({ id: 5, folder_id: NEWS })
      const before = handle().world
      const { body } = await call('PATCH /3.0/templates/5', change)
      expect(body).toMatchObject({ date_edited: MADE, edited_by: 'Olive Owner' })
      expect(handle().world).toBe(before)
    },
  )

  test('changed HTML of a template changes the default content and may change responsive', async () => {
    const { call } = await withTemplates({ id: 5 })
    const html = `${MEDIA}<h1 data-edit="title">Hello</h1>`
    expect((await call('PATCH /3.0/templates/5', { html })).body.responsive).toBe(true)
    expect((await call('GET /3.0/templates/5/default-content')).body.sections).toEqual({ title: 'Hello' })
    expect((await call('PATCH /3.0/templates/5', { html: '<p>' })).body.responsive).toBe(false)
  })

  test('updateTemplate moves a template into a folder, and out of it with an empty id', async () => {
    const { call } = await withTemplates({ id: 5 })
    expect((await call('PATCH /3.0/templates/5', { folder_id: NEWS })).body.folder_id).toBe(NEWS)
    expect((await call(`GET /3.0/template-folders/${NEWS}`)).body.count).toBe(1)
    expect((await call('PATCH /3.0/templates/5', { folder_id: '' })).body).not.toHaveProperty('folder_id')
    expect((await call(`GET /3.0/template-folders/${NEWS}`)).body.count).toBe(0)
  })

  test('updateTemplate with a deleted folder is rejected', async () => {
    const { call } = await withTemplates({ id: 5 })
    await call(`DELETE /3.0/template-folders/${NEWS}`)
    expect((await call('PATCH /3.0/templates/5', { folder_id: NEWS })).body).toMatchObject({
      title: 'Invalid Resource',
      errors: [{ field: 'folder_id' }],
    })
  })

  test.each(['base', 'gallery'] as const)('a template of type %s cannot be changed', async (type) => {
    const { call, handle } = await withTemplates({ id: 5, type })
    const before = handle().world
    expect((await call('PATCH /3.0/templates/5', { name: 'Mine' })).body).toMatchObject({ title: 'Bad Request', status: 400 })
    expect(handle().world).toBe(before)
  })

  test('a removed template cannot be changed', async () => {
    const { call } = await withTemplates({ id: 5 })
    await call('DELETE /3.0/templates/5')
    expect((await call('PATCH /3.0/templates/5', { name: 'New' })).body).toMatchObject({ title: 'Bad Request', status: 400 })
    expect((await call('GET /3.0/templates/5')).body.name).toBe('Sale')
  })
})

describe('deleteTemplate', () => {
  test('a removed template is inactive, still readable, and not listed', async () => {
    const { call } = await withTemplates({ id: 5, html: '<p data-edit="x">Hi</p>' }, { id: 6 })
    expect(await call('DELETE /3.0/templates/5')).toMatchObject({ status: 204, text: '' })
    expect((await call('GET /3.0/templates/5')).body).toMatchObject({ id: 5, active: false, name: 'Sale' })
    expect((await call('GET /3.0/templates/5/default-content')).body.sections).toEqual({ x: 'Hi' })
    expect((await call('GET /3.0/templates')).body).toMatchObject({ templates: [{ id: 6 }], total_items: 1 })
  })

  test('a template can be removed only once', async () => {
    const { call, handle } = await withTemplates({ id: 5 })
    await call('DELETE /3.0/templates/5')
    const before = handle().world
    expect((await call('DELETE /3.0/templates/5')).body).toMatchObject({ title: 'Bad Request', status: 400 })
    expect(handle().world).toBe(before)
  })

  test.each(['base', 'gallery'] as const)('a template of type %s cannot be removed', async (type) => {
    const { call } = await withTemplates({ id: 5, type })
    expect((await call('DELETE /3.0/templates/5')).body).toMatchObject({ title: 'Bad Request', status: 400 })
    expect((await call('GET /3.0/templates/5')).body.active).toBe(true)
  })
})
