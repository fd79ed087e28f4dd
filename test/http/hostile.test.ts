import { describe, expect, test } from 'vitest'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { mock } from '../mock.ts'

async function withList(settings = {}) {
  const double = mock({ settings })
  const list = await double.plant((tx) => makeList(tx, { name: 'Target' }))
  return { ...double, list, members: `/3.0/lists/${list.id}/members` }
}

/** A text with one byte for each character. */
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

const problem = (status: number, title: string) => ({ status, title })

test.each([
  ['that is not JSON', '{"email_address":', 'JSON Parse Exception'],
  ['of text', 'hello', 'JSON Parse Exception'],
  ['nested deeper than 64 levels', `{"a":${'['.repeat(64)}${']'.repeat(64)}}`, 'JSON Parse Exception'],
  ['that is an array', '[]', 'Invalid Resource'],
  ['that is null', 'null', 'Invalid Resource'],
  ['that is a number', '5', 'Invalid Resource'],
  ['that is empty', '', 'Invalid Resource'],
])('a body %s is rejected and changes nothing', async (_, raw, title) => {
  const { call, handle, members } = await withList()
  const before = handle().world
  const { body } = await call(`POST ${members}`, undefined, { raw })
  expect(body).toMatchObject(problem(400, title))
  if (title === 'Invalid Resource') expect(body.errors).toMatchObject([{ field: '' }])
  expect(handle().world).toBe(before)
})

test.each([
  ['of known length', true],
  ['of unknown length', false],
])('a body %s with bytes that are not UTF-8 is answered with JSON Parse Exception', async (_, isKnown) => {
  const { call, members, handle } = await withList()
  const before = handle().world
  const raw = latin1('{"email_address":"a@acme.test","status":"subscribed","language":"\u00e9"}')
  const headers = isKnown ? { 'content-length': String(raw.byteLength) } : {}
  const { body } = await call(`POST ${members}`, undefined, { raw, headers })
  expect(body).toMatchObject(problem(400, 'JSON Parse Exception'))
  expect(body.detail).toContain('UTF-8')
  expect(handle().world).toBe(before)
})

test('a body with bytes that are not UTF-8 is answered with 400 by the control API and by public pages', async () => {
  const { call, app, list } = await withList()
  const raw = latin1('{"name":"\u00e9"}')
  const answer = await call('POST /_control/snapshots', undefined, { raw })
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('UTF-8')])
  const form = await app.request(`http://maildouble.test/_public/subscribe?id=${list.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: latin1('EMAIL=\u00e9@acme.test'),
  })
  expect([form.status, await form.text()]).toEqual([400, expect.stringContaining('UTF-8')])
})

test('a body with bytes that are not UTF-8 is replayed from a bundle', async () => {
  const { call, members } = await withList()
  await call(`POST ${members}`, undefined, { raw: latin1('{"language":"\u00e9"}') })
  const bundle = (await call('GET /_control/bundle')).body
  expect(bundle.steps.at(-1)).toMatchObject({ unread: 'not_utf8', answer: { status: 400 } })
  const { replay } = (await call('POST /_control/worlds', { id: 'again', bundle })).body
  expect(replay.differences).toEqual([])
})

test('a body nested 64 levels deep is accepted', async () => {
  const { call, members } = await withList()
  const raw = `{"email_address":"a@acme.test","status":"subscribed","extra":${'['.repeat(63)}${']'.repeat(63)}}`
  expect((await call(`POST ${members}`, undefined, { raw })).status).toBe(200)
})

test('a body may contain any number of brackets and quotes inside strings', async () => {
  const { call, members } = await withList()
  const language = `${'[{'.repeat(100)}\\"`
  expect((await call(`POST ${members}`, { email_address: 'a@acme.test', status: 'subscribed', language })).body.language).toBe(
    language,
  )
})

test('a body is parsed as JSON whatever its content type', async () => {
  const { call, members } = await withList()
  const raw = JSON.stringify({ email_address: 'a@acme.test', status: 'subscribed' })
  expect((await call(`POST ${members}`, undefined, { raw, headers: { 'content-type': 'text/plain' } })).status).toBe(200)
})

test('a body may begin with a byte order mark', async () => {
  const { call, members } = await withList()
  const raw = new TextEncoder().encode('\uFEFF{"email_address":"a@acme.test","status":"subscribed"}')
  expect((await call(`POST ${members}`, undefined, { raw })).status).toBe(200)
  const headers = { 'content-length': String(raw.byteLength) }
  expect((await call(`PUT ${members}/a@acme.test`, undefined, { raw, headers })).status).toBe(200)
})

test('a body larger than the limit is rejected by its declared length, unread', async () => {
  const { call, members } = await withList({ body_limit: 1_000 })
  const raw = JSON.stringify({ email_address: 'a@acme.test', status: 'subscribed', language: 'x'.repeat(1_000) })
  expect(
    (await call(`POST ${members}`, undefined, { raw, headers: { 'content-length': String(raw.length) } })).body,
  ).toMatchObject(problem(413, 'Request Entity Too Large'))
  expect((await call(`POST ${members}`, undefined, { raw })).body).toMatchObject(problem(413, 'Request Entity Too Large'))
})

test('a body with keys such as __proto__ does not affect other objects', async () => {
  const { call, members } = await withList()
  const raw = `{"email_address":"a@acme.test","status":"subscribed","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},
      "merge_fields":{"__proto__":{"polluted":1},"FNAME":"Ada"}}`
  const { status, body } = await call(`POST ${members}`, undefined, { raw })
  expect(status).toBe(200)
  expect(body.merge_fields.FNAME).toBe('Ada')
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

describe('an id', () => {
  const longId = 'x'.repeat(5_000)
  test.each([
    '%00',
    '%ff',
    '%zz',
    '..%2f..',
    '__proto__',
    'constructor',
    "';--",
    '%F0%9F%98%80',
    '0',
    '-1',
    '1e9',
    'a very long one',
  ])('the id %s with unusual characters is answered with 404', async (name) => {
    const id = name === 'a very long one' ? longId : name
    const { call, list } = await withList()
    for (const path of [
      `/3.0/lists/${id}`,
      `/3.0/lists/${list.id}/members/${id}`,
      `/3.0/lists/${list.id}/segments/${id}`,
      `/3.0/lists/${list.id}/merge-fields/${id}`,
    ]) {
      expect((await call(`GET ${path}`)).body).toMatchObject(problem(404, 'Resource Not Found'))
    }
  })
})

describe('a query', () => {
  test('a query of ten thousand parameters is accepted', async () => {
    const { call, members } = await withList()
    const query = Array.from({ length: 10_000 }, (_, i) => `p${i}=${i}`).join('&')
    expect((await call(`GET ${members}?${query}&count=1`)).status).toBe(200)
  })

  test.each(['?', '?&&=&', '?fields', '?=x', '?%zz=%zz', '?fields=%00', '?fields=__proto__.x', '?a=%F0%9F%98%80', '?count=%31'])(
    'the query %s is answered without a Defect',
    async (query) => {
      const { call, members } = await withList()
      expect((await call(`GET ${members}${query}`)).status).toBe(200)
    },
  )

  test.each(['count', 'count=', 'offset=', 'sort_dir=', 'status'])(
    'the query ?%s is rejected with 400, since a number or an enum value cannot be empty',
    async (query) => {
      const { call, members } = await withList()
      const { body } = await call(`GET ${members}?${query}`)
      expect(body).toMatchObject({ ...problem(400, 'Invalid Resource'), errors: [{ field: query.split('=')[0] }] })
    },
  )

  test.each(['fields=', 'since_last_changed=', 'unique_email_id=', 'vip_only='])(
    'the empty query parameter ?%s counts as omitted',
    async (query) => {
      const { call, members } = await withList()
      expect((await call(`GET ${members}?${query}`)).body).toEqual((await call(`GET ${members}`)).body)
    },
  )
})
