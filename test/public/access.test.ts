import { describe, expect, test } from 'vitest'
import { batchWebhooks } from '../../src/service/model/batch-webhooks/batch-webhook.ts'
import { approveClient, revokeToken } from '../../src/service/rules/oauth/exchange.ts'
import { makeClient } from '../../src/service/rules/oauth/client.ts'
import { REVOKED_MAX, tokens } from '../../src/service/model/oauth/token.ts'
import { plantAccount } from '../../src/service/rules/root/account.ts'
import { ApiError } from '../../src/kernel/world/errors.ts'
import { oauthApplication } from './oauth-application.ts'

const known = { settings: { credentials: 'known' } } as const
const header = (authorization: string) => ({ headers: { authorization }, anonymous: true })

test('an access token is a key of the account: as Basic, as Bearer, as ?apikey=, with or without the datacenter', async () => {
  const { token, call } = oauthApplication(known)
  const issued = await token()
  for (const key of [issued, `${issued}-dc1`]) {
    for (const authorization of [`Basic ${btoa(`anyone:${key}`)}`, `Bearer ${key}`])
      expect((await call('GET /3.0/ping', undefined, header(authorization))).status).toBe(200)
    expect((await call(`GET /3.0/ping?apikey=${key}`, undefined, { anonymous: true })).status).toBe(200)
  }
})

test('an unknown access token, or one of another datacenter, is rejected', async () => {
  const { token, call } = oauthApplication(known)
  const issued = await token()
  for (const key of [`${issued}-dc2`, `${issued}-`, `${issued}-dc1-dc1`, issued.toUpperCase(), 'f'.repeat(32)])
    expect((await call('GET /3.0/ping', undefined, header(`Bearer ${key}`))).body).toMatchObject({
      status: 401,
      title: 'API Key Invalid',
    })
})

test('an access token is not accepted with the scheme OAuth, which counts as no credential', async () => {
  for (const plan of [known, {}]) {
    const { token, call } = oauthApplication(plan)
    const authorization = `OAuth ${await token()}`
    expect((await call('GET /3.0/ping', undefined, header(authorization))).body).toMatchObject({
      status: 401,
      title: 'API Key Missing',
    })
  }
})

test('an access token is still valid after ten years', async () => {
  const { token, call, pass } = oauthApplication(known)
  const issued = await token()
  await pass('P3650D')
  expect((await call('GET /3.0/ping', undefined, header(`Bearer ${issued}`))).status).toBe(200)
})

describe('getOauthMetadata', () => {
  test('getOauthMetadata returns the API endpoint of the account and its user', async () => {
    const { token, metadata, plant } = oauthApplication()
    const account = { account_id: '123456', account_name: 'Globex', role: 'manager', login_id: '42', username: 'hank' } as const
    await plant((tx) => plantAccount(tx, { ...account, email: 'hank@globex.test', avatar_url: '' }))
    const { status, headers, body } = await metadata(`OAuth ${await token()}`)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      dc: 'dc1',
      role: 'manager',
      accountname: 'Globex',
      user_id: 123456,
      login: { email: 'hank@globex.test', avatar: null, login_id: 42, login_name: 'hank', login_email: 'hank@globex.test' },
      login_url: 'http://maildouble.test',
      api_endpoint: 'http://maildouble.test',
    })
  })

  test('getOauthMetadata assigns numbers to an account and a login with non-numeric ids', async () => {
    const { token, metadata, plant } = oauthApplication()
    await plant((tx) => plantAccount(tx, { account_id: 'abc', login_id: 'def', avatar_url: 'http://a.test/b.png' }))
    const { body } = await metadata(`OAuth ${await token()}`)
    expect([body.user_id, body.login.login_id, body.login.avatar]).toEqual([151_000_329, 82_678_791, 'http://a.test/b.png'])
  })

  test('getOauthMetadata accepts the schemes OAuth and Bearer, and the token with the datacenter', async () => {
    const { token, metadata } = oauthApplication()
    const issued = await token()
    for (const authorization of [`OAuth ${issued}`, `oauth  ${issued}`, `Bearer ${issued}`, `OAuth ${issued}-dc1`])
      expect((await metadata(authorization)).status).toBe(200)
  })

  test('getOauthMetadata rejects every other credential, even if any string is accepted as a key', async () => {
    const { token, metadata, send, world } = oauthApplication()
    const issued = await token()
    const { api_key } = await world()
    const bodiless = await send('/oauth2/metadata')
    expect([bodiless.status, JSON.parse(bodiless.text)]).toEqual([401, { error: 'invalid_token' }])
    for (const authorization of [
      'OAuth',
      'OAuth nonsense',
      `OAuth ${api_key}`,
      `OAuth ${issued} x`,
      issued,
      `Basic ${btoa(`a:${issued}`)}`,
    ]) {
      const { status, headers, body } = await metadata(authorization)
      expect([status, body]).toEqual([401, { error: 'invalid_token' }])
      expect(headers.get('www-authenticate')).toBe('OAuth realm="maildouble", error="invalid_token"')
    }
  })
})

describe('approveClient', () => {
  test('approveClient issues a code without a page', async () => {
    const { plant, exchange, usual } = oauthApplication()
    const { client_id = '', redirect_uri = '' } = await usual()
    const { code } = await plant((tx) => approveClient(tx, { client_id, redirect_uri }))
    expect((await exchange({ code })).status).toBe(200)
  })

  test('approveClient rejects unknown applications, and redirect URIs that are not registered', async () => {
    const { plant, usual } = oauthApplication()
    const { client_id = '', redirect_uri = '' } = await usual()
    for (const asked of [
      { client_id: 'nobody', redirect_uri },
      { client_id, redirect_uri: 'http://evil.test/' },
    ])
      await expect(plant((tx) => approveClient(tx, asked))).rejects.toThrow(ApiError)
  })
})

describe('revokeToken', () => {
  test('revokeToken revokes all tokens of the application, everywhere and in every form', async () => {
    for (const plan of [known, {}]) {
      const { token, call, metadata, plant } = oauthApplication(plan)
      const [one, other] = [await token(), await token()]
      await plant((tx) => revokeToken(tx, one))
      for (const key of [one, other, `${one}-dc1`, `${other}-dc1`]) {
        expect((await call('GET /3.0/ping', undefined, header(`Bearer ${key}`))).body).toMatchObject({
          status: 401,
          title: 'API Key Invalid',
        })
        expect((await metadata(`OAuth ${key}`)).body).toEqual({ error: 'invalid_token' })
      }
    }
  })

  test.each([known, {}])('revokeToken reveals the revocation only to the holder of the token (%j)', async (plan) => {
    const { token, call, metadata, plant } = oauthApplication(plan)
    const issued = await token()
    await plant((tx) => revokeToken(tx, issued))
    for (const key of [issued, `${issued}-dc1`]) {
      for (const authorization of [`Bearer ${key}`, `Basic ${btoa(`any:${key}`)}`]) {
        const { status, body, hint } = await call('GET /3.0/ping', undefined, header(authorization))
        expect([status, body.title]).toEqual([401, 'API Key Invalid'])
        expect(hint).toMatch(/^This access token was revoked/)
      }
      const { headers, body } = await metadata(`OAuth ${key}`)
      expect(body).toEqual({ error: 'invalid_token' })
      expect(headers.get('www-authenticate')).toContain('error_description="The access token was revoked"')
    }
    for (const key of [issued.slice(0, -1), issued.toUpperCase(), `${issued}-dc2`, `${issued}0`, 'f'.repeat(32)]) {
      const { hint } = await call('GET /3.0/ping', undefined, header(`Bearer ${key}`))
      expect(hint).not.toContain('revoked')
      expect((await metadata(`OAuth ${key}`)).headers.get('www-authenticate')).not.toContain('revoked')
    }
  })

  test("the revocation of a token of another world is reported at the server's URL and recorded in that world's journal", async () => {
    const { call, send, code, exchange, world } = oauthApplication(known)
    await call('POST /_control/worlds', { id: 'one', scenario: 'empty' })
    const { client_id, client_secret, redirect_uri } = (await world('one')).oauth
    const { body } = await exchange({ client_id, client_secret, redirect_uri, code: await code({ client_id, redirect_uri }) })
    await call('POST /_control/worlds/one/triggers', { trigger: 'oauth.revoke', access_token: body.access_token })
    const refused = await call('GET /3.0/ping', undefined, header(`Bearer ${body.access_token}`))
    expect(refused.hint).toMatch(/^This access token was revoked/)
    const elsewhere = await call('GET /_worlds/default/3.0/ping', undefined, header(`Bearer ${body.access_token}`))
    expect(elsewhere.hint).not.toContain('revoked')
    const { requests } = (await call('GET /_control/worlds/one/requests?path=/3.0/ping')).body
    expect(requests).toMatchObject([{ status: 401, request: { headers: { authorization: 'Bearer {{token:1}}' } } }])
    const headers = { authorization: `OAuth ${body.access_token}` }
    expect((await send('/oauth2/metadata', { headers })).headers.get('www-authenticate')).toContain('revoked')
  })

  test('a revocation has the same effect in a replay of the bundle', async () => {
    const { call, code, exchange, world } = oauthApplication(known)
    await call('POST /_control/worlds', { id: 'one', scenario: 'empty' })
    const { client_id, client_secret, redirect_uri } = (await world('one')).oauth
    const { body } = await exchange({ client_id, client_secret, redirect_uri, code: await code({ client_id, redirect_uri }) })
    await call('POST /_control/worlds/one/triggers', { trigger: 'oauth.revoke', access_token: body.access_token })
    await call('GET /3.0/ping', undefined, header(`Bearer ${body.access_token}`))
    const bundle = (await call('GET /_control/worlds/one/bundle')).body
    expect(bundle.steps.at(-1)).toMatchObject({ headers: { authorization: 'Bearer {{token:1}}' }, answer: { status: 401 } })
    const again = await call('POST /_control/worlds', { bundle, id: 'two' })
    expect(again.body.replay).toMatchObject({ differences_total: 0 })
  })

  test('a revocation is undone by a reset, and redone by restoring a snapshot taken after it', async () => {
    const { token, call, plant } = oauthApplication()
    const issued = await token()
    const hint = async () => (await call('GET /3.0/ping', undefined, header(`Bearer ${issued}`))).hint
    await plant((tx) => revokeToken(tx, issued))
    await call('POST /_control/snapshots', { name: 'revoked' })
    expect(await hint()).toContain('revoked')
    await call('POST /_control/reset')
    expect(await hint()).not.toContain('revoked')
    await call('POST /_control/snapshots/revoked/restore')
    expect(await hint()).toContain('revoked')
  })

  test('a world remembers its last 1,000 revoked tokens and rejects older ones like any unknown key', async () => {
    const { token, call, plant } = oauthApplication()
    const first = await token()
    await plant((tx) => revokeToken(tx, first))
    await plant((tx) => {
      for (let n = 0; n < REVOKED_MAX; n++) {
        tx.insert(tokens, { token: `old-${n}`, client_id: `app-${n}`, status: 'valid', issued_at: tx.now })
        revokeToken(tx, `old-${n}`)
      }
    })
    expect(await plant((tx) => tx.range(tokens.key).count)).toBe(REVOKED_MAX)
    const hint = async (key: string) => (await call('GET /3.0/ping', undefined, header(`Bearer ${key}`))).hint
    expect(await hint(first)).toContain('No world of this server owns this key')
    expect(await hint(`old-${REVOKED_MAX - 1}`)).toContain('revoked')
  })

  test('a revocation does not affect other applications or the key of the account', async () => {
    const { token, call, plant, ask, press, exchange, world } = oauthApplication(known)
    const other = { client_id: 'other', redirect_uri: 'http://other.test/' }
    const { client_secret } = await plant((tx) => makeClient(tx, other))
    const { to } = await press(await ask(other), 'approve')
    const { body } = await exchange({ ...other, client_secret, code: to?.searchParams.get('code') ?? '' })
    const issued = await token()
    await plant((tx) => revokeToken(tx, `${issued}-dc1`))
    for (const key of [body.access_token, (await world()).api_key])
      expect((await call('GET /3.0/ping', undefined, header(`Bearer ${key}`))).status).toBe(200)
  })

  test('a revocation invalidates unused codes of the application, and a new approval gives it access again', async () => {
    const { token, code, exchange, plant, metadata } = oauthApplication()
    const issued = await token()
    const unused = await code()
    await plant((tx) => revokeToken(tx, issued))
    expect((await exchange({ code: unused })).body).toEqual({
      error: 'invalid_grant',
      error_description: 'The user has revoked the approval for which this code was issued.',
    })
    expect((await metadata(`OAuth ${await token()}`)).status).toBe(200)
  })

  test('a revocation deletes the batch webhooks created by the application', async () => {
    const { token, call, plant } = oauthApplication(known)
    const issued = await token()
    const made = await call('POST /3.0/batch-webhooks', { url: 'http://127.0.0.1:9/hook' }, header(`Bearer ${issued}`))
    expect(made.status).toBe(200)
    await plant((tx) => revokeToken(tx, issued))
    expect(await plant((tx) => tx.range(batchWebhooks.key).count)).toBe(0)
  })

  test('a revocation makes the remaining operations of a batch fail with 401', async () => {
    const { token, call, plant, pass } = oauthApplication(known)
    const issued = await token()
    const operations = [{ method: 'GET', path: '/ping' }]
    const { body: batch } = await call('POST /3.0/batches', { operations }, header(`Bearer ${issued}`))
    await plant((tx) => revokeToken(tx, issued))
    await pass('PT1M')
    const key = (await plant((tx) => tx.world.credentials.api_key)) ?? ''
    expect((await call(`GET /3.0/batches/${batch.id}`, undefined, header(`Bearer ${key}`))).body).toMatchObject({
      status: 'finished',
      errored_operations: 1,
    })
  })

  test('revokeToken rejects a token that is unknown or already revoked', async () => {
    const { token, plant } = oauthApplication()
    const issued = await token()
    await expect(plant((tx) => revokeToken(tx, 'nonsense'))).rejects.toThrow('There is no such access token')
    await plant((tx) => revokeToken(tx, issued))
    await expect(plant((tx) => revokeToken(tx, issued))).rejects.toThrow('The access token has already been revoked.')
  })
})
