import { describe, expect, test } from 'vitest'
import { installScript } from '../../src/service/model/connected-sites/site.ts'
import { makeConnectedSite } from '../../src/service/rules/connected-sites/site.ts'
import { mock, type Body } from '../mock.ts'

const BASE = 'http://maildouble.test'
const SITES = '/3.0/connected-sites'
const SITE = { foreign_id: 'acme-shop', domain: 'shop.acme.test' }

async function connected(plan: Parameters<typeof mock>[0] = {}) {
  const double = mock(plan)
  const connect = (site: unknown = SITE) => double.call(`POST ${SITES}`, site)
  const { body } = await connect()
  return { ...double, connect, site: body as Body }
}

describe('createConnectedSite', () => {
  test('createConnectedSite connects a site and returns its script', async () => {
    const { call, site } = await connected()
    expect(site).toEqual({
      ...SITE,
      store_id: '',
      platform: '',
      site_script: {
        url: `${BASE}/_public/sites/acme-shop.js`,
        fragment: `<script src="${BASE}/_public/sites/acme-shop.js" async></script>`,
      },
      created_at: '2026-01-15T09:00:00+00:00',
      updated_at: '2026-01-15T09:00:00+00:00',
      _links: expect.any(Array),
    })
    expect((await call(`GET ${SITES}/acme-shop`)).body).toEqual(site)
  })

  test('createConnectedSite rejects a name that is taken, whatever the domain', async () => {
    const { connect, handle } = await connected()
    const before = handle().world
    expect((await connect({ ...SITE, domain: 'other.test' })).body).toMatchObject({ status: 400, title: 'Bad Request' })
    expect(handle().world).toBe(before)
  })

  test('createConnectedSite distinguishes names by case, and allows a name again once it is free', async () => {
    const { call, connect } = await connected()
    expect((await connect({ ...SITE, foreign_id: 'ACME-shop' })).status).toBe(200)
    await call(`DELETE ${SITES}/acme-shop`)
    expect((await connect()).status).toBe(200)
  })

  test.each(['with blanks & more', 'ä/ö?ü#x', '"><script>alert(1)</script>', '__proto__', "it's", '...', '🙂', '%2e%2e'])(
    "createConnectedSite accepts the name %s, which the site's links and script lead back to",
    async (foreign_id) => {
      const { connect, call, app } = await connected()
      const { body } = await connect({ foreign_id, domain: 'x.test' })
      const self = body._links.find(({ rel }: Body) => rel === 'self').href
      expect((await call(`GET ${new URL(self).pathname}`)).body).toEqual(body)
      expect(body.site_script.url).not.toMatch(/[<>"\s]/)
      expect(body.site_script.fragment).toMatch(/^<script src="[^<>"]+" async><\/script>$/)
      expect((await app.request(body.site_script.url)).status).toBe(200)
    },
  )
})

describe('getConnectedSites', () => {
  test('getConnectedSites lists the sites, oldest first', async () => {
    const { call, connect } = await connected()
    await connect({ foreign_id: 'a', domain: 'a.test' })
    await connect({ foreign_id: 'b', domain: 'b.test' })
    const { body } = await call(`GET ${SITES}`)
    expect(body).toMatchObject({ sites: [{}, { foreign_id: 'a' }, { foreign_id: 'b' }], total_items: 3 })
  })
})

describe('getConnectedSite', () => {
  test('getConnectedSite does not find a site by its domain, nor by its id in other letters', async () => {
    const { call } = await connected()
    for (const id of ['shop.acme.test', 'ACME-SHOP'])
      expect((await call(`GET ${SITES}/${id}`)).body).toMatchObject({ status: 404, title: 'Resource Not Found' })
  })
})

describe('deleteConnectedSite', () => {
  test('deleteConnectedSite deletes a site and its script', async () => {
    const { call, app, site } = await connected()
    await call(`DELETE ${SITES}/acme-shop`)
    expect((await app.request(site.site_script.url)).status).toBe(404)
  })
})

describe('verifyScriptInstallation', () => {
  const VERIFY = `POST ${SITES}/acme-shop/actions/verify-script-installation`

  test('verifyScriptInstallation finds the script and changes nothing', async () => {
    const { call, handle } = await connected()
    const before = handle().world
    const { status, text } = await call(VERIFY)
    expect({ status, text }).toEqual({ status: 204, text: '' })
    expect(handle().world).toBe(before)
  })

  test('verifyScriptInstallation does not find the script if the setting says that it is missing', async () => {
    const { call, handle } = await connected({ settings: { site_script: 'missing' } })
    const before = handle().world
    expect((await call(VERIFY)).body).toMatchObject({
      title: 'Bad Request',
      detail: 'The script was not found at shop.acme.test.',
    })
    expect(handle().world).toBe(before)
  })

  test('verifyScriptInstallation always finds the script on a site where it has been installed', async () => {
    const { call, plant } = await connected({ settings: { site_script: 'missing' } })
    await plant((tx) => {
      makeConnectedSite(tx, { foreign_id: 'other', domain: 'other.test' })
      installScript(tx, 'acme-shop')
    })
    expect((await call(VERIFY)).status).toBe(204)
    expect((await call(`POST ${SITES}/other/actions/verify-script-installation`)).status).toBe(400)
  })
})
