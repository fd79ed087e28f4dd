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
    const { body } = await call(`GET ${HOOKS}`)
    expect(body).toMatchObject({ webhooks: [], list_id: LIST, total_items: 0 })
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
    const { body } = await call(`POST ${HOOKS}`, request)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{10}$/),
      ...request,
      list_id: LIST,
      _links: expect.any(Array),
    })
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

  test('the url of a new list webhook is not validated if validation is off', async () => {
    const { call, urlChecks } = await webhookWorld({ validation: 'off' })
    await call(`POST ${HOOKS}`, { url: URL_A })
    expect(await urlChecks()).toEqual([])
  })
})

describe.each([
  ['list', HOOKS, LIST],
  ['batch', '/3.0/batch-webhooks', ''],
])('a %s webhook', (_, hooks, list_id) => {
  const SECRET = expect.stringMatching(/^[0-9a-f]{40}$/)

  test('the url of a webhook is validated with a GET request when it is new, and when it changes', async () => {
    const { call, urlChecks } = await webhookWorld()
    const { id } = (await call(`POST ${hooks}`, { url: URL_A })).body
    const check = { event: 'validation', webhook_id: id, list_id, body: '' }
    expect(await urlChecks()).toMatchObject([{ ...check, url: URL_A }])
    expect((await call(`PATCH ${hooks}/${id}`, { url: OTHER })).body).toMatchObject({ id, url: OTHER })
    expect(await urlChecks()).toMatchObject([
      { ...check, url: URL_A },
      { ...check, url: OTHER },
    ])
  })

  test.each([
    ['deliveries are signed', 'on', {}],
    ['its signing_enabled is sent, whatever the setting', 'off', { signing_enabled: true }],
  ] as const)('its signing secret is shown once if %s', async (_if, signing, sent) => {
    const { call } = await webhookWorld({ signing })
    const { body } = await call(`POST ${hooks}`, { url: URL_A, ...sent })
    expect(body).toMatchObject({ signing_enabled: true, signing_secret: SECRET })
    const { signing_secret: _secret, ...later } = body
    expect((await call(`GET ${hooks}/${body.id}`)).body).toEqual(later)
    expect((await call(`GET ${hooks}`)).body.webhooks).toEqual([later])
  })

  test.each([
    ['omitted', 'off', {}],
    ['false, whatever the setting', 'on', { signing_enabled: false }],
  ] as const)('it is not signed if signing_enabled is %s', async (_if, signing, sent) => {
    const { call } = await webhookWorld({ signing })
    const { body } = await call(`POST ${hooks}`, { url: URL_A, ...sent })
    expect(body).not.toHaveProperty('signing_enabled')
    expect(body).not.toHaveProperty('signing_secret')
  })

  test('signing_enabled of an update switches signing on with a new secret, and off', async () => {
    const { call } = await webhookWorld()
    const { id } = (await call(`POST ${hooks}`, { url: URL_A })).body
    const update = async (body: object) => (await call(`PATCH ${hooks}/${id}`, body)).body
    const first = await update({ signing_enabled: true })
    expect(first).toMatchObject({ signing_enabled: true, signing_secret: SECRET })
    expect(await update({ signing_enabled: true })).not.toHaveProperty('signing_secret')
    expect(await update({ url: OTHER })).toMatchObject({ signing_enabled: true })
    expect(await update({ signing_enabled: false })).not.toHaveProperty('signing_enabled')
    const second = await update({ signing_enabled: true })
    expect(second.signing_secret).toEqual(SECRET)
    expect(second.signing_secret).not.toBe(first.signing_secret)
  })

  test('a webhook is gone once deleted, and its url can be used again', async () => {
    const { call } = await webhookWorld()
    const { id } = (await call(`POST ${hooks}`, { url: URL_A })).body
    expect(await call(`DELETE ${hooks}/${id}`)).toMatchObject({ status: 204, text: '' })
    expect((await call(`GET ${hooks}`)).body).toMatchObject({ webhooks: [], total_items: 0 })
    expect((await call(`POST ${hooks}`, { url: URL_A })).status).toBe(200)
  })
})

describe('updateListWebhook', () => {
  test('updateListWebhook merges events and sources key by key', async () => {
    const { call, hook } = await webhookWorld()
    const { id } = await hook({ sources: { user: true } })
    const { body } = await call(`PATCH ${HOOKS}/${id}`, { events: { profile: false }, sources: { api: true } })
    expect(body).toMatchObject({
      url: URL_A,
      events: { ...ALL_EVENTS, profile: false },
      sources: { user: true, admin: false, api: true },
    })
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
    await call(`DELETE ${HOOKS}/${id}`)
    await call(`POST /3.0/lists/${LIST}/members`, { email_address: 'ada@acme.test', status: 'subscribed' })
    expect(await webhookDeliveries()).toEqual([])
  })
})
