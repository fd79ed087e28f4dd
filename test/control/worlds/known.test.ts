import { expect, test } from 'vitest'
import { mock } from '../../mock.ts'

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` }, anonymous: true })

const REFUSED = "Your API key may be invalid, or you've attempted to access the wrong datacenter."
const FIX = 'GET /_control/worlds lists worlds and their keys.'

/** A server whose default world accepts any key, and a world for one test. */
async function withWorld(options: object = {}) {
  const { call } = mock()
  const { body: world } = await call('POST /_control/worlds', { id: 'mine', scenario: 'empty', ...options })
  return { call, world }
}

test('a world created for a test accepts only its own key, and an unknown key is an error that says what to do', async () => {
  const { call, world } = await withWorld()
  const { status, body, headers } = await call('GET /_worlds/mine/3.0/ping', undefined, bearer('nonsense-dc1'))
  expect([status, body.title, body.detail]).toEqual([401, 'API Key Invalid', REFUSED])
  expect(headers.get('x-maildouble-hint')).toBe(`The world in the path is not the one this key belongs to. ${FIX}`)
  expect((await call('GET /_worlds/mine/3.0/ping', undefined, bearer(world.api_key))).status).toBe(200)
  expect((await call('GET /_control/settings')).body.credentials).toBe('any')
  expect((await call('GET /_control/worlds/mine/settings')).body.credentials).toBe('known')
})

test('a world created for a test accepts any key with credentials: any', async () => {
  const { call } = await withWorld({ credentials: 'any' })
  expect((await call('GET /_worlds/mine/3.0/ping', undefined, bearer('nonsense-dc1'))).status).toBe(200)
})

test('a world created for a test prefers the member credentials to the setting of the same name', async () => {
  const { call } = await withWorld({ credentials: 'known', settings: { credentials: 'any' } })
  expect((await call('GET /_control/worlds/mine/settings')).body.credentials).toBe('known')
})

test('a server without a catch-all world answers an unknown key with an error that says what to do', async () => {
  const { call } = mock({ settings: { credentials: 'known' } })
  const { status, body, headers } = await call('GET /3.0/ping', undefined, bearer('tenant7-dc1'))
  expect([status, body.title, body.detail]).toEqual([401, 'API Key Invalid', REFUSED])
  expect(headers.get('x-maildouble-hint')).toBe(`No world of this server owns this key. ${FIX}`)
  await call('POST /_control/worlds', { api_key: 'tenant7-dc1', scenario: 'empty' })
  expect((await call('GET /3.0/ping', undefined, bearer('tenant7-dc1'))).status).toBe(200)
})
