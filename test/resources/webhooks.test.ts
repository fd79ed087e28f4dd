import { describe, expect, test } from 'vitest'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeWebhook } from '../../src/service/rules/webhooks/make.ts'
import type { Body } from '../mock.ts'
import { ALL_EVENTS, HOOKS, LIST, URL_A, webhookWorld } from './webhook-world.ts'

const NO_EVENTS = { subscribe: false, unsubscribe: false, profile: false, cleaned: false, upemail: false, campaign: false }
const ALL_SOURCES = { user: true, admin: true, api: true }
const OTHER = 'http://127.0.0.1:9/other'

const refused = (field: string) => ({ status: 400, title: 'Invalid Resource', errors: [{ field }] })

/** URLs that cannot receive deliveries. */
const BAD_URLS = [
  'ftp://acme.test',
  'acme.test/hook',
  '',
  'http://',
  'http://a b',
  'http://[',
  'javascript:alert(1)',
  'http://x:99999',
]

describe('getListWebhooks', () => {
  test('getListWebhooks returns an empty collection for a new list', async () => {
    const { call } = await webhookWorld()
    const { status, body } = await call(`GET ${HOOKS}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ webhooks: [], list_id: LIST, total_items: 0 })
    expect(body._links.map(({ rel }: Body) => rel)).toEqual(['self', 'parent', 'create'])
  })

  test('getListWebhooks returns all webhooks of the list at once, oldest first', async () => {
    const { call, plant, list } = await webhookWorld()
    await plant((tx) => {
      const other = makeList(tx, { name: 'Other' })
      makeWebhook(tx, other, { url: URL_A })
      for (const id of ['bbbbbbbbbb', 'aaaaaaaaaa'])
        makeWebhook(tx, list, { id, url: `http://127.0.0.1:9/${id}`, sources: { user: true } })
    })
    const { body } = await call(`GET ${HOOKS}?count=1`)
    expect(body.webhooks.map(({ id }: Body) => id)).toEqual(['bbbbbbbbbb', 'aaaaaaaaaa'])
    expect(body).toMatchObject({ total_items: 2, webhooks: [{ sources: { user: true, api: false }, list_id: LIST }, {}] })
  })
})

describe('createListWebhook', () => {
  test('createListWebhook returns the new webhook with its links', async () => {
    const { call } = await webhookWorld()
    const request = { url: URL_A, events: ALL_EVENTS, sources: ALL_SOURCES }
    const { status, body } = await call(`POST ${HOOKS}`, request)
    const at = `http://maildouble.test${HOOKS}`
    const schemas = 'http://maildouble.test/schema/3.0/Definitions/Lists/Webhooks'
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{10}$/),
      ...request,
      list_id: LIST,
      _links: [
        { rel: 'self', href: `${at}/${body.id}`, method: 'GET', targetSchema: `${schemas}/Response.json` },
        {
          rel: 'parent',
          href: at,
          method: 'GET',
          targetSchema: `${schemas}/CollectionResponse.json`,
          schema: 'http://maildouble.test/schema/3.0/Paths/Lists/Webhooks/Collection.json',
        },
        {
          rel: 'update',
          href: `${at}/${body.id}`,
          method: 'PATCH',
          targetSchema: `${schemas}/Response.json`,
          schema: `${schemas}/PATCH.json`,
        },
        { rel: 'delete', href: `${at}/${body.id}`, method: 'DELETE' },
      ],
    })
    expect((await call(`GET ${HOOKS}/${body.id}`)).body).toEqual(body)
  })

  test.each([
    [{}, NO_EVENTS, ALL_SOURCES],
    [{ events: {}, sources: {} }, NO_EVENTS, { user: false, admin: false, api: false }],
    [
      { events: { subscribe: true, open: true }, sources: { api: true } },
      { ...NO_EVENTS, subscribe: true },
      { user: false, admin: false, api: true },
    ],
  ])(
    'a list webhook created with %j has omitted events off; its sources default to on if omitted as a whole, else to off',
    async (request, events, sources) => {
      const { call } = await webhookWorld()
      expect((await call(`POST ${HOOKS}`, { url: URL_A, ...request })).body).toMatchObject({ events, sources })
    },
  )

  test('the url of a webhook is unique within a list, but may be used on another list', async () => {
    const { call, plant, hook } = await webhookWorld()
    await hook()
    const other = await plant((tx) => makeList(tx, { name: 'Other' }))
    expect((await call(`POST ${HOOKS}`, { url: URL_A })).body).toMatchObject(refused('url'))
    expect((await call(`POST /3.0/lists/${other.id}/webhooks`, { url: URL_A })).status).toBe(200)
  })

  test('the url of a new list webhook is validated with a GET request', async () => {
    const { call, urlChecks } = await webhookWorld()
    const { body } = await call(`POST ${HOOKS}`, { url: URL_A })
    expect(await urlChecks()).toMatchObject([{ event: 'validation', webhook_id: body.id, list_id: LIST, url: URL_A, body: '' }])
  })

  test('the url of a new list webhook is not validated if validation is off', async () => {
    const { call, urlChecks } = await webhookWorld({ validation: 'off' })
    await call(`POST ${HOOKS}`, { url: URL_A })
    expect(await urlChecks()).toEqual([])
  })

  test('createListWebhook shows the signing secret once if deliveries are signed', async () => {
    const { call } = await webhookWorld({ signing: 'on' })
    const { body } = await call(`POST ${HOOKS}`, { url: URL_A })
    expect(body).toMatchObject({ signing_enabled: true, signing_secret: expect.stringMatching(/^[0-9a-f]{40}$/) })
    const { signing_secret: _secret, ...later } = body
    expect((await call(`GET ${HOOKS}/${body.id}`)).body).toEqual(later)
    expect((await call(`GET ${HOOKS}`)).body.webhooks).toEqual([later])
  })
})

describe('signing_enabled', () => {
  const SECRET = expect.stringMatching(/^[0-9a-f]{40}$/)

  test('signing_enabled of a new webhook overrides the setting, and the answer shows the secret once', async () => {
    const { call } = await webhookWorld()
    const { body } = await call(`POST ${HOOKS}`, { url: URL_A, signing_enabled: true })
    expect(body).toMatchObject({ signing_enabled: true, signing_secret: SECRET })
    const { signing_secret: _secret, ...later } = body
    expect((await call(`GET ${HOOKS}/${body.id}`)).body).toEqual(later)
  })

  test('a new webhook whose signing_enabled is omitted or false is not signed; false overrides the setting', async () => {
    const { call } = await webhookWorld()
    const { body } = await call(`POST ${HOOKS}`, { url: URL_A })
    expect(body).not.toHaveProperty('signing_enabled')
    expect(body).not.toHaveProperty('signing_secret')
    const on = await webhookWorld({ signing: 'on' })
    const unsigned = (await on.call(`POST ${HOOKS}`, { url: URL_A, signing_enabled: false })).body
    expect(unsigned).not.toHaveProperty('signing_enabled')
  })

  test('signing_enabled of an update switches signing on with a new secret, and off', async () => {
    const { call } = await webhookWorld()
    const { id } = (await call(`POST ${HOOKS}`, { url: URL_A })).body
    const update = async (body: object) => (await call(`PATCH ${HOOKS}/${id}`, body)).body
    const first = await update({ signing_enabled: true })
    expect(first).toMatchObject({ signing_enabled: true, signing_secret: SECRET })
    expect(await update({ signing_enabled: true })).not.toHaveProperty('signing_secret')
    expect(await update({ events: { campaign: true } })).toMatchObject({ signing_enabled: true })
    expect(await update({ signing_enabled: false })).not.toHaveProperty('signing_enabled')
    const second = await update({ signing_enabled: true })
    expect(second.signing_secret).toEqual(SECRET)
    expect(second.signing_secret).not.toBe(first.signing_secret)
  })
})

describe('getListWebhook', () => {
  test('getListWebhook returns one webhook', async () => {
    const { call, hook } = await webhookWorld()
    const { id } = await hook()
    expect((await call(`GET ${HOOKS}/${id}`)).body).toMatchObject({ id, url: URL_A, events: ALL_EVENTS, list_id: LIST })
  })

  test('a webhook of another list is answered with 404', async () => {
    const { call, plant, hook } = await webhookWorld()
    const { id } = await hook()
    const other = await plant((tx) => makeList(tx, { name: 'Other' }))
    const { body } = await call(`GET /3.0/lists/${other.id}/webhooks/${id}`)
    expect(body).toMatchObject({ status: 404, title: 'Resource Not Found' })
  })
})

describe('updateListWebhook', () => {
  test('updateListWebhook merges events and sources key by key', async () => {
    const { call, hook } = await webhookWorld()
    const { id } = await hook({ sources: { user: true } })
    const { status, body } = await call(`PATCH ${HOOKS}/${id}`, { events: { profile: false }, sources: { api: true } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      url: URL_A,
      events: { ...ALL_EVENTS, profile: false },
      sources: { user: true, admin: false, api: true },
    })
    expect((await call(`GET ${HOOKS}/${id}`)).body).toEqual(body)
  })

  test.each([{}, { url: URL_A }, { events: { subscribe: true } }, { sources: {} }])(
    'the update %j of a list webhook changes nothing',
    async (request) => {
      const { call, hook, handle } = await webhookWorld()
      const { id } = await hook()
      const before = handle().world
      expect((await call(`PATCH ${HOOKS}/${id}`, request)).status).toBe(200)
      expect(handle().world).toBe(before)
    },
  )

  test('a new url of a list webhook is validated with a GET request', async () => {
    const { call, hook, urlChecks } = await webhookWorld()
    const { id } = await hook()
    expect((await call(`PATCH ${HOOKS}/${id}`, { url: OTHER })).body).toMatchObject({ url: OTHER })
    expect(await urlChecks()).toMatchObject([{ webhook_id: id, url: OTHER }])
  })

  test.each([...BAD_URLS, OTHER])('a list webhook cannot be changed to the url "%s"', async (url) => {
    const { call, hook, handle } = await webhookWorld()
    const { id } = await hook()
    await hook({ url: OTHER })
    const before = handle().world
    expect((await call(`PATCH ${HOOKS}/${id}`, { url })).body).toMatchObject(refused('url'))
    expect(handle().world).toBe(before)
  })
})

describe('deleteListWebhook', () => {
  test('a deleted list webhook receives nothing more', async () => {
    const { call, hook, webhookDeliveries } = await webhookWorld()
    const { id } = await hook()
    expect(await call(`DELETE ${HOOKS}/${id}`)).toMatchObject({ status: 204, text: '' })
    expect((await call(`GET ${HOOKS}/${id}`)).status).toBe(404)
    expect((await call(`DELETE ${HOOKS}/${id}`)).body).toMatchObject({ status: 404, title: 'Resource Not Found' })
    await call(`POST /3.0/lists/${LIST}/members`, { email_address: 'ada@acme.test', status: 'subscribed' })
    expect(await webhookDeliveries()).toEqual([])
  })

  test('the url of a deleted list webhook can be used again', async () => {
    const { call, hook } = await webhookWorld()
    const { id } = await hook()
    await call(`DELETE ${HOOKS}/${id}`)
    expect((await call(`POST ${HOOKS}`, { url: URL_A })).status).toBe(200)
  })

  test('the deletion of a list deletes its webhooks', async () => {
    const { call, hook, webhookDeliveries } = await webhookWorld()
    const { id } = await hook()
    await call(`DELETE /3.0/lists/${LIST}`)
    expect((await call(`GET ${HOOKS}/${id}`)).status).toBe(404)
    expect(await webhookDeliveries()).toEqual([])
  })
})
