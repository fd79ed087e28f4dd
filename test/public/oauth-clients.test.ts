import * as oauth4webapi from 'oauth4webapi'
import { Strategy, type VerifyCallback } from 'passport-oauth2'
import { AuthorizationCode } from 'simple-oauth2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type RunningServer } from '../../src/index.ts'
import type { Body } from '../mock.ts'
import { fieldsOf } from './oauth-application.ts'

let server: RunningServer
let world: Body
const logged: string[] = []

const control = async (method: string, path: string, body?: object): Promise<Body> =>
  (
    await fetch(`${server.url}/_control${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
  ).json()

beforeAll(async () => {
  server = await startServer({
    scenario: 'empty',
    clock: { mode: 'frozen', rate: 0 },
    settings: { credentials: 'known' },
    log: (message) => logged.push(message),
  })
  world = await control('GET', '/worlds/default')
})
afterAll(() => server.stop())

/** Follows a redirect as the user, presses a button there, and returns the redirect back. */
async function visit(url: string, decision: 'approve' | 'refuse' = 'approve'): Promise<URL> {
  const page = await fetch(url, { redirect: 'manual' })
  const { status, headers } = page
  const fields = fieldsOf({ status, headers, text: await page.text(), to: undefined })
  const body = new URLSearchParams({ ...fields, decision })
  const decided = await fetch(new URL('authorize', page.url), { method: 'POST', body, redirect: 'manual' })
  return new URL(decided.headers.get('location') ?? 'about:blank')
}

/** The status of a call with a token as the API key. */
const ping = async (token: unknown) =>
  (await fetch(`${server.url}/3.0/ping`, { headers: { authorization: `Basic ${btoa(`any:${String(token)}-dc1`)}` } })).status

describe('simple-oauth2', () => {
  const clientWith = (options: object, secret = world.oauth.client_secret) =>
    new AuthorizationCode({
      client: { id: world.oauth.client_id, secret },
      auth: { tokenHost: server.url, tokenPath: '/oauth2/token', authorizePath: '/oauth2/authorize' },
      options,
    })

  /** Gets a code through the page. */
  const approved = async (client: AuthorizationCode) => {
    const { redirect_uri } = world.oauth
    const back = await visit(client.authorizeURL({ redirect_uri, scope: 'ignored', state: 'a&b' }))
    expect(back.searchParams.get('state')).toBe('a&b')
    return { redirect_uri, code: back.searchParams.get('code') ?? '' }
  }

  test.each([
    { authorizationMethod: 'header' },
    { authorizationMethod: 'header', credentialsEncodingMode: 'loose' },
    { authorizationMethod: 'body' },
  ])('simple-oauth2 signs in with the options %j', async (options) => {
    const client = clientWith(options)
    const { token } = await client.getToken(await approved(client))
    expect(token).toMatchObject({ access_token: expect.any(String), expires_in: 0, scope: null })
    expect(await ping(token['access_token'])).toBe(200)
  })

  test.each(['header', 'body'])('simple-oauth2 reports a wrong secret sent by %s', async (authorizationMethod) => {
    const client = clientWith({ authorizationMethod }, 'wrong')
    await expect(client.getToken(await approved(client))).rejects.toMatchObject({
      output: { statusCode: 401 },
      data: { payload: { error: 'invalid_client' } },
    })
  })

  test('simple-oauth2 reports an expired code after 31 seconds', async () => {
    const client = clientWith({})
    const brought = await approved(client)
    await control('POST', '/clock/advance', { by: 'PT31S' })
    await expect(client.getToken(brought)).rejects.toMatchObject({
      output: { statusCode: 400 },
      data: { payload: { error: 'invalid_grant' } },
    })
  })
})

describe('passport-oauth2', () => {
  type Outcome = { redirect: string } | { user: unknown; info: unknown } | { failed: unknown } | { error: unknown }

  /** Runs the strategy for one request, as passport does. */
  const run = (strategy: Strategy, request: object): Promise<Outcome> =>
    new Promise((resolve) => {
      const actions = {
        redirect: (redirect: string) => resolve({ redirect }),
        success: (user: unknown, info: unknown) => resolve({ user, info }),
        fail: (failed: unknown) => resolve({ failed }),
        error: (error: unknown) => resolve({ error }),
      }
      Object.assign(Object.create(strategy) as Strategy, actions).authenticate(request as never)
    })

  class AccountStrategy extends Strategy {
    /** The user profile comes from the metadata of the token. */
    override userProfile(token: string, done: (error?: unknown, profile?: Body) => void) {
      fetch(`${server.url}/oauth2/metadata`, { headers: { authorization: `OAuth ${token}` } })
        .then((response) => response.json())
        // oxlint-disable-next-line promise/no-callback-in-promise -- The library wants it so.
        .then((profile) => done(null, profile), done)
    }
  }

  const strategyWith = (clientSecret: string) =>
    new AccountStrategy(
      {
        authorizationURL: `${server.url}/oauth2/authorize`,
        tokenURL: `${server.url}/oauth2/token`,
        clientID: world.oauth.client_id,
        clientSecret,
        callbackURL: world.oauth.redirect_uri,
        state: true,
        pkce: true,
      },
      (token: string, _refreshToken: string, profile: Body, done: VerifyCallback) => done(null, { token, profile } as never),
    )

  /** Sends a user away and back within one session. */
  const signIn = async (strategy: Strategy, decision: 'approve' | 'refuse') => {
    const session = {}
    const sent = await run(strategy, { query: {}, session })
    const back = await visit('redirect' in sent ? sent.redirect : '', decision)
    return run(strategy, { query: Object.fromEntries(back.searchParams), session })
  }

  test('passport-oauth2 signs in with a verified state and challenge', async () => {
    const outcome: Body = await signIn(strategyWith(world.oauth.client_secret), 'approve')
    expect(outcome.user.profile).toMatchObject({ dc: 'dc1', api_endpoint: server.url })
    expect(await ping(outcome.user.token)).toBe(200)
  })

  test('passport-oauth2 reports that the user denied access', async () => {
    expect(await signIn(strategyWith(world.oauth.client_secret), 'refuse')).toEqual({ failed: { message: 'The user refused.' } })
  })

  test('passport-oauth2 reports a wrong client secret', async () => {
    const outcome: Body = await signIn(strategyWith('wrong'), 'approve')
    expect(outcome.error).toMatchObject({ name: 'TokenError', code: 'invalid_client' })
  })
})

describe('oauth4webapi', () => {
  const insecure = { [oauth4webapi.allowInsecureRequests]: true }

  /** Signs in to a world and returns the library's result. */
  async function signIn(
    { auth_url, oauth }: Body,
    authentication: (secret: string) => oauth4webapi.ClientAuth,
    sentVerifier?: string | typeof oauth4webapi.nopkce,
  ) {
    const as = {
      issuer: auth_url,
      authorization_endpoint: `${auth_url}/oauth2/authorize`,
      token_endpoint: `${auth_url}/oauth2/token`,
    }
    const client = { client_id: oauth.client_id }
    const state = oauth4webapi.generateRandomState()
    const verifier = oauth4webapi.generateRandomCodeVerifier()
    const parameters = {
      response_type: 'code',
      client_id: oauth.client_id,
      redirect_uri: oauth.redirect_uri,
      code_challenge: await oauth4webapi.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    }
    const back = await visit(`${as.authorization_endpoint}?${new URLSearchParams(parameters)}`)
    const response = await oauth4webapi.authorizationCodeGrantRequest(
      as,
      client,
      authentication(oauth.client_secret),
      oauth4webapi.validateAuthResponse(as, client, back, state),
      oauth.redirect_uri,
      sentVerifier ?? verifier,
      insecure,
    )
    return oauth4webapi.processAuthorizationCodeResponse(as, client, response)
  }

  const rfc6749 = () => control('POST', '/worlds', { scenario: 'empty', settings: { 'oauth.token_shape': 'rfc6749' } })

  test.each([
    ['the form', oauth4webapi.ClientSecretPost],
    ['HTTP Basic', oauth4webapi.ClientSecretBasic],
  ])('oauth4webapi signs in with its credentials in %s if oauth.token_shape is rfc6749', async (_, authentication) => {
    const { access_token, token_type, expires_in } = await signIn(await rfc6749(), authentication)
    expect({ token_type, expires_in }).toEqual({ token_type: 'bearer', expires_in: 0 })
    expect(await ping(access_token)).toBe(200)
  })

  const verifiers: [string, string | typeof oauth4webapi.nopkce][] = [
    ['another verifier', oauth4webapi.generateRandomCodeVerifier()],
    ['no verifier', oauth4webapi.nopkce],
  ]

  test.each(verifiers)('oauth4webapi reports an invalid grant if it sends %s', async (_, verifier) => {
    await expect(signIn(await rfc6749(), oauth4webapi.ClientSecretPost, verifier)).rejects.toMatchObject({
      error: 'invalid_grant',
      status: 400,
      error_description: expect.stringContaining('code_verifier'),
    })
  })

  test("oauth4webapi rejects the response in the reference's format, which has no token_type", async () => {
    await expect(signIn(world, oauth4webapi.ClientSecretPost)).rejects.toMatchObject({ code: 'OAUTH_INVALID_RESPONSE' })
  })

  test('oauth4webapi reports a wrong secret with its error code', async () => {
    const wrong = { ...(await rfc6749()) }
    wrong.oauth = { ...wrong.oauth, client_secret: 'wrong' }
    await expect(signIn(wrong, oauth4webapi.ClientSecretPost)).rejects.toMatchObject({ error: 'invalid_client', status: 401 })
    await expect(signIn(wrong, oauth4webapi.ClientSecretBasic)).rejects.toMatchObject({
      code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
    })
  })
})

test('no call of an OAuth client raised a Defect', () => expect(logged).toEqual([]))
