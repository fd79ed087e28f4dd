import { describe, expect, test } from 'vitest'
import { assemble } from '../../src/server/double.ts'
import { buildWorld } from '../../src/scenarios/scenarios.ts'
import { mock } from '../mock.ts'

async function statusOf(
  headers: Record<string, string>,
  { token, method = 'GET', body }: { token?: string; method?: string; body?: string } = {},
) {
  const double = assemble({
    publicUrl: 'http://127.0.0.1:4030',
    access: { hosts: ['127.0.0.1', 'localhost', '::1'], token },
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
    [{ 'sec-fetch-site': 'same-origin' }, 200],
  ])('answers %j with %i', async (headers, status) => expect(await statusOf(headers)).toBe(status))

  test('asks for its token where it has one, and needs no known host then', async () => {
    expect(await statusOf({}, { token: 'secret' })).toBe(401)
    expect(await statusOf({ authorization: 'Bearer wrong' }, { token: 'secret' })).toBe(401)
    expect(await statusOf({ authorization: 'Bearer secret', host: 'ci.example' }, { token: 'secret' })).toBe(200)
  })

  test.each([
    [{ origin: 'http://ci.example:4030', host: 'ci.example:4030' }, 200],
    [{ origin: 'http://localhost:4030', host: 'ci.example' }, 200],
    [{ origin: 'https://evil.example', host: 'ci.example' }, 403],
    [{ origin: 'null', host: 'ci.example' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
  ])('answers %j with %i to who knows the token', async (headers, status) => {
    expect(await statusOf({ authorization: 'Bearer secret', ...headers }, { token: 'secret' })).toBe(status)
  })

  test('tells which methods are allowed where another was used', async () => {
    const { status, headers } = await mock().call('PUT /_control/worlds')
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST'])
  })

  test('takes bodies as JSON only, so that no form of a page can drive it', async () => {
    const form = { 'content-type': 'text/plain' }
    expect(await statusOf(form, { method: 'POST', body: '{"id":"a"}' })).toBe(415)
    expect(
      await statusOf({ 'content-type': 'application/json' }, { method: 'POST', body: '{"id":"a","scenario":"empty"}' }),
    ).toBe(201)
    expect(await statusOf({ 'content-type': 'application/json' }, { method: 'POST', body: '{"id":' })).toBe(400)
  })
})
