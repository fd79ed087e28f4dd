import { describe, expect, test } from 'vitest'
import { makeFolder } from '../../src/service/rules/folders/make.ts'
import { makeTemplate } from '../../src/service/rules/templates/make.ts'
import { mock } from '../mock.ts'

const NOW = 1_768_467_600
const DAY_S = 86_400

const PLANTED = [
  { id: 1, name: 'beta', date_created: NOW - 3 * DAY_S, date_edited: NOW - 60, created_by: 'ada', folder_id: 'aaaaaaaaaa' },
  { id: 2, name: 'Alpha', date_created: NOW - 5 * DAY_S, created_by: 'bob', type: 'gallery', category: 'Holiday' },
  { id: 3, name: 'gamma', date_created: NOW - DAY_S, date_edited: NOW - 120, created_by: 'ada', folder_id: 'aaaaaaaaaa' },
  { id: 4, name: 'Alpha', date_created: NOW - 2 * DAY_S, created_by: 'ada', type: 'base', category: 'Basic' },
  { id: 5, name: 'aardvark', date_created: NOW - 9 * DAY_S },
] as const

/** A world with four active templates and one removed template. */
async function withTemplates() {
  const world = mock()
  await world.plant((tx) => {
    makeFolder(tx, { id: 'aaaaaaaaaa', kind: 'template', name: 'News' })
    for (const fields of PLANTED) makeTemplate(tx, { html: '<p>', ...fields })
  })
  await world.call('DELETE /3.0/templates/5')
  return world
}

const ids = (body: { templates: { id: number }[] }) => body.templates.map(({ id }) => id)

describe('the templates of the service', () => {
  test('templates of the service are in the collection and can be read if the setting service_templates is on', async () => {
    const { call } = await withTemplates()
    const { body: without } = await call('GET /3.0/templates')
    await call('PATCH /_control/settings', { service_templates: true })
    const { body } = await call('GET /3.0/templates?count=1000')
    expect([without.total_items, body.total_items]).toEqual([4, 125])
    expect(ids(body).slice(0, 4)).toEqual(ids(without))
    const { body: base } = await call('GET /3.0/templates?type=base&sort_field=name&count=1&offset=1')
    expect(base.templates).toMatchObject([{ name: 'Layout 1', type: 'base', content_type: 'template' }])
    const [{ id }] = base.templates
    expect((await call(`GET /3.0/templates/${id}`)).body).toEqual(base.templates[0])
    expect((await call(`GET /3.0/templates/${id}/default-content`)).body.sections).toEqual({ body: 'Layout 1' })
    expect((await call(`PATCH /3.0/templates/${id}`, { name: 'Mine' })).body).toMatchObject({ status: 400, title: 'Bad Request' })
    expect((await call(`DELETE /3.0/templates/${id}`)).body).toMatchObject({ status: 400, title: 'Bad Request' })
  })
})

describe('getTemplates', () => {
  test('getTemplates returns the active templates, newest first', async () => {
    const { call } = await withTemplates()
    const { body } = await call('GET /3.0/templates')
    expect(ids(body)).toEqual([3, 4, 1, 2])
    expect(body.total_items).toBe(4)
  })

  test.each([
    ['sort_field=date_created', [2, 1, 4, 3]],
    ['sort_field=date_created&sort_dir=DESC', [3, 4, 1, 2]],
    ['sort_dir=DESC', [3, 4, 1, 2]],
    ['sort_dir=ASC', [2, 1, 4, 3]],
    ['sort_field=date_edited', [2, 4, 3, 1]],
    ['sort_field=date_edited&sort_dir=DESC', [1, 3, 4, 2]],
    ['sort_field=name', [2, 4, 1, 3]],
    ['sort_field=name&sort_dir=DESC', [3, 1, 4, 2]],
  ])('getTemplates with %s returns the templates %j of 4', async (query, expected) => {
    const { call } = await withTemplates()
    const { body } = await call(`GET /3.0/templates?${query}`)
    expect(ids(body)).toEqual(expected)
    expect(body.total_items).toBe(4)
  })

  test.each([
    ['created_by=ada', [3, 4, 1]],
    ['created_by=nobody', []],
    ['type=user', [3, 1]],
    ['type=base', [4]],
    ['type=gallery', [2]],
    ['category=Holiday', [2]],
    ['category=holiday', []],
    ['folder_id=aaaaaaaaaa', [3, 1]],
    ['folder_id=ffffffffff', []],
    ['since_date_created=2026-01-12T09:00:00Z', [3, 4]],
    ['since_date_created=2026-01-12T08:59:59Z', [3, 4, 1]],
    ['before_date_created=2026-01-13T09:00:00%2B00:00', [1, 2]],
    ['since_date_created=2026-01-11&before_date_created=2026-01-14', [4, 1]],
    ['created_by=ada&type=user&folder_id=aaaaaaaaaa', [3, 1]],
    ['created_by=ada&sort_field=name&sort_dir=DESC', [3, 1, 4]],
  ])('the template filter %s returns the templates %j', async (query, expected) => {
    const { call } = await withTemplates()
    const { body } = await call(`GET /3.0/templates?${query}`)
    expect(ids(body)).toEqual(expected)
    expect(body.total_items).toBe(expected.length)
  })
})
