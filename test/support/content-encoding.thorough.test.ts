import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeBody, ENCODINGS, BodyTooLarge } from '../../src/kernel/support/content-encoding.ts'
import { mock, type Body } from '../mock.ts'
import { bothTransports } from '../server/both-transports.ts'

type Packed = Uint8Array<ArrayBuffer>

const bytes = (buffer: Uint8Array): Packed => new Uint8Array(buffer)
const MEMBER = { email_address: 'zoe@acme.test', status: 'subscribed', merge_fields: { FNAME: 'Zoë 漢' } }
const TEXT = JSON.stringify(MEMBER)
const LIST = '/3.0/lists/aaaaaaaaaa'

/** Every content coding of a body, with its header. */
const WAYS: readonly (readonly [header: string, pack: (text: string | Uint8Array) => Uint8Array])[] = [
  ['gzip', gzipSync],
  ['GZIP', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['gzip, br', (text) => brotliCompressSync(gzipSync(text))],
  ['br,deflate , identity, gzip', (text) => gzipSync(deflateSync(brotliCompressSync(text)))],
  ['identity', (text) => Buffer.from(text)],
  ['', (text) => Buffer.from(text)],
]

describe('a body with a content encoding', () => {
  let both: Awaited<ReturnType<typeof bothTransports>>
  beforeAll(async () => (both = await bothTransports()))
  afterAll(() => both.stop())

  /** The responses of the service and the control API, which are equal. */
  async function ask(line: string, encoding: string, body: Uint8Array): Promise<Body> {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    const [socket, process] = await both.ask(line, { headers, body: bytes(body) })
    expect(process).toEqual(socket)
    return { ...socket, body: socket.body === '' ? undefined : JSON.parse(socket.body ?? '') }
  }

  test.each(WAYS.map(([header, pack], i) => [header, i, pack] as const))(
    'a body with a content encoding is read as %s (%i) by the service and the control API',
    async (header, i, pack) => {
      const email_address = `way${i}@acme.test`
      const made = await ask(`POST ${LIST}/members`, header, pack(JSON.stringify({ ...MEMBER, email_address })))
      expect([made.status, made.body.email_address, made.body.merge_fields.FNAME]).toEqual([200, email_address, 'Zoë 漢'])
      const name = `way-${i}`
      expect((await ask('POST /_control/snapshots', header, pack(JSON.stringify({ name })))).body.name).toBe(name)
    },
  )

  test.each([
    ['zstd', '"zstd"'],
    ['gzip, compress', '"compress"'],
    ['aws-chunked', '"aws-chunked"'],
    ['gzip;q=1', '"gzip;q=1"'],
    ['gzip, gzip, gzip, gzip, gzip', '5 encodings'],
  ])('a body with a content encoding is rejected with 415 if it is %s, naming the supported ones', async (encoding, named) => {
    const service = await ask(`POST ${LIST}/members`, encoding, gzipSync(TEXT))
    expect(service.body).toMatchObject({ status: 415, title: 'Unsupported Media Type', detail: expect.stringContaining(named) })
    expect(service.headers['accept-encoding']).toBe('gzip, deflate, br')
    const control = await ask('POST /_control/clock/advance', encoding, gzipSync('{"by":"PT1S"}'))
    expect([control.status, control.body.detail]).toEqual([415, expect.stringContaining(named)])
    if (!named.includes('5')) expect(control.body.detail).toContain('Supported: gzip, deflate, br.')
  })

  test.each(ENCODINGS)(
    'a body with a content encoding is rejected with 400 if it is not valid %s, or truncated',
    async (encoding) => {
      const packed = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[encoding](TEXT)
      const torn = packed.subarray(0, packed.length - 5)
      for (const body of [Buffer.from('{"a":1}'), Buffer.from([0xff]), torn]) {
        const service = await ask(`POST ${LIST}/members`, encoding, body)
        expect(service.body).toMatchObject({
          status: 400,
          title: 'Bad Request',
          detail: `The body cannot be decoded as its Content-Encoding says: ${encoding}.`,
        })
        const control = await ask('POST /_control/clock/advance', encoding, body)
        expect([control.status, control.body.detail]).toEqual([400, service.body.detail])
      }
    },
  )

  test('a body with a content encoding is rejected with 400 if its codings are in the wrong order', async () => {
    expect((await ask(`POST ${LIST}/members`, 'br, gzip', brotliCompressSync(gzipSync(TEXT)))).status).toBe(400)
  })

  test('a body with a content encoding is limited by its decoded size: the limit is accepted, and one byte more is rejected with 413', async () => {
    await both.control('PATCH /_control/settings', { body_limit: 100_000 })
    const body = (length: number) =>
      JSON.stringify({ ...MEMBER, email_address: 'limit@acme.test', x: '' }).replace('"x":""', `"x":"${'x'.repeat(length)}"`)
    const room = 100_000 - Buffer.byteLength(body(0))
    for (const [header, pack] of WAYS) {
      expect((await ask(`POST ${LIST}/members`, header, pack(body(room + 1)))).body).toMatchObject({
        status: 413,
        title: 'Request Entity Too Large',
      })
      expect((await ask(`POST ${LIST}/members`, header, pack(body(room)))).status).not.toBe(413)
    }
    // Exceeds the limit only between its two codings.
    const bomb = gzipSync(gzipSync(Buffer.concat(Array.from({ length: 6_000 }, () => gzipSync('')))))
    expect((await ask(`POST ${LIST}/members`, 'gzip, gzip, gzip', bomb)).status).toBe(413)
    await both.control('PATCH /_control/settings', { body_limit: 26_214_400 })
  })

  test('a body with a content encoding is rejected with 413 by the control API as well if it decodes to more than the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(26 * 1024 * 1024, ' '))
    expect(bomb.length).toBeLessThan(100_000)
    expect((await ask('POST /_control/clock/advance', 'gzip', bomb)).status).toBe(413)
  })

  test('a body with a content encoding may be empty', async () => {
    for (const encoding of ['gzip', 'br', 'identity'])
      expect((await ask('POST /_control/reset', encoding, new Uint8Array())).status).toBe(200)
  })

  test('a body with a content encoding is read in forms of the sign-in', async () => {
    const form = 'grant_type=password'
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' }
    const [socket, process] = await both.ask('POST /oauth2/token', { headers, body: bytes(gzipSync(form)) })
    expect(process).toEqual(socket)
    expect(JSON.parse(socket.body ?? '')).toMatchObject({ error: 'unsupported_grant_type' })
    const [other] = await both.ask('POST /oauth2/token', {
      headers: { ...headers, 'content-encoding': 'zstd' },
      body: bytes(gzipSync(form)),
    })
    expect([other.status, JSON.parse(other.body ?? '').error]).toEqual([415, 'invalid_request'])
    const [broken] = await both.ask('POST /oauth2/token', { headers, body: bytes(Buffer.from(form)) })
    expect(broken.status).toBe(400)
  })
})

test('decoding stops at the limit: it reads no more of a compression bomb than needed and releases its source', async () => {
  const bomb = gzipSync(Buffer.alloc(256 * 1024 * 1024))
  let [taken, ended, passed] = [0, false, 0]
  async function* source(): AsyncGenerator<Uint8Array> {
    try {
      for (let at = 0; at < bomb.length; at += 1_024) {
        taken++
        yield bomb.subarray(at, at + 1_024)
      }
    } finally {
      ended = true
    }
  }
  const read = async () => {
    for await (const piece of decodeBody(source(), ['gzip'], 1_000_000)) passed += piece.length
  }
  await expect(read()).rejects.toThrow(BodyTooLarge)
  expect(passed).toBeLessThanOrEqual(1_000_000)
  await expect.poll(() => ended, { timeout: 120_000 }).toBe(true)
  // The buffers of the streams in between are small compared to all of it.
  expect(taken).toBeLessThan(bomb.length / 1_024 / 3)
})

test('decoding propagates an error of its source', async () => {
  async function* source(): AsyncGenerator<Uint8Array> {
    yield gzipSync('abc').subarray(0, 5)
    throw new Error('The connection broke.')
  }
  const read = async () => {
    for await (const _ of decodeBody(source(), ['gzip'], 100));
  }
  await expect(read()).rejects.toThrow('The connection broke.')
})

describe('a recorded encoded body', () => {
  const headers = { 'content-encoding': 'gzip' }

  test('a recorded encoded body is shown decoded in the journal, in HAR, to verification and to faults', async () => {
    const { call } = mock({ scenario: 'starter' })
    const match = { body: { '/email_address': 'zoe@acme.test' } }
    await call('POST /_control/faults', { match, when: { first: 1 }, effect: { problem: { preset: 'ComplianceRelated' } } })
    expect((await call(`POST ${LIST}/members`, undefined, { raw: bytes(gzipSync(TEXT)), headers })).status).toBe(503)
    expect((await call(`POST ${LIST}/members`, undefined, { raw: bytes(gzipSync(TEXT)), headers })).status).toBe(200)
    const { requests } = (await call('GET /_control/requests')).body
    expect(requests.map(({ request }: Body) => [request.body, request.headers['content-encoding']])).toEqual([
      [TEXT, 'gzip'],
      [TEXT, 'gzip'],
    ])
    const har = (await call('GET /_control/requests.har')).body
    expect(har.log.entries[1].request.postData.text).toBe(TEXT)
    const verdict = await call('POST /_control/requests/verify', { match, count: { exactly: 2 } })
    expect(verdict.body.verdict).toBe('pass')
  })

  test('a recorded encoded body is replayed from a bundle, even if it was invalid', async () => {
    const { call } = mock({ scenario: 'starter' })
    const send = (encoding: string, raw: Uint8Array) =>
      call(`POST ${LIST}/members`, undefined, { raw: bytes(raw), headers: { 'content-encoding': encoding } })
    await call('PATCH /_control/settings', { body_limit: 10_000 })
    const statuses = [
      await send('gzip', gzipSync(TEXT)),
      await send('br, gzip', gzipSync(brotliCompressSync(TEXT.replace('zoe', 'kim')))),
      await send('zstd', Buffer.from(TEXT)),
      await send('gzip', Buffer.from(TEXT)),
      await send('br', brotliCompressSync(TEXT).subarray(0, 9)),
      await send('gzip', gzipSync('x'.repeat(100_000))),
      await call(`GET ${LIST}/members?count=1000`),
    ].map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 415, 400, 400, 413, 200])
    const bundle = (await call('GET /_control/bundle')).body
    expect(bundle.steps.map(({ body, unread }: Body) => unread ?? typeof body).slice(1)).toEqual([
      'string',
      'string',
      'unsupported',
      'corrupt',
      'corrupt',
      'too_large',
      'undefined',
    ])
    const { replay } = (await call('POST /_control/worlds', { id: 'again', bundle })).body
    expect(replay.differences).toEqual([])
    expect((await call('GET /_control/worlds/again/bundle')).body).toMatchObject({
      steps: bundle.steps.map(({ unread }: Body) => (unread ? { unread } : {})),
    })
  })
})
