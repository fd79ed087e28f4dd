import { describe, expect, test } from 'vitest'
import { makeConnectedSite } from '../../src/service/rules/connected-sites/site.ts'
import type { Body } from '../mock.ts'
import { STORE, STORES, withStore } from './commerce-world.ts'
import { AT_START, ID, withList } from './member-world.ts'

const NEW = { id: 'acme-shop', list_id: ID, name: 'Acme Shop', domain: 'shop.acme.test', currency_code: 'usd', money_format: '$' }
const SITES = '/3.0/connected-sites'

describe('createStore', () => {
  test('createStore answers the store with empty texts for what was not sent', async () => {
    const { call } = await withList()
    const { body } = await call(`POST ${STORES}`, NEW)
    expect(body).toMatchObject({
      ...NEW,
      currency_code: 'USD',
      platform: '',
      is_syncing: false,
      address: { address1: '', country_code: '', longitude: 0, latitude: 0 },
      connected_site: {
        site_foreign_id: 'acme-shop',
        site_script: { url: expect.stringContaining('/_public/sites/acme-shop.js') },
      },
      automations: { abandoned_cart: { is_supported: true }, abandoned_browse: { is_supported: true } },
      list_is_active: true,
      created_at: AT_START,
    })
  })

  test.each(['ZZZ', 'DEM', 'US', 'EURO', 'ÉUR'])(
    'createStore rejects the currency %s, which is no currency of ISO 4217',
    async (currency_code) => {
      const { call } = await withList()
      const message = 'Value must be a currency of ISO 4217, such as EUR.'
      expect((await call(`POST ${STORES}`, { ...NEW, currency_code })).body).toMatchObject({
        title: 'Invalid Resource',
        errors: [{ field: 'currency_code', message }],
      })
    },
  )

  test('createStore takes a currency in any case', async () => {
    const { call } = await withList()
    expect((await call(`POST ${STORES}`, { ...NEW, currency_code: 'xCg' })).body.currency_code).toBe('XCG')
  })

  test('createStore reads coordinates that are texts as numbers', async () => {
    const { call } = await withList()
    const { body } = await call(`POST ${STORES}`, { ...NEW, address: { longitude: '-0.1276', latitude: 51.5 } })
    expect(body.address).toMatchObject({ longitude: -0.1276, latitude: 51.5 })
  })

  test('createStore rejects the domain of another store, whatever its scheme, case and trailing slash', async () => {
    const { call } = await withStore({ domain: 'shop.acme.test' })
    const taken = { ...NEW, id: 'other', domain: 'https://SHOP.acme.test/' }
    expect((await call(`POST ${STORES}`, taken)).body.detail).toBe(
      'Not processed. A store with the domain https://SHOP.acme.test/ already exists in the account.',
    )
    expect((await call(`POST ${STORES}`, { ...taken, platform: 'Woo' })).body.detail).toContain(
      'and platform Woo already exists in the account',
    )
  })

  test('createStore refuses a store beyond the limit of stores', async () => {
    const { call } = await withStore({}, { settings: { commerce: { max_stores: 1 } } })
    expect((await call(`POST ${STORES}`, { ...NEW, id: 'second' })).body).toMatchObject({ status: 403, title: 'Forbidden' })
  })
})

describe('connected sites of stores', () => {
  test('a store with a domain makes a connected site, which follows its domain and goes with it', async () => {
    const { call } = await withStore({ domain: 'shop.acme.test', platform: 'Woo' })
    expect((await call(`GET ${SITES}/acme-shop`)).body).toMatchObject({
      store_id: 'acme-shop',
      platform: 'Woo',
      domain: 'shop.acme.test',
    })
    await call(`PATCH ${STORE}`, { domain: 'new.acme.test', platform: 'Other' })
    expect((await call(`GET ${SITES}/acme-shop`)).body).toMatchObject({ platform: 'Other', domain: 'new.acme.test' })
    await call(`DELETE ${STORE}`)
    expect((await call(`GET ${SITES}/acme-shop`)).status).toBe(404)
  })

  test('a site that has the domain of a store already is adopted, and stays when the store goes', async () => {
    const { call, plant } = await withList()
    await plant((tx) => makeConnectedSite(tx, { foreign_id: 'old-site', domain: 'https://Shop.Acme.test/' }))
    const { body } = await call(`POST ${STORES}`, NEW)
    expect(body.connected_site.site_foreign_id).toBe('old-site')
    expect((await call(`GET ${SITES}/old-site`)).body).toMatchObject({ store_id: 'acme-shop' })
    await call(`DELETE ${STORE}`)
    expect((await call(`GET ${SITES}/old-site`)).body).toMatchObject({ store_id: '', platform: '' })
  })

  test('a store without a domain, or whose site was deleted, has no connected site', async () => {
    const { call } = await withStore({ domain: 'shop.acme.test' })
    expect((await call(`PATCH ${STORE}`, { domain: '' })).body).not.toHaveProperty('connected_site')
    expect((await call(`GET ${SITES}/acme-shop`)).status).toBe(404)
    await call(`PATCH ${STORE}`, { domain: 'shop.acme.test' })
    await call(`DELETE ${SITES}/acme-shop`)
    const { body } = await call(`GET ${STORE}`)
    expect(body).not.toHaveProperty('connected_site')
    expect(body.automations.abandoned_browse).toEqual({ is_supported: false })
  })
})

describe('updateStore', () => {
  test('updateStore changes the given members, and ignores the list', async () => {
    const { call, pass } = await withStore({ phone: '1', address: { city: 'London' } })
    await pass('PT5M')
    const { body } = await call(`PATCH ${STORE}`, { name: 'New', list_id: 'other', address: { country: 'UK' } })
    expect(body).toMatchObject({
      name: 'New',
      phone: '1',
      list_id: ID,
      address: { city: 'London', country: 'UK' },
      updated_at: '2026-01-15T09:05:00+00:00',
    })
  })

  test('updateStore rejects the domain of another store by the name of the stored platform', async () => {
    const { call } = await withStore({ domain: 'a.test' })
    await call(`POST ${STORES}`, { ...NEW, id: 'other', platform: 'Woo' })
    expect((await call(`PATCH ${STORES}/other`, { domain: 'a.test' })).body.detail).toContain('platform Woo already exists')
  })
})

describe('getStores', () => {
  test('getStores lists the stores, oldest first', async () => {
    const { call } = await withStore()
    await call(`POST ${STORES}`, { ...NEW, id: 'b', domain: '' })
    const { body } = await call(`GET ${STORES}`)
    expect(body).toMatchObject({ stores: [{ id: 'acme-shop' }, { id: 'b' }], total_items: 2 })
    expect(body._links.find(({ rel }: Body) => rel === 'parent').href).toMatch(/\/3\.0\/ecommerce\/$/)
  })
})

describe('getEcommerce', () => {
  test('getEcommerce answers links only, and its schema is Namespace', async () => {
    const { call } = await withStore()
    const { body } = await call('GET /3.0/ecommerce')
    expect(Object.keys(body)).toEqual(['_links'])
    expect(body._links[0].targetSchema).toMatch(/Definitions\/Ecommerce\/Namespace\.json$/)
    expect((await call(`GET ${new URL(body._links[0].targetSchema).pathname}`)).status).toBe(200)
  })
})

describe('deleteStore', () => {
  test('a store outlives its list', async () => {
    const { call } = await withStore()
    await call(`DELETE /3.0/lists/${ID}`)
    expect((await call(`GET ${STORE}`)).body).toMatchObject({ list_id: ID, list_is_active: false })
    expect((await call(`DELETE ${STORE}`)).status).toBe(204)
  })
})
