import { describe, expect, test } from 'vitest'
import { makeClient } from '../../src/service/rules/oauth/client.ts'
import { plantAccount } from '../../src/service/rules/root/account.ts'
import { oauthApplication, fieldsOf } from './oauth-application.ts'

describe('authorize', () => {
  test('authorize shows a page with the user, the application and the redirect target', async () => {
    const { ask, usual, plant } = oauthApplication()
    await plant((tx) => plantAccount(tx, { account_name: 'Globex', username: 'hank', email: 'hank@globex.test' }))
    const { status, headers, text } = await ask()
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text).toContain('<h1>Your application asks for access to Globex</h1>')
    expect(text).toContain('hank (hank@globex.test)')
    const { client_id, redirect_uri, state } = await usual()
    expect(text).toContain(`Your application (${client_id})`)
    expect(fieldsOf({ text } as never)).toMatchObject({ client_id, redirect_uri, state })
  })

  test('authorize shows a page without scripts or external resources that is neither cached nor framed', async () => {
    const { headers, text } = await oauthApplication().ask()
    const policy = headers.get('content-security-policy')
    for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"]) expect(policy).toContain(rule)
    expect(policy).not.toContain('script-src')
    expect(text).not.toMatch(/<script|<link|<img|\ssrc=|\son\w+=/i)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('set-cookie')).toBeNull()
  })

  test('authorize shows the page without changing the world', async () => {
    const { ask, handle, ready } = oauthApplication()
    await ready
    const before = handle().world
    await ask()
    expect(handle().world).toBe(before)
  })

  test('authorize ignores scope and unknown parameters, even if repeated', async () => {
    const { send, usual } = oauthApplication()
    const query = new URLSearchParams({ ...(await usual()), scope: 'all', nonce: 'x' })
    const { status } = await send(`/oauth2/authorize?${query}&scope=more&type=web_server`)
    expect(status).toBe(200)
  })

  test('authorize answers HEAD without a body and rejects other methods', async () => {
    const { send, usual } = oauthApplication()
    expect(await send(`/oauth2/authorize?${new URLSearchParams(await usual())}`, { method: 'HEAD' })).toMatchObject({
      status: 200,
      text: '',
    })
    const { status, headers } = await send('/oauth2/authorize', { method: 'DELETE' })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST, HEAD, OPTIONS'])
  })

  test('authorize tells the user of a disabled account that signing in is impossible', async () => {
    const { ask, plant } = oauthApplication()
    await plant((tx) => plantAccount(tx, { disabled: true }))
    const { status, to, text } = await ask()
    expect([status, to]).toEqual([403, undefined])
    expect(text).toContain('This account has been deactivated.')
  })

  describe('does not redirect to an unverified URI', () => {
    const registered = 'http://127.0.0.1:3000/callback'

    test.each([
      ['an unknown client_id', { client_id: 'nobody' }, 'No application is registered with the client_id nobody.'],
      ['no client_id', { client_id: '' }, 'The parameter client_id is missing.'],
      ['no redirect_uri', { redirect_uri: '' }, 'The parameter redirect_uri is missing.'],
      ['a different redirect_uri', { redirect_uri: 'http://evil.test/' }, 'It was http://evil.test/,'],
      ['an additional slash', { redirect_uri: `${registered}/` }, 'is not the one that is registered'],
      ['a different case', { redirect_uri: registered.toUpperCase() }, 'is not the one that is registered'],
      ['an additional query', { redirect_uri: `${registered}?next=/` }, 'is not the one that is registered'],
      ['an additional space', { redirect_uri: ` ${registered}` }, 'is not the one that is registered'],
      ['a script URL', { redirect_uri: 'javascript:alert(1)' }, 'is not the one that is registered'],
      ['an Object.prototype property as client_id', { client_id: '__proto__' }, 'No application is registered'],
    ])('authorize does not redirect to an unverified URI for %s, but shows a page with 400', async (_, changes, reason) => {
      const { ask, handle, ready } = oauthApplication()
      await ready
      const before = handle().world
      const { status, to, text } = await ask(changes)
      expect([status, to]).toEqual([400, undefined])
      expect(text).toContain(reason)
      expect(handle().world).toBe(before)
    })

    test.each(['client_id', 'redirect_uri'])(
      'authorize does not redirect to an unverified URI for a repeated %s, but shows a page with 400',
      async (name) => {
        const { send, usual } = oauthApplication()
        const query = new URLSearchParams(await usual())
        const { status, to, text } = await send(`/oauth2/authorize?${query}&${name}=${query.get(name)}`)
        expect([status, to]).toEqual([400, undefined])
        expect(text).toContain(`The parameter ${name} was sent twice.`)
      },
    )

    test.each([
      'javascript:alert(1)',
      'data:text/html,x',
      'myapp://callback',
      'http://',
      'http:// /',
      'http://a\r\nset-cookie: b',
    ])('authorize does not redirect to a registered URI that is not an http or https URL: %j', async (redirect_uri) => {
      const { ask, plant } = oauthApplication({ settings: { 'oauth.approve': 'at_once' } })
      await plant((tx) => makeClient(tx, { client_id: 'odd', redirect_uri }))
      const { status, to, text } = await ask({ client_id: 'odd', redirect_uri })
      expect([status, to]).toEqual([400, undefined])
      expect(text).toContain('is not an http or https URL.')
    })

    test('the page that authorize shows instead of redirecting has the parameters as escaped text', async () => {
      const { ask } = oauthApplication()
      const script = `"><script>alert('1')</script>&amp;`
      const { text } = await ask({ client_id: script })
      expect(text).toContain('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;')
      expect(text).not.toContain('<script')
    })
  })

  describe('redirects back with an error', () => {
    test.each([
      ['an unknown response_type', { response_type: 'token' }, 'unsupported_response_type', 'The response_type has to be code.'],
      ['response_type in capitals', { response_type: 'CODE' }, 'unsupported_response_type', 'The response_type has to be code.'],
      ['no response_type', { response_type: '' }, 'invalid_request', 'The parameter response_type is missing.'],
    ])('the sign-in redirects back with an error for %s', async (_, changes, error, error_description) => {
      for (const approve of ['page', 'at_once'] as const) {
        const { ask, handle, ready } = oauthApplication({ settings: { oauth: { approve } } })
        await ready
        const before = handle().world
        const { status, to } = await ask(changes)
        expect(status).toBe(302)
        expect(Object.fromEntries(to?.searchParams ?? [])).toEqual({ error, error_description, state: 'xyz' })
        expect(`${to?.origin}${to?.pathname}`).toBe('http://127.0.0.1:3000/callback')
        expect(handle().world).toBe(before)
      }
    })

    test.each([
      ['response_type', { state: 'xyz' }],
      ['state', {}],
    ])('the sign-in redirects back with an error for a repeated %s', async (name, returned) => {
      const { send, usual } = oauthApplication()
      const query = new URLSearchParams(await usual())
      const { to } = await send(`/oauth2/authorize?${query}&${name}=code`)
      const error_description = `The parameter ${name} was sent twice.`
      expect(Object.fromEntries(to?.searchParams ?? [])).toEqual({ error: 'invalid_request', error_description, ...returned })
    })

    test('authorize does not return a state that is too long for a header, and redirects with an error', async () => {
      const { ask } = oauthApplication()
      const { to } = await ask({ state: 'ä'.repeat(1_400) })
      expect(to?.searchParams.get('error')).toBe('invalid_request')
      expect(to?.searchParams.has('state')).toBe(false)
      expect((await ask({ state: 'x'.repeat(7_994) })).status).toBe(200)
    })
  })

  describe('with oauth.approve at_once', () => {
    const settings = { 'oauth.approve': 'at_once' } as const

    test('authorize with oauth.approve at_once redirects back with a code immediately', async () => {
      const { ask, exchange } = oauthApplication({ settings })
      const { status, to, headers } = await ask()
      expect(status).toBe(302)
      expect(headers.get('cache-control')).toBe('no-store')
      expect([...(to?.searchParams.keys() ?? [])]).toEqual(['code', 'state'])
      expect((await exchange({ code: to?.searchParams.get('code') ?? '' })).status).toBe(200)
    })

    test.each([
      ['quotes and tags', `"'><script>alert(1)</script>`],
      ['line breaks', 'x\r\nlocation: http://evil.test\r\n\r\n'],
      ['letters of many scripts', 'ä 漢字 😀 + & = # % %41 /?'],
      ['additional parameters', 'x&code=stolen&error=y'],
      ['an Object.prototype property', '__proto__'],
    ])('authorize with oauth.approve at_once returns a state of %s unchanged', async (_, state) => {
      const { to, headers } = await oauthApplication({ settings }).ask({ state })
      expect(to?.searchParams.getAll('state')).toEqual([state])
      expect(to?.searchParams.getAll('code')).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
      expect(headers.get('location')).toMatch(/^[\x21-\x7e]+$/)
    })

    test('authorize with oauth.approve at_once returns no state if the client sent an empty state or none', async () => {
      const { ask, send, usual } = oauthApplication({ settings })
      expect((await ask({ state: '' })).to?.searchParams.has('state')).toBe(false)
      const query = new URLSearchParams({ ...(await usual()), state: '' })
      expect((await send(`/oauth2/authorize?${query}`)).to?.searchParams.has('state')).toBe(false)
    })

    test.each([
      ['http://127.0.0.1:3000/cb?next=%2Fhome&a=b+c', 'http://127.0.0.1:3000/cb?next=%2Fhome&a=b+c&code='],
      ['http://127.0.0.1:3000', 'http://127.0.0.1:3000/?code='],
      ['http://127.0.0.1:3000/cb?', 'http://127.0.0.1:3000/cb?code='],
      ['https://bücher.test/zurück', 'https://xn--bcher-kva.test/zur%C3%BCck?code='],
      ['http://127.0.0.1:3000/cb#part', 'http://127.0.0.1:3000/cb?code='],
    ])('authorize with oauth.approve at_once keeps the existing query of the registered URI %s', async (redirect_uri, begins) => {
      const { ask, plant } = oauthApplication({ settings })
      await plant((tx) => makeClient(tx, { client_id: 'app', redirect_uri }))
      const { headers } = await ask({ client_id: 'app', redirect_uri })
      expect(headers.get('location')?.startsWith(begins)).toBe(true)
    })
  })
})
