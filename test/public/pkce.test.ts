import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { oauthApplication, fieldsOf } from './oauth-application.ts'

const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
/** The challenge for that verifier in RFC 7636 (appendix B). */
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const S256 = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

describe('authorize', () => {
  test.each([
    ['the method plain', { code_challenge: VERIFIER, code_challenge_method: 'plain' }, 'has to be S256'],
    ['an unknown method', { code_challenge: CHALLENGE, code_challenge_method: 'S512' }, 'has to be S256'],
    ['the method in another case', { code_challenge: CHALLENGE, code_challenge_method: 's256' }, 'has to be S256'],
    ['a challenge without a method, which means plain', { code_challenge: CHALLENGE }, 'has to be S256'],
    ['a method without a challenge', { code_challenge_method: 'S256' }, 'code_challenge is missing'],
    ['a challenge of 42 characters', { ...S256, code_challenge: CHALLENGE.slice(1) }, '43 characters'],
    ['a challenge of 44 characters', { ...S256, code_challenge: `${CHALLENGE}A` }, '43 characters'],
    ['a padded challenge', { ...S256, code_challenge: `${CHALLENGE}=` }, '43 characters'],
    ['a challenge in base64', { ...S256, code_challenge: CHALLENGE.replace('-', '+') }, '43 characters'],
  ])('authorize redirects back with invalid_request for %s', async (_, changes, description) => {
    for (const approve of ['page', 'at_once'] as const) {
      const { ask, handle, ready } = oauthApplication({ settings: { 'oauth.approve': approve } })
      await ready
      const before = handle().world
      const { status, to } = await ask(changes)
      expect([status, to?.searchParams.get('error'), to?.searchParams.get('state')]).toEqual([302, 'invalid_request', 'xyz'])
      expect(to?.searchParams.get('error_description')).toContain(description)
      expect(to?.searchParams.has('code')).toBe(false)
      expect(handle().world).toBe(before)
    }
  })

  test.each(['code_challenge', 'code_challenge_method'])(
    'authorize redirects back with invalid_request for two of %s',
    async (name) => {
      const { send, usual } = oauthApplication()
      const query = new URLSearchParams({ ...(await usual()), ...S256 })
      const { to } = await send(`/oauth2/authorize?${query}&${name}=${S256[name as keyof typeof S256]}`)
      expect(to?.searchParams.get('error')).toBe('invalid_request')
      expect(to?.searchParams.get('error_description')).toBe(`The parameter ${name} was sent twice.`)
    },
  )

  test('authorize treats empty parameters as omitted', async () => {
    const { send, usual } = oauthApplication()
    const query = new URLSearchParams({ ...(await usual()), code_challenge: '', code_challenge_method: '' })
    expect((await send(`/oauth2/authorize?${query}`)).status).toBe(200)
  })
})

describe('decide', () => {
  test.each([
    ['replaced', { code_challenge: challengeOf('x'.repeat(43)) }],
    ['removed', { code_challenge: '' }],
  ])('the sign-in rejects a form whose challenge was %s', async (_, changes) => {
    const { ask, press, handle } = oauthApplication()
    const page = await ask(S256)
    expect(fieldsOf(page)).toMatchObject({ code_challenge: CHALLENGE })
    const before = handle().world
    expect((await press(page, 'approve', changes)).status).toBe(400)
    expect(handle().world).toBe(before)
  })

  test('the sign-in rejects a form to which a challenge was added', async () => {
    const { ask, press } = oauthApplication()
    expect((await press(await ask(), 'approve', { code_challenge: CHALLENGE })).status).toBe(400)
  })
})

describe('issueToken', () => {
  /** The ways in which an application with a challenge gets a code. */
  const ways: [
    string,
    Parameters<typeof oauthApplication>[0],
    (world: ReturnType<typeof oauthApplication>) => Promise<string>,
  ][] = [
    ['the page', {}, ({ code }) => code(S256)],
    [
      'the setting oauth.approve at_once',
      { settings: { 'oauth.approve': 'at_once' } },
      async ({ ask }) => (await ask(S256)).to?.searchParams.get('code') ?? '',
    ],
    [
      'the trigger oauth.approve',
      {},
      async ({ call, usual }) => {
        const { client_id, redirect_uri } = await usual()
        const asked = { trigger: 'oauth.approve', client_id, redirect_uri, code_challenge: CHALLENGE }
        return (await call('POST /_control/triggers', asked)).body.code
      },
    ],
  ]

  test.each(ways)('a code from %s is exchanged with its verifier, once', async (_, plan, codeOf) => {
    const world = oauthApplication(plan)
    const code = await codeOf(world)
    expect((await world.exchange({ code, code_verifier: VERIFIER })).status).toBe(200)
    expect((await world.exchange({ code, code_verifier: VERIFIER })).body).toEqual({
      error: 'invalid_grant',
      error_description: 'The code has already been used.',
    })
  })

  test.each(ways)('a code from %s is rejected without its verifier, and is not used up', async (_, plan, codeOf) => {
    const world = oauthApplication(plan)
    const code = await codeOf(world)
    const before = world.handle().world
    const wrong = ['', `${VERIFIER.slice(0, -1)}0`, CHALLENGE, VERIFIER.toLowerCase()]
    for (const code_verifier of wrong) {
      const { status, body } = await world.exchange({ code, code_verifier })
      expect([code_verifier, status, body.error]).toEqual([code_verifier, 400, 'invalid_grant'])
      expect(body.error_description).toContain('code_verifier')
    }
    expect(world.handle().world).toBe(before)
    expect((await world.exchange({ code, code_verifier: VERIFIER })).status).toBe(200)
  })

  test.each(['strict', 'rfc6749'] as const)(
    'a wrong verifier is rejected in the same way with oauth.token_shape %s',
    async (shape) => {
      const { code, exchange } = oauthApplication({ settings: { 'oauth.token_shape': shape } })
      expect((await exchange({ code: await code(S256), code_verifier: 'x'.repeat(43) })).body).toEqual({
        error: 'invalid_grant',
        error_description: 'The code_verifier does not match the code_challenge of the authorization request.',
      })
    },
  )

  test.each([
    ['42 characters', 'x'.repeat(42)],
    ['129 characters', 'x'.repeat(129)],
    ['a forbidden character', `${'x'.repeat(42)}+`],
    ['letters beyond ASCII', 'ä'.repeat(43)],
  ])('a verifier of %s is rejected as an invalid_request', async (_, verifier) => {
    const { ask, press, exchange } = oauthApplication()
    const asked = { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' }
    const code = (await press(await ask(asked), 'approve')).to?.searchParams.get('code') ?? ''
    const { status, body } = await exchange({ code, code_verifier: verifier })
    expect([status, body.error]).toEqual([400, 'invalid_request'])
    expect(body.error_description).toContain('43 to 128 characters')
  })

  test.each(['x'.repeat(43), '~._-'.repeat(32)])('a token is issued for the PKCE verifier %s', async (verifier) => {
    const { code, exchange } = oauthApplication()
    const given = await code({ code_challenge: challengeOf(verifier), code_challenge_method: 'S256' })
    expect((await exchange({ code: given, code_verifier: verifier })).status).toBe(200)
  })

  test('a repeated verifier is rejected', async () => {
    const { code, post, world } = oauthApplication()
    const { client_id, client_secret, redirect_uri } = (await world()).oauth
    const known = { grant_type: 'authorization_code', client_id, client_secret, redirect_uri, code: await code(S256) }
    const verifier = new URLSearchParams({ code_verifier: VERIFIER })
    const { status, text } = await post('/oauth2/token', `${new URLSearchParams(known)}&${verifier}&${verifier}`)
    expect([status, JSON.parse(text).error_description]).toEqual([400, 'The parameter code_verifier was sent twice.'])
  })

  test('a verifier is rejected if no challenge was sent, and the code is exchanged without one', async () => {
    const { code, exchange } = oauthApplication()
    const given = await code()
    expect((await exchange({ code: given, code_verifier: VERIFIER })).body).toEqual({
      error: 'invalid_grant',
      error_description: 'A code_verifier came, but the authorization request had no code_challenge.',
    })
    expect((await exchange({ code: given })).status).toBe(200)
  })

  test('a code is exchanged with its verifier in a replay of the bundle', async () => {
    const { call, code, exchange, world } = oauthApplication()
    await call('POST /_control/worlds', { id: 'one', scenario: 'empty' })
    const { client_id, client_secret, redirect_uri } = (await world('one')).oauth
    const given = await code({ client_id, redirect_uri, ...S256 })
    expect((await exchange({ client_id, client_secret, redirect_uri, code: given, code_verifier: VERIFIER })).status).toBe(200)
    const bundle = (await call('GET /_control/worlds/one/bundle')).body
    const again = await call('POST /_control/worlds', { bundle, id: 'two' })
    expect(again.body.replay).toMatchObject({ differences_total: 0 })
  })
})

test('the trigger oauth.approve rejects a malformed challenge', async () => {
  const { call, usual } = oauthApplication()
  const { client_id, redirect_uri } = await usual()
  const asked = { trigger: 'oauth.approve', client_id, redirect_uri, code_challenge: 'short' }
  expect((await call('POST /_control/triggers', asked)).body).toMatchObject({
    status: 422,
    errors: [{ pointer: '/code_challenge' }],
  })
})
