import { describe, expect, test } from 'vitest'
import type { Body } from '../../mock.ts'
import { LIST, MEMBERS, requestWorld } from './request-world.ts'

const PAIR = { name: 'string', value: 'string' }

/** The members that HAR 1.2 requires, with their types. */
const REQUIRED = {
  startedDateTime: 'string',
  time: 'number',
  request: {
    method: 'string',
    url: 'string',
    httpVersion: 'string',
    cookies: [PAIR],
    headers: [PAIR],
    queryString: [PAIR],
    headersSize: 'number',
    bodySize: 'number',
  },
  response: {
    status: 'number',
    statusText: 'string',
    httpVersion: 'string',
    cookies: [PAIR],
    headers: [PAIR],
    content: { size: 'number', mimeType: 'string' },
    redirectURL: 'string',
    headersSize: 'number',
    bodySize: 'number',
  },
  cache: {},
  timings: { send: 'number', wait: 'number', receive: 'number' },
}

/** Where a value differs from the required shape. */
function missing(wanted: unknown, value: Body, at = ''): string[] {
  if (typeof wanted === 'string') return typeof value === wanted ? [] : [`${at} is no ${wanted}`]
  if (typeof value !== 'object' || value === null) return [`${at} is missing`]
  if (Array.isArray(wanted)) {
    return Array.isArray(value)
      ? value.flatMap((each, place) => missing(wanted[0], each, `${at}/${place}`))
      : [`${at} is no array`]
  }
  return Object.entries(wanted as object).flatMap(([name, inner]) => missing(inner, value[name], `${at}/${name}`))
}

async function session() {
  const world = await requestWorld()
  const { app, call, pass, subscribe } = world
  await call(`GET /3.0/lists/${LIST}?fields=name&count=a%26b`)
  await subscribe('zoë@acme.test')
  await call('GET /3.0/listz')
  await call(`POST ${MEMBERS}`, { note: 'x'.repeat(70_000) })
  const { id } = (await call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/ping' }] })).body
  await pass('PT1M')
  await app.request((await call(`GET /3.0/batches/${id}`)).body.response_body_url)
  await call('POST /_control/faults', { effect: { connection: 'close' } })
  await call('GET /3.0/ping').catch(() => 'gone')
  const { body, headers } = await call('GET /_control/requests.har')
  return { ...world, headers, log: body.log, entries: body.log.entries as Body[] }
}

describe('getRequestsHar', () => {
  test('the HTTP archive has everything that HAR 1.2 requires', async () => {
    const { headers, log, entries } = await session()
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(log).toMatchObject({
      version: '1.2',
      creator: { name: 'maildouble', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
    })
    expect(entries).toHaveLength(9)
    expect(entries.flatMap((entry, place) => missing(REQUIRED, entry, `/${place}`))).toEqual([])
    for (const { startedDateTime, time, timings } of entries) {
      expect(new Date(startedDateTime).toISOString()).toBe(startedDateTime)
      expect(timings).toEqual({ send: 0, wait: time, receive: 0 })
    }
  })

  test('the HTTP archive has absolute URLs and decoded parameters', async () => {
    const { entries } = await session()
    expect(entries[0].request).toMatchObject({
      method: 'GET',
      url: `http://maildouble.test/3.0/lists/${LIST}?fields=name&count=a%26b`,
      queryString: [
        { name: 'fields', value: 'name' },
        { name: 'count', value: 'a&b' },
      ],
      bodySize: 0,
    })
    expect(entries[0].request.postData).toBeUndefined()
  })

  test('the HTTP archive has bodies with their types and sizes in bytes', async () => {
    const { entries } = await session()
    const text = '{"email_address":"zoë@acme.test","status":"subscribed"}'
    expect(entries[1].request).toMatchObject({
      postData: { mimeType: 'application/json', text },
      bodySize: Buffer.byteLength(text),
    })
    const { status, statusText, content, bodySize } = entries[1].response
    expect({ status, statusText, mimeType: content.mimeType }).toEqual({
      status: 200,
      statusText: 'OK',
      mimeType: 'application/json; charset=utf-8',
    })
    expect(content.size).toBe(Buffer.byteLength(content.text))
    expect(bodySize).toBe(content.size)
  })

  test('the HTTP archive says how much of a body is missing', async () => {
    const { entries } = await session()
    const { postData, bodySize } = entries[3].request
    expect(postData.comment).toBe(`${bodySize - Buffer.byteLength(postData.text)} bytes at the end are not stored.`)
    const file = entries.find(({ _maildouble }) => _maildouble.operation === 'getBatchArchive')
    expect(file.response.content).toEqual({ size: 0, mimeType: 'application/gzip', comment: 'A file; not stored.' })
    expect(file.response.bodySize).toBe(-1)
  })

  test('the HTTP archive has the status 0 for a call without a response', async () => {
    const { entries } = await session()
    expect(entries.at(-1)).toMatchObject({
      response: { status: 0, statusText: '', content: { size: 0, mimeType: '' }, bodySize: -1 },
      _maildouble: { operation: 'ping', fault: 1, injected: true, error: null },
    })
  })

  test("the HTTP archive contains maildouble's own data", async () => {
    const { entries, requests } = await session()
    const [, , third] = await requests()
    expect(entries[2]._maildouble).toEqual({
      id: third.id,
      at: '2026-01-15T09:00:00.000Z',
      via: 'http',
      operation: null,
      fault: null,
      error: 'ResourceNotFound',
      injected: false,
    })
  })

  test('the HTTP archive is filtered as the list of requests is, and secrets are redacted', async () => {
    const { call } = await session()
    const { log } = (await call('GET /_control/requests.har?operation=addMember&status=200')).body
    expect(log.entries).toHaveLength(1)
    expect(log.entries[0].request.headers).toContainEqual({ name: 'authorization', value: 'Basic {{external}}' })
    expect((await call('GET /_control/requests.har?operation=addMembr')).status).toBe(422)
  })

  test('the HTTP archive has the URLs of its world', async () => {
    const { call } = await requestWorld()
    await call('POST /_control/worlds', { id: 'other', scenario: 'empty' })
    await call('GET /_worlds/other/3.0/ping')
    const { log } = (await call('GET /_control/worlds/other/requests.har')).body
    expect(log.entries[0].request.url).toBe('http://maildouble.test/_worlds/other/3.0/ping')
  })
})
