import { describe, expect, test } from 'vitest'
import { transact } from '../../src/kernel/world/tx.ts'
import { rules } from '../../src/server/runtime/rules.ts'
import { makeClient } from '../../src/service/rules/oauth/client.ts'
import { revokeToken } from '../../src/service/rules/oauth/exchange.ts'
import type { Body } from '../mock.ts'
import { oauthApplication } from './oauth-application.ts'

/** Two worlds besides the default one, each with its own application. */
async function three() {
  const double = oauthApplication({ settings: { credentials: 'known' } })
  const make = async (id: string): Promise<Body> =>
    (await double.call('POST /_control/worlds', { id, scenario: 'empty', seed: 'same' })).body
  const [one, other] = [await make('one'), await make('other')]
  const ping = async (key: string, base = '') => {
    const options = { headers: { authorization: `Bearer ${key}` }, anonymous: true }
    return (await double.call(`GET ${base}/3.0/ping`, undefined, options)).status
  }
  /** Signs in to the world of an application, without a path prefix by default. */
  const signIn = async ({ oauth }: Body, base = '') => {
    const { client_id, client_secret, redirect_uri } = oauth
    return double.exchange(
      { client_id, client_secret, redirect_uri, code: await double.code({ client_id, redirect_uri }, base) },
      {},
      base,
    )
  }
  return { ...double, one, other, ping, signIn }
}

describe('a sign-in applies to the world', () => {
  test('a sign-in applies to the world of the application: the token works for that world and no other', async () => {
    const { one, other, signIn, metadata, ping } = await three()
    const token = (await signIn(one)).body.access_token
    expect((await metadata(`OAuth ${token}`)).body.api_endpoint).toBe('http://maildouble.test/_worlds/one')
    expect([await ping(token), await ping(token, '/_worlds/one'), await ping(token, '/_worlds/other')]).toEqual([200, 200, 401])
    const elsewhere = (await signIn(other)).body.access_token
    expect(elsewhere).not.toBe(token)
    expect((await metadata(`OAuth ${elsewhere}`)).body.login_url).toBe('http://maildouble.test/_worlds/other')
  })

  test('a sign-in applies to the world of the application in HTTP Basic', async () => {
    const { one, code, exchange } = await three()
    const { client_id, client_secret, redirect_uri } = one.oauth
    const headers = { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` }
    const given = await code({ client_id })
    expect((await exchange({ client_id: '', client_secret: '', redirect_uri, code: given }, headers)).status).toBe(200)
  })

  test("a sign-in applies to the world of the path, and returns that world's URL", async () => {
    const { one, signIn, metadata } = await three()
    const base = new URL(one.auth_url).pathname
    const { access_token } = (await signIn(one, base)).body
    expect((await metadata(`OAuth ${access_token}`, base)).status).toBe(200)
  })

  test('a sign-in applies to the world of the path, and never accepts an application or token of another world', async () => {
    const { one, other, ask, code, exchange, signIn, metadata } = await three()
    const { client_id, client_secret } = one.oauth
    expect((await ask({ client_id }, '/_worlds/other')).status).toBe(400)
    const answer = await exchange({ client_id, client_secret, code: await code({ client_id }) }, {}, '/_worlds/other')
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
    const token = (await signIn(other)).body.access_token
    expect((await metadata(`OAuth ${token}`, '/_worlds/one')).body).toEqual({ error: 'invalid_token' })
  })

  test('a sign-in applies to the world of an application registered later', async () => {
    const { context, code, exchange } = await three()
    const client = { client_id: 'late', client_secret: 'hush', redirect_uri: 'http://late.test/' }
    const handle = context.worlds.byId('other')
    handle?.apply(transact(handle.world, rules, (tx) => makeClient(tx, client)))
    expect(context.worlds.byClient('late')).toBe(handle)
    const { client_id, redirect_uri } = client
    expect((await exchange({ ...client, code: await code({ client_id, redirect_uri }) })).status).toBe(200)
    handle?.reset()
    expect(context.worlds.byClient('late')).toBeUndefined()
  })

  test('a sign-in of an unknown application goes to the world default and is rejected', async () => {
    const { ask, exchange, metadata } = oauthApplication({ settings: { credentials: 'any' } })
    expect((await ask({ client_id: 'unknown' })).status).toBe(400)
    expect((await exchange({ client_id: 'unknown', code: 'x' })).body.error).toBe('invalid_client')
    expect((await metadata('OAuth unknown')).status).toBe(401)
  })
})

describe('a deleted world', () => {
  test('the deletion of a world invalidates its application and tokens', async () => {
    const { one, signIn, call, ask, metadata, ping } = await three()
    const token = (await signIn(one)).body.access_token
    await call('DELETE /_control/worlds/one')
    expect((await ask({ client_id: one.oauth.client_id })).status).toBe(400)
    expect([(await metadata(`OAuth ${token}`)).status, await ping(token), await ping(`${token}-dc1`)]).toEqual([401, 401, 401])
  })

  test('a deleted world leaves its application id to the next world that has it', async () => {
    const { call, context, ask } = await three()
    const oauth = { client_id: 'shared' }
    for (const id of ['first', 'second']) await call('POST /_control/worlds', { id, scenario: 'empty', oauth })
    expect(context.worlds.byClient('shared')?.world.id).toBe('first')
    await call('DELETE /_control/worlds/first')
    expect(context.worlds.byClient('shared')?.world.id).toBe('second')
    expect((await ask(oauth)).status).toBe(200)
  })
})

test('a fork has its own application, which signs in to it', async () => {
  const { call, signIn, metadata, ping, world } = await three()
  const { body: branch } = await call('POST /_control/fork', { id: 'branch' })
  const token = (await signIn(branch)).body.access_token
  expect((await metadata(`OAuth ${token}`)).body.api_endpoint).toBe('http://maildouble.test/_worlds/branch')
  const { client_id } = (await world()).oauth
  expect(client_id).not.toBe(branch.oauth.client_id)
  expect(await ping(token, '/_worlds/one')).toBe(401)
})

test('a fork does not inherit tokens, even if they are later revoked in the original world', async () => {
  const { call, token, signIn, ping, plant } = await three()
  const issued = await token()
  const { body: branch } = await call('POST /_control/fork', { id: 'branch' })
  expect([await ping(issued), await ping(issued, '/_worlds/branch')]).toEqual([200, 401])
  await plant((tx) => revokeToken(tx, issued))
  await signIn(branch)
  expect([await ping(issued), await ping(issued, '/_worlds/branch')]).toEqual([401, 401])
})

test('a reset invalidates tokens and codes, and the same steps issue the same ones again', async () => {
  const { call, code, exchange, metadata } = await three()
  const given = await code()
  const { access_token } = (await exchange({ code: given })).body
  const unused = await code()
  await call('POST /_control/reset')
  expect((await metadata(`OAuth ${access_token}`)).status).toBe(401)
  expect((await exchange({ code: unused })).body.error).toBe('invalid_grant')
  expect(await code()).toBe(given)
  expect((await exchange({ code: given })).body.access_token).toBe(access_token)
  expect((await metadata(`OAuth ${access_token}`)).status).toBe(200)
})
