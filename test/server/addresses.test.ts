import { expect, test } from 'vitest'
import { createDouble, startServer } from '../../src/index.ts'

test.each(['', 'maildouble:4030', 'ftp://maildouble', 'http://maildouble/?a=1', 'http://maildouble/#a', 'http://me@maildouble'])(
  'the public URL %j is rejected',
  async (publicUrl) => {
    const message = `--public-url (publicUrl) must be an http or https URL without user, query or fragment, such as http://maildouble:4030; ${JSON.stringify(publicUrl)} is not.`
    await expect(createDouble({ publicUrl })).rejects.toThrow(message)
    await expect(startServer({ publicUrl })).rejects.toThrow(message)
  },
)

test('a public URL may have a path', async () => {
  await using double = await createDouble({ publicUrl: 'https://proxy.test/double/' })
  expect(double.url).toBe('https://proxy.test/double')
})

test.each(['', 'maildouble:4030', 'http://maildouble', 'a b'])(
  'the name %j is rejected as a host of the control API',
  async (name) => {
    await expect(createDouble({ allowHosts: [name] })).rejects.toThrow(
      `such as maildouble.test; ${JSON.stringify(name)} is not one.`,
    )
  },
)

test.each(['::1', '10.1.2.3', 'maildouble.test', 'my_service'])(
  'the name %s is accepted as a host of the control API',
  async (name) => {
    await using double = await createDouble({ allowHosts: [name] })
    const host = name.includes(':') ? `[${name}]:80` : `${name}:80`
    expect((await double.fetch('/_control/health', { headers: { host } })).status).toBe(200)
  },
)

test.each(['', ' ', '\t \u00a0'])('the control token %j is rejected, since it would admit everyone', async (controlToken) => {
  await expect(startServer({ host: '0.0.0.0', controlToken })).rejects.toThrow(
    'the token is empty or blank, and would admit every caller',
  )
  await expect(createDouble({ controlToken })).rejects.toThrow('the token is empty or blank')
})

test.each([
  [{ api_key: '' }, 'The api_key is empty or blank.'],
  [{ api_key: '  ' }, 'The api_key is empty or blank.'],
  [{ oauth: { client_id: ' ' } }, 'The client_id is empty or blank.'],
  [{ oauth: { client_secret: '\t' } }, 'The client_secret is empty or blank.'],
])('the credentials setting %j is rejected', async (credentials, message) => {
  await expect(createDouble(credentials)).rejects.toThrow(message)
})

test('a numeric seed of a double equals the string of its digits', async () => {
  await using one = await createDouble({ seed: 42 })
  await using other = await createDouble({ seed: '42' })
  expect(one.apiKey).toBe(other.apiKey)
})

test.each([1.5, 2 ** 53, -(2 ** 53), Number.NaN, Number.POSITIVE_INFINITY])(
  'a double with the seed %d is rejected',
  async (seed) => {
    await expect(createDouble({ seed })).rejects.toThrow(`The seed ${seed} is not a whole number from -9007199254740991 to`)
  },
)

test.each(['', 'null', '*', 'localhost:5173', 'ftp://localhost', 'http://localhost:5173/', 'http://me@localhost', 'http://a b'])(
  'the origin %j is rejected as an allowed origin',
  async (origin) => {
    await expect(createDouble({ allowOrigins: [origin] })).rejects.toThrow(
      `such as http://localhost:5173; ${JSON.stringify(origin)} is not an origin.`,
    )
  },
)

test('a server over a socket admits pages from its own port, and from another port only if allowed', async () => {
  await using server = await startServer({ scenario: 'empty', allowOrigins: ['http://localhost:5173'] })
  const { port } = new URL(server.url)
  const status = async (origin: string, more: Record<string, string> = {}) =>
    (await fetch(`${server.url}/_control/reset`, { method: 'POST', headers: { origin, ...more } })).status
  expect(await status(server.url)).toBe(200)
  expect(await status(`http://localhost:${port}`)).toBe(200)
  expect(await status('http://localhost:5173')).toBe(200)
  for (const origin of [
    'http://localhost:5174',
    `http://[::1]:${port}`,
    `https://localhost:${port}`,
    'http://127.0.0.1',
    'null',
  ]) {
    expect(await status(origin)).toBe(403)
    expect(await status(origin, { 'sec-fetch-site': 'same-origin' })).toBe(403)
  }
})
