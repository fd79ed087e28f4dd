import { describe, expect, test } from 'vitest'
import { makeClient } from '../../src/service/rules/oauth/client.ts'
import { codes, CODES_MAX } from '../../src/service/model/oauth/token.ts'
import { oauthApplication } from './oauth-application.ts'

const refusal = (error: string, error_description: string) => ({ error, error_description })
const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` })

describe('issueToken', () => {
  test('issueToken returns a token that does not expire, with exactly the members of the reference', async () => {
    const { code, exchange } = oauthApplication()
    const { status, headers, body } = await exchange({ code: await code() })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({ access_token: expect.stringMatching(/^[0-9a-f]{32}$/), expires_in: 0, scope: null })
  })

  test('issueToken returns the members of RFC 6749 with the setting oauth.token_shape', async () => {
    const { code, exchange } = oauthApplication({ settings: { 'oauth.token_shape': 'rfc6749' } })
    const { body } = await exchange({ code: await code() })
    expect(body).toEqual({ access_token: expect.any(String), expires_in: 0, token_type: 'bearer' })
  })

  test('issueToken issues a separate token for each code, and earlier ones stay valid', async () => {
    const { token, metadata } = oauthApplication()
    const [one, other] = [await token(), await token()]
    expect(one).not.toBe(other)
    for (const each of [one, other]) expect((await metadata(`OAuth ${each}`)).status).toBe(200)
  })

  test('issueToken ignores unknown parameters, even if repeated', async () => {
    const { code, post, world } = oauthApplication()
    const { client_id, client_secret, redirect_uri } = (await world()).oauth
    const known = { grant_type: 'authorization_code', client_id, client_secret, redirect_uri, code: await code() }
    const form = `${new URLSearchParams({ ...known, type: 'web_server', nonce: 'x', __proto__x: 'y' })}&type=again`
    expect((await post('/oauth2/token', form)).status).toBe(200)
  })

  test('issueToken rejects other methods with a machine-readable error', async () => {
    const { send } = oauthApplication()
    const { status, headers, text } = await send('/oauth2/token')
    expect([status, headers.get('allow'), JSON.parse(text)]).toEqual([
      405,
      'POST, OPTIONS',
      refusal('invalid_request', 'GET is not allowed here. What is: POST, OPTIONS.'),
    ])
  })

  describe('accepts a code', () => {
    test('issueToken accepts a code that is 29 seconds old, but not 30 or 31', async () => {
      for (const [age, status] of [
        ['PT29S', 200],
        ['PT29.999S', 200],
        ['PT30S', 400],
        ['PT31S', 400],
      ] as const) {
        const { code, exchange, pass } = oauthApplication()
        const fresh = await code()
        await pass(age)
        const answer = await exchange({ code: fresh })
        expect([age, answer.status]).toEqual([age, status])
        if (status === 400) expect(answer.body).toEqual(refusal('invalid_grant', 'The code has expired: it is good for PT30S.'))
      }
    })

    test('issueToken accepts a code as long as oauth.code_lifetime was when the code was issued', async () => {
      const { code, exchange, pass } = oauthApplication({ settings: { 'oauth.code_lifetime': 'PT0.5S' } })
      const [one, other] = [await code(), await code()]
      await pass('PT0.4S')
      expect((await exchange({ code: one })).status).toBe(200)
      await pass('PT0.1S')
      expect((await exchange({ code: other })).body.error).toBe('invalid_grant')
    })

    test('issueToken accepts a code once: a second use is rejected, and the first token stays valid', async () => {
      const { code, exchange, metadata } = oauthApplication()
      const once = await code()
      const { body } = await exchange({ code: once })
      const again = await exchange({ code: once })
      expect([again.status, again.body]).toEqual([400, refusal('invalid_grant', 'The code has already been used.')])
      expect((await metadata(`OAuth ${body.access_token}`)).status).toBe(200)
    })

    test('issueToken accepts a code only from its application with its redirect_uri', async () => {
      const { code, exchange, plant, handle } = oauthApplication()
      await plant((tx) => makeClient(tx, { client_id: 'other', client_secret: 'hush', redirect_uri: 'http://other.test/' }))
      const given = await code()
      const before = handle().world
      const elsewhere = { client_id: 'other', client_secret: 'hush', redirect_uri: 'http://other.test/' }
      expect((await exchange({ code: given, ...elsewhere })).body).toEqual(
        refusal('invalid_grant', 'The application was not given this code.'),
      )
      expect((await exchange({ code: given, redirect_uri: 'http://127.0.0.1:3000/callback/' })).body).toEqual(
        refusal('invalid_grant', 'The redirect_uri is not the one that the code was sent to.'),
      )
      expect((await exchange({ code: 'f'.repeat(32) })).body.error).toBe('invalid_grant')
      expect(handle().world).toBe(before)
      // None of this has used the code up.
      expect((await exchange({ code: given })).status).toBe(200)
    })

    test('issueToken rejects a code issued to another application of the world', async () => {
      const { ask, press, exchange, plant } = oauthApplication()
      const other = { client_id: 'other', redirect_uri: 'http://other.test/' }
      const { client_secret } = await plant((tx) => makeClient(tx, { ...other, name: 'The other <one>' }))
      const page = await ask(other)
      expect(page.text).toContain('<h1>The other &lt;one&gt; asks for access to')
      const { to } = await press(page, 'approve')
      expect(to?.origin).toBe('http://other.test')
      expect((await exchange({ ...other, client_secret, code: to?.searchParams.get('code') ?? '' })).status).toBe(200)
    })

    test('issueToken accepts a code unless a thousand others have been issued since', async () => {
      const { ask, exchange, plant } = oauthApplication({ settings: { 'oauth.approve': 'at_once' } })
      const given = (await ask()).to?.searchParams.get('code') ?? ''
      for (let i = 0; i < CODES_MAX; i++) await ask()
      expect(await plant((tx) => tx.range(codes.key).count)).toBe(CODES_MAX)
      expect((await exchange({ code: given })).body.error).toBe('invalid_grant')
    })
  })

  describe('authenticates an application', () => {
    const odd = { client_id: 'a:b %41+ä', client_secret: 'p%20+ä&' }
    const form = { client_id: '', client_secret: '' }

    test('issueToken authenticates an application by HTTP Basic, by the form, and by both if they agree', async () => {
      const { code, exchange, world } = oauthApplication()
      const { client_id, client_secret } = (await world()).oauth
      for (const [changes, headers] of [
        [form, basic(client_id, client_secret)],
        [{ client_secret: '' }, basic(client_id, client_secret)],
        [{}, basic(client_id, client_secret)],
        [form, { authorization: basic(client_id, client_secret).authorization.replace('Basic ', 'BASIC   ') }],
      ] as const)
        expect((await exchange({ code: await code(), ...changes }, headers)).status).toBe(200)
    })

    test('issueToken authenticates an application by HTTP Basic, percent-encoded as in RFC 6749 or plain as in earlier drafts', async () => {
      const { code, exchange, plant } = oauthApplication()
      const { redirect_uri } = await plant((tx) => makeClient(tx, { ...odd, redirect_uri: 'http://odd.test/' }))
      const encoded = (text: string) => new URLSearchParams([['', text]]).toString().slice(1)
      const utf8 = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
      const { client_id, client_secret } = { client_id: odd.client_id.replace(':', ''), client_secret: odd.client_secret }
      await plant((tx) => makeClient(tx, { client_id, client_secret, redirect_uri }))
      for (const [id, header] of [
        [odd.client_id, `${encoded(odd.client_id)}:${encoded(odd.client_secret)}`],
        [client_id, `${client_id}:${client_secret}`],
      ] as const) {
        const given = await code({ client_id: id, redirect_uri })
        expect((await exchange({ code: given, redirect_uri, ...form }, utf8(header))).status).toBe(200)
      }
    })

    test.each([
      ['a wrong secret', { client_secret: 'wrong' }, {}],
      ['a wrong id', { client_id: 'nobody' }, {}],
      ['an Object.prototype property as id', { client_id: 'constructor' }, {}],
    ])('a token request with %s is rejected with 401', async (_, changes, headers) => {
      const { code, exchange, handle } = oauthApplication()
      const given = await code()
      const before = handle().world
      const answer = await exchange({ code: given, ...changes }, headers)
      expect([answer.status, answer.body]).toEqual([
        401,
        refusal('invalid_client', 'The client_id or the client_secret is wrong.'),
      ])
      expect(answer.headers.get('www-authenticate')).toBeNull()
      expect(handle().world).toBe(before)
    })

    test('issueToken sends WWW-Authenticate after a failed header', async () => {
      const { code, exchange, world } = oauthApplication()
      const { client_id } = (await world()).oauth
      for (const headers of [basic(client_id, 'wrong'), { authorization: 'Basic !!!' }, { authorization: 'Bearer x' }]) {
        const answer = await exchange({ code: await code(), ...form }, headers)
        expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
        expect(answer.headers.get('www-authenticate')).toBe('Basic realm="maildouble", charset="UTF-8"')
      }
    })

    test('issueToken rejects a form and a header that contradict each other', async () => {
      const { code, exchange, world } = oauthApplication()
      const { client_id, client_secret } = (await world()).oauth
      for (const changes of [{ client_id: 'other' }, { client_secret: 'other' }]) {
        const answer = await exchange({ code: await code(), ...changes }, basic(client_id, client_secret))
        const reason = 'The form and the Authorization header name different credentials.'
        expect([answer.status, answer.body]).toEqual([400, refusal('invalid_request', reason)])
      }
    })
  })

  describe('rejects', () => {
    test.each(['grant_type', 'client_id', 'client_secret', 'code', 'redirect_uri'])(
      'a token request without %s is rejected',
      async (name) => {
        const { code, exchange } = oauthApplication()
        for (const missing of [{ [name]: '' }]) {
          const answer = await exchange({ code: await code(), ...missing })
          expect([answer.status, answer.body]).toEqual([400, refusal('invalid_request', `Missing: ${name}.`)])
        }
      },
    )

    test('a token request with an empty form is rejected with all missing fields', async () => {
      const { send, post, handle, ready } = oauthApplication()
      await ready
      const before = handle().world
      const body = refusal('invalid_request', 'Missing: grant_type, client_id, client_secret, code, redirect_uri.')
      for (const answer of [await send('/oauth2/token', { method: 'POST' }), await post('/oauth2/token', '')])
        expect([answer.status, JSON.parse(answer.text)]).toEqual([400, body])
      expect(handle().world).toBe(before)
    })

    test.each(['client_credentials', 'password', 'refresh_token', 'AUTHORIZATION_CODE', '__proto__'])(
      'a token request with the grant_type %s is rejected',
      async (grant_type) => {
        const { code, exchange } = oauthApplication()
        const answer = await exchange({ code: await code(), grant_type })
        const reason = 'The grant_type has to be authorization_code.'
        expect([answer.status, answer.body]).toEqual([400, refusal('unsupported_grant_type', reason)])
      },
    )

    test('a token request with a JSON body is rejected', async () => {
      const { code, post, usual } = oauthApplication()
      const body = JSON.stringify({ ...(await usual()), grant_type: 'authorization_code', code: await code() })
      const { status, text } = await post('/oauth2/token', body, { 'content-type': 'application/json' })
      const reason = 'The body has to be application/x-www-form-urlencoded; it was application/json.'
      expect([status, JSON.parse(text)]).toEqual([400, refusal('invalid_request', reason)])
    })

    test.each(['grant_type', 'client_id', 'client_secret', 'code', 'redirect_uri'])(
      'a token request with a repeated %s is rejected',
      async (name) => {
        const { post } = oauthApplication()
        const { status, text } = await post('/oauth2/token', `${name}=a&${name}=a`)
        expect([status, JSON.parse(text)]).toEqual([400, refusal('invalid_request', `The parameter ${name} was sent twice.`)])
      },
    )

    test('a token request with a body that is too large is rejected', async () => {
      const { post } = oauthApplication()
      const { status, text } = await post('/oauth2/token', { code: 'x'.repeat(70_000) })
      expect([status, JSON.parse(text)]).toEqual([413, refusal('invalid_request', 'A form has at most 65536 bytes.')])
    })
  })
})
