import { describe, expect, test } from 'vitest'
import { assemble } from '../../src/kit/double/double.ts'
import { createDouble } from '../../src/index.ts'
import { makeAccess } from '../../src/kit/double/addresses.ts'
import { routes } from '../../src/kernel/contract/control.ts'
import { buildWorld } from '../../src/service/scenarios/scenarios.ts'
import { mock } from '../mock.ts'

async function statusOf(
  headers: Record<string, string>,
  {
    token,
    method = 'GET',
    body,
    allowOrigins = [],
    url = 'http://127.0.0.1:4030',
  }: { token?: string; method?: string; body?: string; allowOrigins?: string[]; url?: string } = {},
) {
  const names = ['127.0.0.1', 'localhost', '::1', 'double.test']
  const double = assemble({
    publicUrl: url,
    access: { ...makeAccess({ names, addresses: [url, 'http://localhost:4030'], allowOrigins }), token },
    log: () => {},
    build: buildWorld,
  })
  await double.begin({ scenario: 'empty' })
  const path = method === 'GET' ? '/_control/health' : '/_control/worlds'
  const response = await double.app.request(`http://127.0.0.1:4030${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  return response.status
}

describe('the control API', () => {
  test.each([
    [{}, 200],
    [{ host: '127.0.0.1:4030' }, 200],
    [{ host: 'localhost:4030' }, 200],
    [{ host: '[::1]:4030' }, 200],
    [{ origin: 'http://localhost:4030' }, 200],
    [{ host: 'evil.example' }, 403],
    [{ host: 'evil.example:4030' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
  ])('the control API answers headers %j with %i', async (headers, status) => expect(await statusOf(headers)).toBe(status))

  test('the control API requires its token if one is set, and then accepts any host', async () => {
    expect(await statusOf({}, { token: 'secret' })).toBe(401)
    expect(await statusOf({ authorization: 'Bearer wrong' }, { token: 'secret' })).toBe(401)
    expect(await statusOf({ authorization: 'Bearer secret', host: 'ci.example' }, { token: 'secret' })).toBe(200)
  })

  test('the control API tells a wrong token from a missing one', async () => {
    await using double = await createDouble({ scenario: 'empty', controlToken: 'secret' })
    const answerTo = async (headers: Record<string, string>) => (await double.fetch('/_control/health', { headers })).text()
    expect(await answerTo({})).toContain('"The control API requires the token')
    expect(await answerTo({ authorization: 'Bearer wrong' })).toContain(
      '"The token is not that of this server. The control API requires the token',
    )
  })

  test.each([
    [{ origin: 'http://ci.example:4030', host: 'ci.example:4030' }, 200],
    [{ origin: 'http://localhost:4030', host: 'ci.example' }, 200],
    [{ origin: 'https://evil.example', host: 'ci.example' }, 403],
    [{ origin: 'null', host: 'ci.example' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
  ])('the control API answers headers %j with %i if the token is sent', async (headers, status) => {
    expect(await statusOf({ authorization: 'Bearer secret', ...headers }, { token: 'secret' })).toBe(status)
  })

  const own: readonly Record<string, string>[] = [
    { origin: 'http://127.0.0.1:4030' },
    { origin: 'http://localhost:4030', host: 'localhost:4030' },
    { origin: 'http://LOCALHOST:4030', host: 'localhost:4030' },
    { origin: 'http://[::1]:4030', host: '[::1]:4030' },
    { origin: 'http://[0:0:0:0:0:0:0:1]:4030', host: '[::1]:4030' },
    { origin: 'http://double.test:4030', host: 'double.test:4030' },
    // Behind a mapped port, or a proxy that passes Host on.
    { origin: 'http://localhost:8080', host: 'localhost:8080' },
    { origin: 'http://double.test', host: 'double.test:80' },
    { origin: 'http://double.test:80', host: 'double.test' },
  ]
  test.each(own)(
    'the control API accepts %j as its own origin, unless the browser reports a cross-site page',
    async (headers) => {
      expect(await statusOf(headers)).toBe(200)
      expect(await statusOf({ ...headers, 'sec-fetch-site': 'same-origin' })).toBe(200)
      expect(await statusOf({ ...headers, 'sec-fetch-site': 'cross-site' })).toBe(403)
    },
  )

  const foreign: readonly Record<string, string>[] = [
    { origin: 'http://127.0.0.1:3000' },
    { origin: 'http://localhost:3000', host: 'localhost:4030' },
    { origin: 'http://127.0.0.1' },
    { origin: 'https://127.0.0.1:4030' },
    { origin: 'https://localhost:4030', host: 'localhost:4030' },
    { origin: 'http://[::1]:5173', host: '[::1]:4030' },
    { origin: 'http://[::1]:4030', host: '127.0.0.1:4030' },
    { origin: 'http://double.test:4031', host: 'double.test:4030' },
    { origin: 'http://double.test.evil.example:4030', host: 'double.test:4030' },
    { origin: 'http://evil.example:4030', host: 'evil.example:4030' },
    { origin: 'http://localhost:4030@evil.example', host: 'localhost:4030' },
    { origin: 'http://evil.example', host: 'localhost:4030@evil.example' },
    { origin: 'chrome-extension://localhost:4030' },
    { origin: 'localhost:4030' },
    { origin: '' },
    { origin: 'null' },
  ]
  test.each(foreign)('the control API rejects %j, whatever the browser reports besides', async (headers) => {
    expect(await statusOf(headers)).toBe(403)
    for (const site of ['same-origin', 'same-site', 'cross-site', 'none'])
      expect(await statusOf({ ...headers, 'sec-fetch-site': site })).toBe(403)
  })

  test('the control API accepts an origin given by --allow-origin, and no other port or scheme of it', async () => {
    const allowOrigins = ['http://localhost:5173', 'https://Dashboard.example:443']
    for (const site of [undefined, 'same-origin', 'same-site', 'cross-site']) {
      const status = (origin: string) =>
        statusOf({ origin, ...(site === undefined ? {} : { 'sec-fetch-site': site }) }, { allowOrigins })
      expect(await status('http://localhost:5173')).toBe(200)
      expect(await status('https://dashboard.example')).toBe(200)
      expect(await status('http://localhost:5174')).toBe(403)
      expect(await status('https://localhost:5173')).toBe(403)
      expect(await status('http://dashboard.example')).toBe(403)
    }
    const evil = { origin: 'http://localhost:5173', host: 'evil.example' }
    expect(await statusOf(evil, { allowOrigins })).toBe(403)
  })

  test('the control API accepts the origin of --public-url as its own, as behind an HTTPS proxy', async () => {
    const url = 'https://proxy.example/double'
    expect(await statusOf({ origin: 'https://proxy.example' }, { url })).toBe(200)
    expect(await statusOf({ origin: 'http://proxy.example' }, { url })).toBe(403)
    expect(await statusOf({ origin: 'https://proxy.example:8443' }, { url })).toBe(403)
  })

  test('the control API accepts only JSON bodies, so that no HTML form can drive it', async () => {
    const form = { 'content-type': 'text/plain' }
    expect(await statusOf(form, { method: 'POST', body: '{"id":"a"}' })).toBe(415)
    expect(
      await statusOf({ 'content-type': 'application/json' }, { method: 'POST', body: '{"id":"a","scenario":"empty"}' }),
    ).toBe(201)
    expect(await statusOf({ 'content-type': 'application/json' }, { method: 'POST', body: '{"id":' })).toBe(400)
  })
})

const writing = routes.filter(({ method }) => method !== 'GET')

describe.each(writing.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_, { method, path, texts }) => {
  const line = `${method} /_control${path.replaceAll('{world}', 'default').replaceAll(/\{\w+\}/g, 'missing')}`

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a', 'application/jsonp', ''])(
    'the control API rejects a body of type %j with 415 and changes nothing',
    async (type) => {
      const { call, handle, ready } = mock()
      await ready
      const before = handle().world
      const { status, body } = await call(line, undefined, { raw: '{}', headers: { 'content-type': type } })
      expect([status, body.detail]).toEqual([415, expect.stringContaining(texts?.[0] ?? 'application/json')])
      expect(handle().world).toBe(before)
    },
  )

  test('the control API treats an absent or empty body as {}, whatever its type', async () => {
    const answers = await Promise.all(
      [{}, { raw: '', headers: { 'content-type': 'text/plain' } }, { raw: '{}' }].map(async (sent) => {
        const { status, body } = await mock().call(line, undefined, sent)
        return [status, status < 300 ? undefined : body?.detail]
      }),
    )
    expect(answers[0]).not.toContain(415)
    expect(answers[1]).toEqual(answers[0])
    if (!texts) expect(answers[2]).toEqual(answers[0])
  })
})
