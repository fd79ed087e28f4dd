import { describe, expect, test } from 'vitest'
import { BASE, LIST, PATH, PAGE, withPages } from '../resources/landing-page-world.ts'

describe('getPublishedPage', () => {
  test('a published page is shown at its URL without a credential', async () => {
    const { call, publish, page, visit } = await withPages({ description: 'Be quick' })
    await publish()
    const { status, headers, html } = await visit((await page()).url)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).toBe((await call(`GET ${PATH}/content`)).body.html)
    expect(html).toContain('<h1>All must go</h1>')
  })

  test('a published page allows no scripts and no external resources', async () => {
    const { publish, visit } = await withPages({})
    await publish()
    const { headers } = await visit()
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test.each([
    ['a draft', []],
    ['an unpublished page', ['publish', 'unpublish']],
    ['an unpublished draft', ['unpublish']],
  ] as const)('the public URL of %s is answered with 404', async (_, moves) => {
    const world = await withPages({})
    for (const move of moves) await world[move]()
    expect((await world.visit()).status).toBe(404)
  })

  test('a deleted or unknown page is answered with 404', async () => {
    const { call, publish, visit } = await withPages({})
    await publish()
    await call(`DELETE ${PATH}`)
    expect((await visit()).status).toBe(404)
    for (const id of ['000000000000', '__proto__', '%00']) expect((await visit(`${BASE}/_public/pages/${id}`)).status).toBe(404)
  })

  test('changes of a published page are shown when the page is published again', async () => {
    const { call, publish, visit } = await withPages({})
    await publish()
    await call(`PATCH ${PATH}`, { title: 'Nearly all must go' })
    expect((await visit()).html).toContain('<h1>All must go</h1>')
    await publish()
    expect((await visit()).html).toContain('<h1>Nearly all must go</h1>')
  })

  test('a published page without a title has its name as the heading', async () => {
    const { publish, visit } = await withPages({ title: '', name: 'Spring & Summer' })
    await publish()
    expect((await visit()).html).toContain('<h1>Spring &amp; Summer</h1>')
  })

  test('a sign-up page links to the form of its list as long as the list exists', async () => {
    const { call, publish, visit } = await withPages({})
    await publish()
    const link = `<a href="${BASE}/_public/subscribe?id=${LIST}&amp;page=${PAGE}">Sign up</a>`
    expect((await visit()).html).toContain(link)
    await call(`DELETE /3.0/lists/${LIST}`)
    expect((await visit()).html).not.toContain('Sign up')
  })

  test('a product page does not link to a form', async () => {
    const { publish, visit } = await withPages({ type: 'product' })
    await publish()
    expect((await visit()).html).not.toContain('Sign up')
  })

  test('a published page escapes text of the account', async () => {
    const { publish, visit } = await withPages({ title: '<script>alert(1)</script>' })
    await publish()
    expect((await visit()).html).not.toContain('<script')
  })

  test('a published page is shown only in its own world', async () => {
    const { call, publish, visit } = await withPages({})
    await call('POST /_control/fork', { id: 'fork' })
    await publish()
    expect((await visit(`${BASE}/_worlds/fork/_public/pages/${PAGE}`)).status).toBe(404)
    expect((await visit()).status).toBe(200)
  })

  test('a visit to a published page changes nothing in the world', async () => {
    const { app, publish, handle } = await withPages({})
    await publish()
    const before = handle().world
    const url = `${BASE}/_public/pages/${PAGE}`
    const head = await app.request(url, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const post = await app.request(url, { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, expect.stringContaining('GET')])
    expect(handle().world).toBe(before)
  })
})
