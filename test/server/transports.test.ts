import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bothTransports, type SeenResponse, type SentRequest } from './both-transports.ts'

let both: Awaited<ReturnType<typeof bothTransports>>

beforeAll(async () => {
  both = await bothTransports()
})
afterEach(() => both.control('POST /_control/reset'))
afterAll(() => both.stop())

const MEMBERS = '/3.0/lists/aaaaaaaaaa/members'
const JSON_TYPE = { 'content-type': 'application/json' }

/** Makes a call through both doubles, compares the results, and returns one of them. */
async function same(line: string, sent?: SentRequest): Promise<SeenResponse> {
  const [overSocket, inProcess] = await both.ask(line, sent)
  expect(inProcess).toEqual(overSocket)
  return overSocket
}

const post = (path: string, body: unknown) => same(`POST ${path}`, { body: JSON.stringify(body), headers: JSON_TYPE })

describe('an in-process call is answered like one over a socket', () => {
  test.each([
    ['with a bearer', {}, 200],
    ['with a key as the password', { authorization: `Basic ${btoa('any:key-dc1')}` }, 200],
    ['with nothing', { authorization: '' }, 401],
    ['with a malformed credential', { authorization: 'Bearer' }, 401],
    ['with an unknown scheme', { authorization: 'Digest x' }, 401],
  ])('an in-process call is answered like one over a socket if it is authenticated %s', async (_, headers, status) => {
    expect((await same('GET /3.0/lists', { headers })).status).toBe(status)
  })

  test.each([
    ['GET /3.0/', 200],
    ['GET /3.0', 200],
    ['GET /3.0/lists?count=1&fields=lists.id', 200],
    ['GET /3.0/lists?count=many', 400],
    ['GET /3.0/lists?nothing=1#fragment', 200],
    ['HEAD /3.0/lists', 200],
    ['HEAD /3.0/nothing', 404],
    ['OPTIONS /3.0/lists', 204],
    ['GET /3.0/nothing', 404],
    ['GET /3.0/lists/%zz', 404],
    ['GET /3.0/lists/%00', 404],
    ['GET /nothing', 404],
    ['GET /', 404],
    ['PUT /3.0/lists', 405],
    ['GET /_worlds/nothing/3.0/lists', 401],
    ['GET /schema/3.0/Lists/Collection.json', 200],
    ['GET /oauth2/authorize', 400],
    ['DELETE /oauth2/token', 405],
    ['GET /_files/nothing', 404],
    ['GET /_public/confirm/nothing', 404],
  ])('a call of the service is answered in process as over a socket: %s, %i', async (line, status) => {
    expect((await same(line)).status).toBe(status)
  })

  test('an in-process call is answered like one over a socket when it creates, changes and deletes resources', async () => {
    expect((await post(MEMBERS, { email_address: 'eve@acme.test', status: 'subscribed' })).status).toBe(200)
    expect((await post(MEMBERS, { email_address: 'eve@acme.test', status: 'subscribed' })).status).toBe(400)
    const change = { body: '{"vip":true}', headers: { ...JSON_TYPE, 'x-http-method-override': 'PATCH' } }
    expect((await same(`POST ${MEMBERS}/eve@acme.test`, change)).body).toContain('"vip":true')
    expect((await same(`DELETE ${MEMBERS}/eve@acme.test`)).status).toBe(204)
    expect((await post('/3.0/lists', { name: 'Too little' })).status).toBe(400)
  })

  test.each([
    ['not JSON', '{"name":', 400],
    ['nothing', '', 400],
    ['not an object', '[1]', 400],
    ['deeply nested', '['.repeat(70) + ']'.repeat(70), 400],
    ['invalid UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 400],
    ['a byte order mark', '\uFEFF{"name":"x"}', 400],
    ['__proto__', '{"__proto__":{"name":"x"}}', 400],
  ])('a call with a body that is %s is answered in process as over a socket', async (_, body, status) => {
    expect((await same('POST /3.0/lists', { body, headers: JSON_TYPE })).status).toBe(status)
  })

  test('an in-process call is answered like one over a socket with a body that is too large', async () => {
    await both.control('PATCH /_control/settings', { body_limit: 1000 })
    expect((await same('POST /3.0/lists', { body: 'x'.repeat(1001) })).status).toBe(413)
  })

  test('a call with X-Trigger-Error is answered in process as over a socket', async () => {
    expect((await same('GET /3.0/lists', { headers: { 'x-trigger-error': 'InternalServerError' } })).status).toBe(500)
  })

  test('an in-process call is answered like one over a socket for a batch and its archive', async () => {
    const operations = [
      { method: 'GET', path: '/lists' },
      { method: 'POST', path: MEMBERS.slice(4), body: '{"email_address":"b@acme.test","status":"subscribed"}' },
    ]
    const { id } = JSON.parse((await post('/3.0/batches', { operations })).body ?? '')
    const [advanced] = await both.control('POST /_control/clock/advance', { until: 'idle' })
    expect(advanced.status).toBe(200)
    const { status, response_body_url } = JSON.parse((await same(`GET /3.0/batches/${id}`)).body ?? '')
    expect(status).toBe('finished')
    const { pathname, search } = new URL(response_body_url)
    const archive = await same(`GET ${pathname}${search}`)
    expect([archive.status, archive.headers?.['content-type']]).toEqual([200, 'application/gzip'])
    expect((archive.body ?? '').length).toBeGreaterThan(100)
  })

  test('an in-process call is answered like one over a socket for the sign-in of an application, with its page and its redirects', async () => {
    const world = JSON.parse((await same('GET /_control/worlds/default')).body ?? '')
    const { client_id, client_secret, redirect_uri } = world.oauth
    const asked = new URLSearchParams({ response_type: 'code', client_id, redirect_uri, state: 'x' }).toString()
    expect((await same(`GET /oauth2/authorize?${asked}`)).headers?.['content-type']).toContain('text/html')
    await both.control('PATCH /_control/settings', { oauth: { approve: 'at_once' } })
    const { status, headers } = await same(`GET /oauth2/authorize?${asked}`)
    expect(status).toBe(302)
    const code = new URL(headers?.['location'] ?? '').searchParams.get('code') ?? ''
    const form = { grant_type: 'authorization_code', client_id, client_secret, redirect_uri, code }
    const exchange = {
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
    const { access_token } = JSON.parse((await same('POST /oauth2/token', exchange)).body ?? '')
    expect((await same('GET /3.0/', { headers: { authorization: `Bearer ${access_token}` } })).status).toBe(200)
    expect((await same('POST /oauth2/token', exchange)).status).toBe(400)
  })

  test('a call that waits for a slot is answered in process as over a socket', async () => {
    await both.control('PATCH /_control/settings', { connections: 1 })
    await both.control('POST /_control/faults', { match: { headers: { 'x-stay': '1' } }, effect: { connection: 'hang' } })
    const leaving = new AbortController()
    const staying = both.ask('GET /3.0/lists', { headers: { 'x-stay': '1' }, signal: leaving.signal })
    const statuses = async () => (await both.ask('GET /3.0/lists')).map(({ status }) => status)
    await expect.poll(statuses).toEqual([429, 429])
    expect((await same('GET /3.0/lists')).headers).toMatchObject({ 'content-type': 'application/problem+json; charset=utf-8' })
    leaving.abort()
    const [overSocket, inProcess] = await staying
    expect(inProcess).toEqual(overSocket)
    await expect.poll(statuses).toEqual([200, 200])
  })
})

describe('a fault has the same effect in process as over a socket', () => {
  const fault = (effect: object, stage = 'before') =>
    both.control('POST /_control/faults', { match: { operation: 'getLists' }, effect, stage })

  test.each([
    ['reset', { type: 'TypeError', message: 'fetch failed', code: 'ECONNRESET', why: 'read ECONNRESET' }],
    ['close', { type: 'TypeError', message: 'fetch failed', code: 'UND_ERR_SOCKET', why: 'other side closed' }],
  ])('the connection fault %s has the same effect in process as over a socket', async (connection, failed) => {
    await fault({ connection })
    expect(await same('GET /3.0/lists')).toEqual({ failed })
    await both.control('DELETE /_control/faults')
    await fault({ connection }, 'after')
    expect(await same('GET /3.0/lists')).toEqual({ failed })
  })

  test('a fault has the same effect in process as over a socket if the response is truncated', async () => {
    await fault({ connection: 'truncate' })
    expect(await same('GET /3.0/lists')).toMatchObject({
      status: 200,
      failed: { type: 'TypeError', message: 'terminated', code: 'UND_ERR_SOCKET', why: 'other side closed' },
    })
  })

  test.each([
    [{ connection: 'malformed' }, 200],
    [{ connection: 'slow', bytes_per_second: 1_000_000 }, 200],
    [{ latency: 5 }, 200],
    [{ mutate: ['add_unknown_fields', 'reorder_keys'] }, 200],
    [{ problem: { preset: 'TooManyRequests' }, headers: { 'retry-after': '3' } }, 429],
    [{ problem: { status: 503, title: 'Closed', detail: 'Come back later' } }, 503],
  ])('the fault effect %j is the same in process as over a socket', async (effect, status) => {
    await fault(effect)
    expect((await same('GET /3.0/lists')).status).toBe(status)
    expect((await same('HEAD /3.0/lists')).status).toBe(status)
  })

  test('a fault has the same effect in process as over a socket if the call hangs until the client disconnects', async () => {
    await fault({ connection: 'hang' })
    const { failed } = await same('GET /3.0/lists', { signal: AbortSignal.timeout(50) })
    expect(failed).toMatchObject({ type: 'DOMException', message: 'The operation was aborted due to timeout' })
  })
})

describe('the control API answers the same in process as over a socket', () => {
  test.each([
    ['GET /_control/worlds', 200],
    ['HEAD /_control/worlds', 200],
    ['GET /_control/clock', 200],
    ['GET /_control/state/lists?count=1', 200],
    ['GET /_control/scenarios', 200],
    ['GET /_control/openapi.json', 200],
    ['GET /_control/nothing', 404],
    ['GET /_control/worlds/nothing', 404],
    ['GET /_control/clock?colour=red', 422],
    ['PUT /_control/clock', 405],
    ['OPTIONS /_control/clock', 405],
    ['DELETE /_control/worlds/default', 409],
  ])('a call of the control API is answered in process as over a socket: %s, %i', async (line, status) => {
    expect((await same(line)).status).toBe(status)
  })

  test.each([
    [{ body: '{"by":"PT5M"}', headers: JSON_TYPE }, 200],
    [{ body: '{"by":"five minutes"}', headers: JSON_TYPE }, 422],
    [{ body: '{"by":"PT5M","to":"x"}', headers: JSON_TYPE }, 422],
    [{ body: '{', headers: JSON_TYPE }, 400],
    [{ body: '{"by":"PT5M"}', headers: { 'content-type': 'text/plain' } }, 415],
    [{ body: '{"by":"PT5M"}', headers: { ...JSON_TYPE, origin: 'https://evil.example' } }, 403],
    [{ body: '{"by":"PT5M"}', headers: { ...JSON_TYPE, 'sec-fetch-site': 'cross-site' } }, 403],
  ])(
    'the control API answers the same in process as over a socket for POST /_control/clock/advance %j: %i',
    async (sent, status) => {
      expect((await same('POST /_control/clock/advance', sent)).status).toBe(status)
    },
  )

  test('the control API answers the same in process as over a socket for a world that is created, forked and deleted', async () => {
    expect((await post('/_control/worlds', { id: 'mine', scenario: 'empty' })).status).toBe(201)
    expect((await post('/_control/worlds', { id: 'mine' })).status).toBe(409)
    expect((await post('/_control/worlds/mine/fork', { id: 'other' })).status).toBe(201)
    expect((await same('GET /_worlds/other/3.0/lists', { headers: { authorization: 'Bearer key-dc1' } })).status).toBe(401)
    for (const id of ['mine', 'other']) expect((await same(`DELETE /_control/worlds/${id}`)).status).toBe(204)
  })
})
