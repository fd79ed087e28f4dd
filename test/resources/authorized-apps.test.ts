import { describe, expect, test } from 'vitest'
import { approveClient, exchangeCode } from '../../src/service/rules/oauth/exchange.ts'
import { makeClient } from '../../src/service/rules/oauth/client.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import { mock } from '../mock.ts'

const NOT_FOUND = { title: 'Resource Not Found', status: 404 }
const SHOP = {
  client_id: 'shop',
  client_secret: 'shop-secret',
  redirect_uri: 'http://shop.test/',
  name: 'Shop sync',
  description: 'Keeps members in step.',
}
const BLOG = { client_id: 'blog', client_secret: 'blog-secret', redirect_uri: 'http://blog.test/' }

/** Signs a user in to an application, and returns its token. */
function signIn(tx: Tx, client: typeof BLOG): string {
  const { code } = approveClient(tx, client)
  return exchangeCode(tx, { credentials: [client], code, redirect_uri: client.redirect_uri, verifier: undefined }).token
}

/** A world in which two applications are registered. */
async function withApplications(settings: { readonly authorized_apps?: { readonly link: 'on' | 'off' } } = {}) {
  const world = mock({ settings })
  await world.plant((tx) => {
    makeClient(tx, SHOP)
    makeClient(tx, BLOG)
  })
  const { call, plant } = world
  return {
    ...world,
    signIn: (client: typeof BLOG) => plant((tx) => signIn(tx, client)),
    revoke: (access_token: string) => call('POST /_control/triggers', { trigger: 'oauth.revoke', access_token }),
    names: async (query = '') => {
      const { body } = await call(`GET /3.0/authorized-apps${query}`)
      return { names: body.apps.map(({ name }: { name: string }) => name), total: body.total_items }
    },
  }
}

test('the source of a contact is the application that adds it with its token, and API - Generic with a key', async () => {
  const { call, plant, signIn: sign } = await withApplications()
  await plant((tx) => makeList(tx, { id: 'a1b2c3d4e5', name: 'News' }))
  const members = '/3.0/lists/a1b2c3d4e5/members'
  const headers = { authorization: `Bearer ${await sign(SHOP)}` }
  const add = async (email_address: string, more: object = {}) =>
    (await call(`POST ${members}`, { email_address, status: 'subscribed' }, more)).body.source
  expect([await add('ada@acme.test', { headers }), await add('bob@acme.test')]).toEqual(['Shop sync', 'API - Generic'])
  const { body } = await call(
    'POST /3.0/lists/a1b2c3d4e5',
    { members: [{ email_address: 'cy@acme.test', status: 'subscribed' }] },
    { headers },
  )
  expect(body.new_members).toMatchObject([{ source: 'Shop sync' }])
  const phone = { sms_channel: { sms_phone: '+14045550102' }, email_channel: { email: 'di@acme.test' } }
  expect((await call('POST /3.0/audiences/a1b2c3d4e5/contacts', phone, { headers })).body).toMatchObject({
    source: { name: 'Shop sync' },
    email_channel: { source: { name: 'Shop sync' } },
    sms_channel: { source: { name: 'Shop sync' }, marketing_consent: { source: { name: 'Shop sync' } } },
  })
})

describe('getAuthorizedApps', () => {
  test('getAuthorizedApps lists the applications that have signed in, in that order', async () => {
    const { call, signIn: sign } = await withApplications()
    await sign(SHOP)
    await sign(BLOG)
    const { body } = await call('GET /3.0/authorized-apps')
    expect(body).toEqual({
      apps: [
        {
          id: 1000,
          name: 'Shop sync',
          description: 'Keeps members in step.',
          users: ['acme'],
          _links: expect.any(Array),
        },
        { id: 1001, name: 'blog', description: '', users: ['acme'], _links: expect.any(Array) },
      ],
      total_items: 2,
      _links: expect.any(Array),
    })
  })

  test('the application that every world has is listed by its client id', async () => {
    const { names, plant, handle } = await withApplications()
    const { client_id, client_secret, redirect_uri } = handle().world.credentials
    await plant((tx) => signIn(tx, { client_id, client_secret, redirect_uri }))
    expect(await names()).toEqual({ names: [client_id], total: 1 })
  })

  test('an approval alone does not list an application', async () => {
    const { names, plant } = await withApplications()
    await plant((tx) => approveClient(tx, SHOP))
    expect(await names()).toEqual({ names: [], total: 0 })
  })

  test('an application that signs in twice is listed once', async () => {
    const { names, signIn: sign } = await withApplications()
    await sign(SHOP)
    await sign(SHOP)
    expect(await names()).toEqual({ names: ['Shop sync'], total: 1 })
  })

  test('an application whose access was revoked is not listed, and has the same id when it comes back', async () => {
    const { call, names, signIn: sign, revoke } = await withApplications()
    const token = await sign(SHOP)
    await sign(SHOP)
    await sign(BLOG)
    const asShop = () => call('GET /3.0/ping', undefined, { headers: { authorization: `Bearer ${token}` } })
    expect((await asShop()).status).toBe(200)
    expect((await revoke(token)).status).toBe(200)
    expect(await names()).toEqual({ names: ['blog'], total: 1 })
    expect((await asShop()).body).toMatchObject({ title: 'API Key Invalid', status: 401 })
    await sign(SHOP)
    expect((await call('GET /3.0/authorized-apps')).body.apps).toMatchObject([{ id: 1000 }, { id: 1001 }])
  })

  test('an application can list itself with its token', async () => {
    const { call, signIn: sign } = await withApplications()
    const headers = { authorization: `Bearer ${await sign(SHOP)}` }
    expect((await call('GET /3.0/authorized-apps?fields=apps.name', undefined, { headers })).body).toEqual({
      apps: [{ name: 'Shop sync' }],
    })
  })
})

describe('getAuthorizedApp', () => {
  test('an application whose access was revoked is answered with 404', async () => {
    const { call, signIn: sign, revoke } = await withApplications()
    await revoke(await sign(SHOP))
    expect((await call('GET /3.0/authorized-apps/1000')).body).toMatchObject(NOT_FOUND)
  })
})

describe('linkApp', () => {
  const { client_id, client_secret } = SHOP

  test('linkApp is not allowed, unless the setting authorized_apps.link is on', async () => {
    const { call } = await withApplications()
    const { body, headers } = await call('POST /3.0/authorized-apps', { client_id, client_secret })
    expect(body).toMatchObject({ title: 'Method Not Allowed', status: 405 })
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect((await call('OPTIONS /3.0/authorized-apps')).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    await call('PATCH /_control/settings', { authorized_apps: { link: 'on' } })
    expect((await call('OPTIONS /3.0/authorized-apps')).headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS')
    expect((await call('POST /3.0/authorized-apps', { client_id, client_secret })).status).toBe(200)
  })

  test('calls, batches, overrides and the journal agree that linkApp is not allowed while its setting is off', async () => {
    const { call, pass } = await withApplications()
    const sent = JSON.stringify({ client_id, client_secret })
    const allowed = (await call('OPTIONS /3.0/authorized-apps')).headers.get('allow') ?? ''
    const refused = await call('POST /3.0/authorized-apps', { client_id, client_secret })
    await call('POST /3.0/batches', { operations: [{ method: 'POST', path: '/authorized-apps', body: sent }] })
    await pass('PT1M')
    const overridden = await call('POST /3.0/authorized-apps', undefined, { headers: { 'x-http-method-override': 'GET' } })
    expect([allowed.split(', ').includes('POST'), refused.headers.get('allow'), overridden.status]).toEqual([false, allowed, 200])
    const { requests } = (await call('GET /_control/requests?operation=linkApp')).body
    const detail = expect.stringContaining(`What maildouble has here: ${allowed}.`)
    expect(requests.map(({ via }: { via: string }) => via).toSorted()).toEqual(['batch', 'http'])
    for (const { status, error, violations, response } of requests) {
      expect({ status, error, violations }).toEqual({ status: 405, error: 'MethodNotAllowed', violations: [] })
      expect(JSON.parse(response.body)).toMatchObject({ detail })
    }
  })

  test('linkApp issues two tokens, with which the application is authorized', async () => {
    const { call, names } = await withApplications({ authorized_apps: { link: 'on' } })
    const { body } = await call('POST /3.0/authorized-apps', { client_id, client_secret })
    const token = expect.stringMatching(/^[0-9a-f]{32}$/)
    expect(body).toEqual({ access_token: token, viewer_token: token })
    expect(body.access_token).not.toBe(body.viewer_token)
    for (const each of Object.values(body)) {
      const headers = { authorization: `Bearer ${String(each)}` }
      expect((await call('GET /3.0/ping', undefined, { headers })).status).toBe(200)
    }
    expect(await names()).toEqual({ names: ['Shop sync'], total: 1 })
  })

  test.each([
    [{ client_id, client_secret: 'wrong' }, 'Bad Request'],
    [{ client_id: 'nobody', client_secret }, 'Bad Request'],
    [{ client_id: '__proto__', client_secret }, 'Bad Request'],
    [{ client_id }, 'Invalid Resource'],
    [{ client_id, client_secret: 7 }, 'Invalid Resource'],
  ])('linkApp rejects %j and issues nothing', async (body, title) => {
    const { call, handle } = await withApplications({ authorized_apps: { link: 'on' } })
    const before = handle().world
    expect((await call('POST /3.0/authorized-apps', body)).body).toMatchObject({ title, status: 400 })
    expect(handle().world).toBe(before)
  })
})
