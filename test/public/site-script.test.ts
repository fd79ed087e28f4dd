import { createContext, runInContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { mock } from '../mock.ts'

/** A world with a connected site of the given name, and its script. */
async function scripted(foreign_id: string) {
  const { call, app } = mock()
  const { body } = await call('POST /3.0/connected-sites', { foreign_id, domain: 'shop.acme.test' })
  const response = await app.request(body.site_script.url)
  return { app, response, source: await response.text() }
}

/** Runs a script as a page would and returns its reports to the page. */
function runInPage(source: string): unknown[] {
  const dispatched: unknown[] = []
  class CustomEvent {
    readonly type
    readonly detail
    constructor(type: string, { detail }: { detail: unknown }) {
      this.type = type
      this.detail = detail
    }
  }
  const dispatchEvent = ({ type, detail }: CustomEvent) => dispatched.push([type, JSON.parse(JSON.stringify(detail))])
  const page = createContext({ window: { dispatchEvent }, CustomEvent })
  runInContext(source, page)
  return dispatched
}

describe('getSiteScript', () => {
  test('the script of a site has headers that prevent its use as a page', async () => {
    const { response } = await scripted('acme-shop')
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("sandbox; default-src 'none'"),
    })
  })

  test('the script of a site reports its presence to the page and does nothing else', async () => {
    const { source } = await scripted('acme-shop')
    expect(runInPage(source)).toEqual([['maildouble:site', { foreign_id: 'acme-shop' }]])
  })

  test.each([
    '"); alert(1); ("',
    "'); alert(1); ('",
    '</script><script>alert(1)</script>',
    '<!-- ${alert(1)} `',
    '\\" + alert(1) + "',
    '*/ alert(1) /*',
    'ends\u2028here\u2029',
    'ends.js',
    '🙂',
    '%41/ü?x#y',
  ])('the script of a site embeds the site name %s without running any of it', async (foreign_id) => {
    const { source, response } = await scripted(foreign_id)
    expect(response.status).toBe(200)
    expect(source).not.toMatch(/<|\u2028|\u2029/)
    expect(source.trim().split('\n')).toHaveLength(2)
    expect(runInPage(source)).toEqual([['maildouble:site', { foreign_id }]])
  })

  test('the script of an unknown site is answered with 404', async () => {
    const { app } = await scripted('acme-shop')
    for (const file of ['other.js', 'acme-shop', 'acme-shop.css', '.js', 'ACME-SHOP.js'])
      expect((await app.request(`http://maildouble.test/_public/sites/${file}`)).status).toBe(404)
  })

  test('the script of a site is found only in the world of the site', async () => {
    const { call, app } = mock()
    await call('POST /_control/fork', { id: 'fork', api_key: 'fork-dc1' })
    const headers = { authorization: 'Bearer fork-dc1' }
    const { body } = await call('POST /3.0/connected-sites', { foreign_id: 'a', domain: 'a.test' }, { headers })
    expect(body.site_script.url).toBe('http://maildouble.test/_worlds/fork/_public/sites/a.js')
    expect((await app.request(body.site_script.url)).status).toBe(200)
    expect((await app.request('http://maildouble.test/_public/sites/a.js')).status).toBe(404)
  })
})
