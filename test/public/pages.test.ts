import { describe, expect, test } from 'vitest'
import { BASE, LIST, PATH, PAGE, withPages } from '../resources/landing-page-world.ts'

describe('getPublishedPage', () => {
  test('a published page is shown at its address, without a credential', async () => {
    const { call, publish, page, visit } = await withPages({ description: 'Be quick' })
    await publish()
    const { status, headers, html } = await visit((await page()).url)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).toBe((await call(`GET ${PATH}/content`)).body.html)
    expect(html).toContain('<h1>All must go</h1>')
  })

  test('it can run no scripts and load nothing', async () => {
    const { publish, visit } = await withPages({})
    await publish()
    const { headers } = await visit()
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test.each([
    ['a draft', []],
    ['a page that was taken off', ['publish', 'unpublish']],
    ['a draft that was taken off', ['unpublish']],
  ] as const)('%s is not shown', async (_, moves) => {
    const world = await withPages({})
    for (const move of moves) await world[move]()
    expect((await world.visit()).status).toBe(404)
  })

  test('a page that was deleted is not shown, nor one that never was', async () => {
    const { call, publish, visit } = await withPages({})
    await publish()
    await call(`DELETE ${PATH}`)
    expect((await visit()).status).toBe(404)
    for (const id of ['000000000000', '__proto__', '%00']) expect((await visit(`${BASE}/_public/pages/${id}`)).status).toBe(404)
  })

  test('changes appear when the page is published again', async () => {
    const { call, publish, visit } = await withPages({})
    await publish()
    await call(`PATCH ${PATH}`, { title: 'Nearly all must go' })
    expect((await visit()).html).toContain('<h1>All must go</h1>')
    await publish()
    expect((await visit()).html).toContain('<h1>Nearly all must go</h1>')
  })

  test('a page without a title is headed by its name', async () => {
    const { publish, visit } = await withPages({ title: '', name: 'Spring & Summer' })
    await publish()
    expect((await visit()).html).toContain('<h1>Spring &amp; Summer</h1>')
  })

  test('a page for signing up leads to the form of its list, as long as there is one', async () => {
    const { call, publish, visit } = await withPages({})
    await publish()
    const link = `<a href="${BASE}/_public/subscribe?id=${LIST}">Sign up</a>`
    expect((await visit()).html).toContain(link)
    await call(`DELETE /3.0/lists/${LIST}`)
    expect((await visit()).html).not.toContain('Sign up')
  })

  test('a page for a product does not', async () => {
    const { publish, visit } = await withPages({ type: 'product' })
    await publish()
    expect((await visit()).html).not.toContain('Sign up')
  })

  test('what the account wrote is shown as text', async () => {
    const { publish, visit } = await withPages({ title: '<script>alert(1)</script>' })
    await publish()
    expect((await visit()).html).not.toContain('<script')
  })

  test('a page is shown in its own world only', async () => {
    const { call, publish, visit } = await withPages({})
    await call('POST /_control/fork', { id: 'fork' })
    await publish()
    expect((await visit(`${BASE}/_worlds/fork/_public/pages/${PAGE}`)).status).toBe(404)
    expect((await visit()).status).toBe(200)
  })

  test('it is only looked at', async () => {
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
