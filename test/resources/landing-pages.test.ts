import { describe, expect, test } from 'vitest'
import { AN_HOUR_LATER, LIST, AT_START, NOW_S, OTHER, PAGE, PATH, withPages } from './landing-page-world.ts'

const DAY_S = 86_400

describe('createLandingPage', () => {
  test('a new landing page is a draft without a public URL', async () => {
    const { call } = await withPages()
    const sent = { name: 'Sale', title: 'All must go', description: 'Be quick', store_id: 'shop', list_id: LIST, type: 'signup' }
    const { body } = await call('POST /3.0/landing-pages', sent)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{12}$/),
      web_id: 100_003,
      name: 'Sale',
      title: 'All must go',
      description: 'Be quick',
      template_id: expect.any(Number),
      status: 'draft',
      list_id: LIST,
      store_id: 'shop',
      url: '',
      created_at: AT_START,
      published_at: '',
      unpublished_at: '',
      updated_at: AT_START,
      created_by_source: 'API',
      tracking: { track_with_service: false, enable_restricted_data_processing: false },
      _links: expect.any(Array),
    })
  })

  test('every field of a new landing page except the list is optional', async () => {
    const { call } = await withPages()
    expect((await call('POST /3.0/landing-pages', { list_id: LIST })).body).toMatchObject({
      name: '',
      title: '',
      description: '',
      store_id: '',
      status: 'draft',
    })
  })

  test('createLandingPage accepts a template and tracking settings', async () => {
    const { call } = await withPages()
    const sent = { list_id: LIST, template_id: 12_345, tracking: { track_with_service: true, other: 1 } }
    expect((await call('POST /3.0/landing-pages', sent)).body).toMatchObject({
      template_id: 12_345,
      tracking: { track_with_service: true, enable_restricted_data_processing: false },
    })
  })

  test.each([
    ['use_default_list=true', {}, LIST],
    ['use_default_list=1', { list_id: '' }, LIST],
    ['use_default_list=true', { list_id: OTHER }, OTHER],
  ])('createLandingPage with %s and %j creates a page of the list %s', async (query, body, list_id) => {
    const { call } = await withPages()
    expect((await call(`POST /3.0/landing-pages?${query}`, body)).body.list_id).toBe(list_id)
  })

  test.each([
    ['no list', '', {}, 'list_id'],
    ['no list and use_default_list false', '?use_default_list=false', {}, 'list_id'],
    ['an unknown list', '', { list_id: 'ffffffffff' }, 'list_id'],
    ['an unknown list, with use_default_list', '?use_default_list=true', { list_id: 'ffffffffff' }, 'list_id'],
  ])('createLandingPage rejects %s and creates nothing', async (_, query, body, field) => {
    const { call, handle } = await withPages()
    const before = handle().world
    expect((await call(`POST /3.0/landing-pages${query}`, body)).body).toMatchObject({
      title: 'Invalid Resource',
      errors: [{ field }],
    })
    expect(handle().world).toBe(before)
  })

  test('an account without any list has no default list for a landing page, and a deleted list does not become one', async () => {
    const { call } = await withPages()
    for (const id of [LIST, OTHER]) await call(`DELETE /3.0/lists/${id}`)
    const refused = { title: 'Invalid Resource', errors: [{ field: 'list_id' }] }
    expect((await call('POST /3.0/landing-pages?use_default_list=true', {})).body).toMatchObject(refused)
    expect((await call('POST /3.0/landing-pages', { list_id: LIST })).body).toMatchObject(refused)
  })
})

describe('getLandingPages', () => {
  const planted = [
    { id: '000000000001', created_at: NOW_S - 3 * DAY_S, updated_at: NOW_S - 10 },
    { id: '000000000002', created_at: NOW_S - DAY_S, updated_at: NOW_S - 30 },
    { id: '000000000003', created_at: NOW_S - 2 * DAY_S, updated_at: NOW_S - 20 },
  ]

  test('getLandingPages returns all pages, newest first', async () => {
    const { call } = await withPages(...planted)
    const { body } = await call('GET /3.0/landing-pages')
    expect(body.landing_pages.map(({ id }: { id: string }) => id.at(-1))).toEqual(['2', '3', '1'])
    expect(body.total_items).toBe(3)
  })

  test.each([
    ['sort_dir=ASC', '132'],
    ['sort_dir=DESC', '231'],
    ['sort_field=created_at', '231'],
    ['sort_field=created_at&sort_dir=ASC', '132'],
    ['sort_field=updated_at', '132'],
    ['sort_field=updated_at&sort_dir=ASC', '231'],
  ])('the query %s returns %s of 3 landing pages', async (query, expected) => {
    const { call } = await withPages(...planted)
    const { body } = await call(`GET /3.0/landing-pages?${query}`)
    expect(body.landing_pages.map(({ id }: { id: string }) => id.at(-1)).join('')).toBe(expected)
    expect(body.total_items).toBe(3)
  })
})

describe('getLandingPage', () => {
  test('the template that a landing page has by default depends only on the world', async () => {
    const [once, again] = [await withPages({}), await withPages({})]
    expect((await once.page()).template_id).toBe((await again.page()).template_id)
  })
})

describe('updateLandingPage', () => {
  test('updateLandingPage changes the sent fields and sets the update time', async () => {
    const { call, pass, page } = await withPages({})
    await pass('PT1H')
    const change = {
      name: 'Summer',
      title: 'Sun',
      description: 'Hot',
      store_id: 'shop',
      list_id: OTHER,
      tracking: { track_with_service: true },
    }
    const { body } = await call(`PATCH ${PATH}`, change)
    expect(body).toMatchObject({
      ...change,
      id: PAGE,
      status: 'draft',
      created_at: AT_START,
      updated_at: AN_HOUR_LATER,
      tracking: { track_with_service: true, enable_restricted_data_processing: false },
    })
    expect(await page()).toEqual(body)
  })

  test('updateLandingPage keeps the fields that are not sent', async () => {
    const { call, page } = await withPages({ description: 'Be quick' })
    const before = await page()
    expect((await call(`PATCH ${PATH}`, { title: 'New' })).body).toEqual({ ...before, title: 'New' })
  })

  test.each([
    [{}],
    [{ name: 'Sale', list_id: LIST }],
    [{ tracking: {} }],
    [{ template_id: 9, status: 'published', type: 'product' }],
  ])('the update %j of a landing page changes nothing', async (change) => {
    const { call, handle, pass } = await withPages({})
    await pass('PT1H')
    const before = handle().world
    expect((await call(`PATCH ${PATH}`, change)).body).toMatchObject({ name: 'Sale', updated_at: AT_START })
    expect(handle().world).toBe(before)
  })

  test('a landing page keeps the id of a deleted list and can be moved to another list', async () => {
    const { call, page } = await withPages({})
    await call(`DELETE /3.0/lists/${LIST}`)
    expect((await page()).list_id).toBe(LIST)
    expect((await call(`PATCH ${PATH}`, { list_id: OTHER })).body.list_id).toBe(OTHER)
  })
})

describe('deleteLandingPage', () => {
  test('a deleted landing page is answered with 404', async () => {
    const { call } = await withPages({})
    expect(await call(`DELETE ${PATH}`)).toMatchObject({ status: 204, text: '' })
    const gone = { title: 'Resource Not Found', status: 404 }
    expect((await call(`GET ${PATH}`)).body).toMatchObject(gone)
    expect((await call(`DELETE ${PATH}`)).body).toMatchObject(gone)
    expect((await call('GET /3.0/landing-pages')).body.total_items).toBe(0)
  })
})
