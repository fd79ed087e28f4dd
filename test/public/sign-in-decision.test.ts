import { describe, expect, test } from 'vitest'
import { makeClient } from '../../src/service/rules/oauth/client.ts'
import { plantAccount } from '../../src/service/rules/root/account.ts'
import { oauthApplication, fieldsOf } from './oauth-application.ts'

const TOO_OLD = 'The page of this form has expired, or belongs to another sign-in.'

describe('decide', () => {
  test('an approved sign-in redirects back with a code', async () => {
    const { ask, press } = oauthApplication()
    const { status, to } = await press(await ask(), 'approve')
    expect(status).toBe(302)
    expect(to?.href).toMatch(/^http:\/\/127\.0\.0\.1:3000\/callback\?code=[0-9a-f]{32}&state=xyz$/)
  })

  test('a denied sign-in redirects back with access_denied and issues nothing', async () => {
    const { ask, press, handle } = oauthApplication()
    const page = await ask()
    const before = handle().world
    const { to } = await press(page, 'refuse')
    expect(Object.fromEntries(to?.searchParams ?? [])).toEqual({
      error: 'access_denied',
      error_description: 'The user refused.',
      state: 'xyz',
    })
    expect(handle().world).toBe(before)
  })

  test.each([
    ['quotes and tags', `"'><script>alert(1)</script>&quot;`],
    ['letters of many scripts', 'ä 漢字 😀 + & = # %41'],
    ['line breaks that would split headers', 'x\r\nset-cookie: a=b\n\r\0'],
    ['the maximum length', 'x'.repeat(7_994)],
  ])('a sign-in returns a state of %s unchanged through the page', async (_, state) => {
    const { ask, press } = oauthApplication()
    const page = await ask({ state })
    expect(page.text).not.toContain('<script')
    expect((await press(page, 'approve')).to?.searchParams.getAll('state')).toEqual([state])
  })

  test('the sign-in accepts a form sent by a program, or by a browser with same-origin headers', async () => {
    const { ask, press } = oauthApplication()
    for (const headers of [
      {},
      { 'sec-fetch-site': 'same-origin', origin: 'null' },
      { origin: 'http://maildouble.test' },
      { origin: 'http://localhost:4030', host: 'localhost:4030' },
      { origin: 'http://localhost', host: 'localhost:80' },
    ])
      expect((await press(await ask(), 'approve', {}, headers)).status).toBe(302)
  })

  test('the sign-in rejects a form sent from a page of another origin', async () => {
    const { ask, press, handle } = oauthApplication()
    const page = await ask()
    const before = handle().world
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'http://maildouble.test' },
      { origin: 'http://evil.test' },
      { origin: 'null' },
      { origin: 'http://maildouble.test.evil.test' },
      { origin: 'https://maildouble.test' },
      { origin: 'http://maildouble.test:8080' },
      { origin: 'https://localhost:4030', host: 'localhost:4030' },
      { origin: 'http://localhost:3000', host: 'localhost:4030' },
    ]) {
      const { status, to, text } = await press(page, 'approve', {}, headers)
      expect([status, to]).toEqual([403, undefined])
      expect(text).toContain('The form was sent by a page of another site.')
    }
    expect(handle().world).toBe(before)
  })

  test("the sign-in trusts none of the page's fields", async () => {
    const { ask, press, plant, handle } = oauthApplication()
    await plant((tx) => makeClient(tx, { client_id: 'other', redirect_uri: 'http://other.test/' }))
    const page = await ask()
    const before = handle().world
    for (const [changes, reason] of [
      [{ client_id: 'nobody' }, 'No application is registered with the client_id nobody.'],
      [{ client_id: '' }, 'The parameter client_id is missing.'],
      [{ redirect_uri: 'http://evil.test/' }, 'is not the one that is registered'],
      [{ client_id: 'other', redirect_uri: 'http://other.test/' }, TOO_OLD],
      [{ state: 'abc' }, TOO_OLD],
      [{ state: '' }, TOO_OLD],
      [{ page: '' }, TOO_OLD],
      [{ page: 'x' }, TOO_OLD],
      [{ page: '99999999999999.x.0' }, TOO_OLD],
      [{ decision: '' }, 'The form does not say whether the user approves or refuses.'],
      [{ decision: 'yes' }, 'The form does not say whether the user approves or refuses.'],
    ] as const) {
      const { status, to, text } = await press(page, 'approve', changes)
      expect({ changes, status, to }).toEqual({ changes, status: 400, to: undefined })
      expect(text).toContain(reason)
    }
    expect(handle().world).toBe(before)
  })

  test('the sign-in rejects repeated client_id and redirect_uri', async () => {
    const { ask, post } = oauthApplication()
    const form = String(new URLSearchParams({ ...fieldsOf(await ask()), decision: 'approve' }))
    for (const name of ['client_id', 'redirect_uri']) {
      const { status, to, text } = await post('/oauth2/authorize', `${form}&${name}=x`)
      expect([status, to]).toEqual([400, undefined])
      expect(text).toContain(`The parameter ${name} was sent twice.`)
    }
  })

  test('the sign-in rejects a page older than ten minutes', async () => {
    const { ask, press, pass } = oauthApplication()
    const page = await ask()
    await pass('PT9M59S')
    expect((await press(page, 'refuse')).status).toBe(302)
    await pass('PT1S')
    const { status, text } = await press(page, 'approve')
    expect(status).toBe(400)
    expect(text).toContain(TOO_OLD)
  })

  test('each sign-in page issues one authorization code', async () => {
    const { ask, press } = oauthApplication()
    const [one, other] = [await ask(), await ask()]
    const codes = [await press(one, 'approve'), await press(other, 'approve')].map(({ to }) => to?.searchParams.get('code'))
    expect(codes[0]).not.toBe(codes[1])
    const { status, text } = await press(one, 'approve')
    expect(status).toBe(400)
    expect(text).toContain('The page of this form has already been used.')
  })

  test('the sign-in rejects a page from before a reset, and one of another world', async () => {
    const { ask, press, call, world } = oauthApplication()
    const page = await ask()
    await call('POST /_control/reset')
    expect((await press(page, 'approve')).status).toBe(400)
    await call('POST /_control/worlds', { id: 'other', scenario: 'empty', oauth: { client_id: 'app' } })
    await call('POST /_control/worlds', { id: 'twin', scenario: 'empty', oauth: { client_id: 'app' } })
    expect((await world('twin')).oauth.client_id).toBe('app')
    const elsewhere = await ask({ client_id: 'app' }, '/_worlds/other')
    expect((await press(elsewhere, 'approve', {}, {}, '/_worlds/twin')).status).toBe(400)
    expect((await press(elsewhere, 'approve', {}, {}, '/_worlds/other')).status).toBe(302)
  })

  test('the sign-in rejects the user if the account was disabled in between', async () => {
    const { ask, press, plant } = oauthApplication()
    const page = await ask()
    await plant((tx) => plantAccount(tx, { disabled: true }))
    expect((await press(page, 'approve')).status).toBe(403)
  })

  test('the sign-in rejects a form that is too large', async () => {
    const { post } = oauthApplication()
    const { status, text } = await post('/oauth2/authorize', { state: 'x'.repeat(70_000) })
    expect([status, text]).toEqual([413, 'A form has at most 65536 bytes.\n'])
  })
})
