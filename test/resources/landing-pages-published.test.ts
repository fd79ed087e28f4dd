import { describe, expect, test } from 'vitest'
import { BASE, AN_HOUR_LATER, AT_START, PAGE, PATH, withPages } from './landing-page-world.ts'

const URL = `${BASE}/_public/pages/${PAGE}`

describe('publishLandingPage', () => {
  test('publishLandingPage publishes a draft, which gets a publish time and a URL', async () => {
    const { publish, page, pass } = await withPages({})
    await pass('PT1H')
    expect(await publish()).toMatchObject({ status: 204, text: '' })
    expect(await page()).toMatchObject({
      status: 'published',
      url: URL,
      published_at: AN_HOUR_LATER,
      unpublished_at: '',
      created_at: AT_START,
      updated_at: AT_START,
    })
  })

  test('publishLandingPage rejects a published page without changes', async () => {
    const { publish, handle } = await withPages({})
    await publish()
    const before = handle().world
    expect((await publish()).body).toMatchObject({ title: 'Bad Request', status: 400 })
    expect(handle().world).toBe(before)
  })

  test('publishLandingPage republishes a changed page', async () => {
    const { call, publish, page, pass } = await withPages({})
    await publish()
    await pass('PT1H')
    await call(`PATCH ${PATH}`, { title: 'New' })
    expect(await page()).toMatchObject({ status: 'published', title: 'New', published_at: AT_START, updated_at: AN_HOUR_LATER })
    expect((await publish()).status).toBe(204)
    expect(await page()).toMatchObject({ status: 'published', published_at: AN_HOUR_LATER })
    expect((await publish()).body).toMatchObject({ title: 'Bad Request', status: 400 })
  })

  test('a landing page changed and changed back counts as unchanged', async () => {
    const { call, publish } = await withPages({})
    await publish()
    await call(`PATCH ${PATH}`, { title: 'New' })
    await call(`PATCH ${PATH}`, { title: 'All must go' })
    expect((await publish()).body).toMatchObject({ title: 'Bad Request', status: 400 })
  })

  test('publishLandingPage publishes an unpublished page again, changed or not', async () => {
    const { publish, unpublish, page, pass } = await withPages({})
    await publish()
    await unpublish()
    await pass('PT1H')
    expect((await publish()).status).toBe(204)
    expect(await page()).toMatchObject({ status: 'published', url: URL, published_at: AN_HOUR_LATER, unpublished_at: AT_START })
  })
})

describe('unpublishLandingPage', () => {
  test('unpublishLandingPage unpublishes a published page, which keeps its publish time', async () => {
    const { publish, unpublish, page, pass } = await withPages({})
    await publish()
    await pass('PT1H')
    expect(await unpublish()).toMatchObject({ status: 204, text: '' })
    expect(await page()).toMatchObject({
      status: 'unpublished',
      url: URL,
      published_at: AT_START,
      unpublished_at: AN_HOUR_LATER,
      updated_at: AT_START,
    })
  })

  test('unpublishLandingPage unpublishes a draft, which never had a URL', async () => {
    const { unpublish, page } = await withPages({})
    expect((await unpublish()).status).toBe(204)
    expect(await page()).toMatchObject({ status: 'unpublished', url: '', published_at: '', unpublished_at: AT_START })
  })

  test('unpublishLandingPage rejects a page that is already unpublished', async () => {
    const { unpublish, handle } = await withPages({})
    await unpublish()
    const before = handle().world
    expect((await unpublish()).body).toMatchObject({ title: 'Bad Request', status: 400 })
    expect(handle().world).toBe(before)
  })
})

describe('getLandingPageContent', () => {
  test('the content of a landing page is HTML and the document it is rendered from', async () => {
    const { call } = await withPages({ description: 'Be quick' })
    const { body } = await call(`GET ${PATH}/content`)
    const document = JSON.parse(body.json)
    expect(document).toEqual({ version: 1, style: expect.any(Object), blocks: expect.any(Array) })
    expect(body.html).toMatch(/^<!doctype html>\n<html lang="en">/)
    for (const text of ['<title>All must go</title>', '<h1>All must go</h1>', '<p>Be quick</p>'])
      expect(body.html).toContain(text)
    for (const { text } of document.blocks) expect(body.html).toContain(`>${text.replaceAll("'", '&#39;')}<`)
  })

  test('the document of a landing page is chosen when the page is created and stays the same', async () => {
    const [once, again] = [await withPages({}), await withPages({})]
    const json = async ({ call }: typeof once) => (await call(`GET ${PATH}/content?fields=json`)).body.json
    const first = await json(once)
    await once.call(`PATCH ${PATH}`, { title: 'New' })
    expect(await json(once)).toBe(first)
    expect(await json(again)).toBe(first)
  })

  test('landing pages of one world differ', async () => {
    const { call } = await withPages()
    const documents = new Set<string>()
    for (let i = 0; i < 12; i++) {
      const { body } = await call('POST /3.0/landing-pages?use_default_list=true', {})
      documents.add((await call(`GET /3.0/landing-pages/${body.id}/content`)).body.json)
    }
    expect(documents.size).toBeGreaterThan(3)
  })

  test('the HTML of a landing page escapes text of the account', async () => {
    const { call } = await withPages({
      title: '</title><script>alert(1)</script>',
      description: '"><img src=x onerror=alert(1)>',
    })
    const { html } = (await call(`GET ${PATH}/content`)).body
    expect(html).not.toMatch(/<script|<img/)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })
})
