import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type RunningServer, type ServerOptions } from '../../src/index.ts'
import type { Body } from '../mock.ts'

let server: RunningServer
const logged: string[] = []

beforeAll(async () => {
  server = await startServer({ scenario: 'empty', clock: { mode: 'frozen', rate: 0 }, log: (message) => logged.push(message) })
})
afterAll(() => server.stop())

/** Sends raw bytes and reads until the other side has answered. */
function raw(
  text: string | Uint8Array,
  until: (answer: string) => boolean = (answer) => /\r\n\r\n[\s\S]+$/.test(answer),
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += String(chunk)
      if (until(answer)) socket.destroy()
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
const get = (target: string, headers = 'Host: x\r\n') =>
  `GET ${target} HTTP/1.1\r\n${headers}Authorization: Bearer any-dc1\r\n\r\n`

describe('a request that never reaches the router', () => {
  test.each([
    ['a NUL byte in the target', get('/3.0/lists\u0000')],
    ['something that is not HTTP', 'hello\r\n\r\n'],
    ['a header without a colon', 'GET /3.0/ping HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n'],
  ])('a request that never reaches the router gets a 400 problem object if it has %s', async (_, bytes) => {
    const answer = await raw(bytes)
    expect(statusOf(answer)).toBe(400)
    expect(answer).toContain('application/problem+json')
    expect(bodyOf(answer)).toMatchObject({
      status: 400,
      title: 'Bad Request',
      detail: 'The request line or a header is not valid HTTP/1.1.',
    })
  })

  test.each([
    [400, 'several Host headers', '/_control/health', 'Host: 127.0.0.1\r\nHost: 127.0.0.1\r\n'],
    [400, 'several Host headers', '/_control/health', 'Host: 127.0.0.1\r\nHost: evil.example\r\n'],
    [403, 'not known as evil.example', 'http://evil.example/_control/health', 'Host: 127.0.0.1\r\n'],
    [403, 'not known as evil.example:1', 'http://127.0.0.1@evil.example:1/_control/health', 'Host: 127.0.0.1\r\n'],
    [403, 'not known as evil.example', 'http://127.0.0.1/_control/health', 'Host: evil.example\r\n'],
    [200, '"status":"ok"', 'http://127.0.0.1/_control/health', 'Host: 127.0.0.1\r\n'],
  ])('the control API answers with %i and "%s" to the target %s with the headers %j', async (status, text, target, headers) => {
    const answer = await raw(`GET ${target} HTTP/1.1\r\n${headers}\r\n`)
    expect(statusOf(answer)).toBe(status)
    expect(answer).toContain(text)
  })

  test('a request that never reaches the router gets a 431 if its headers are larger than 256 KiB', async () => {
    const answer = await raw(get('/3.0/ping', `Host: x\r\nX-Large: ${'x'.repeat(300_000)}\r\n`))
    expect(statusOf(answer)).toBe(431)
    expect(bodyOf(answer)).toMatchObject({ detail: 'The request line and headers are larger than 262144 bytes.' })
  })

  test('a request that never reaches the router is answered with raw UTF-8 in the target', async () => {
    expect([400, 404]).toContain(statusOf(await raw(Buffer.from(get('/3.0/lists/ä')))))
  })

  test('a request that never reaches the router is answered without a Host header', async () => {
    expect(statusOf(await raw(get('/3.0/ping', '')))).toBe(200)
  })

  test.each([
    ['/_control/health', '1.1', '', 400],
    ['/_control/worlds', '1.1', '', 400],
    ['/_mcp', '1.1', '', 400],
    ['/_control/health', '1.1', 'Host:\r\n', 403],
    ['/_control/health', '1.1', 'Host: evil.test\r\n', 403],
    ['/_control/health', '1.1', 'Host: localhost\r\n', 200],
    ['/_control/health', '1.0', '', 200],
  ])(
    'a request of the control API that never reaches the router (%s) over HTTP/%s with the headers %j is answered with %d',
    async (path, version, headers, status) => {
      const answer = await raw(`GET ${path} HTTP/${version}\r\n${headers}\r\n`)
      expect(statusOf(answer)).toBe(status)
      if (status === 400) expect(bodyOf(answer).detail).toContain('The request has no Host header, which HTTP/1.1 requires.')
    },
  )

  test('a request that never reaches the router is answered with ten thousand parameters', async () => {
    const query = Array.from({ length: 10_000 }, (_, i) => `p${i}=${i}`).join('&')
    expect(statusOf(await raw(get(`/3.0/lists?${query}`)))).toBe(200)
  })
})

describe('a body over the socket', () => {
  const post = (headers: string, body: string) =>
    `POST /3.0/lists HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer any-dc1\r\n${headers}\r\n${body}`

  test('a body over the socket is rejected unread if its declared length is over the limit', async () => {
    const answer = await raw(post('Content-Length: 99999999\r\n', '{'))
    expect(statusOf(answer)).toBe(413)
    expect(bodyOf(answer)).toMatchObject({ title: 'Request Entity Too Large' })
  })

  test('a body over the socket in chunks is read like any other', async () => {
    const answer = await raw(post('Transfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'))
    expect(bodyOf(answer)).toMatchObject({ status: 400, title: 'Invalid Resource' })
  })

  test.each([
    ['with a length', 'Content-Length: 100\r\n', '{"name":'],
    ['in chunks', 'Transfer-Encoding: chunked\r\n', '8\r\n{"name":\r\n'],
  ])('a body that breaks off %s is dropped together with its call', async (_, headers, body) => {
    const port = Number(new URL(server.url).port)
    const ask = async () => (await fetch(`${server.url}/3.0/ping`, { headers: { authorization: 'Bearer any-dc1' } })).status
    const journal = async (): Promise<Body[]> =>
      ((await (await fetch(`${server.url}/_control/requests?limit=1000`)).json()) as Body).requests
    const before = (await journal()).length
    const sockets = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const socket = connect(port, '127.0.0.1')
        socket.write(post(`Expect: 100-continue\r\n${headers}`, ''))
        // The server has read the head and waits for the body.
        const [continued] = await once(socket, 'data')
        expect(String(continued)).toContain('100 Continue')
        socket.write(body)
        return socket
      }),
    )
    // A call takes its slot when its body is there, so these hold none of the ten.
    expect(await ask()).toBe(200)
    await Promise.all(sockets.map((socket) => once(socket.destroy(), 'close')))
    expect(await ask()).toBe(200)
    // The journal shows that each was refused as incomplete, and none made a list.
    const broken = async () =>
      (await journal()).slice(before).flatMap(({ method, status, error }) => (method === 'POST' ? [`${status} ${error}`] : []))
    await expect.poll(broken).toEqual(sockets.map(() => '400 BadRequest'))
  })
})

test('the slots of calls are freed when a client disconnects in the middle of a request', async () => {
  const slow = await startServer({ scenario: 'empty', settings: { service_time: 60 } })
  const port = Number(new URL(slow.url).port)
  await Promise.all(
    Array.from(
      { length: 10 },
      () =>
        new Promise<void>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => {
            socket.write(get('/3.0/ping'))
            socket.end()
            socket.destroySoon()
          })
          socket.on('close', () => resolve())
        }),
    ),
  )
  const ask = async () => (await fetch(`${slow.url}/3.0/ping`, { headers: { authorization: 'Bearer any-dc1' } })).status
  await expect.poll(ask).toBe(200)
  await slow.stop()
})

test('a port in use is reported by its number', async () => {
  await expect(startServer({ port: Number(new URL(server.url).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('off loopback the control API requires a token, which is generated', async () => {
  const open = await startServer({ host: '0.0.0.0', publicUrl: 'http://127.0.0.1:1', scenario: 'empty' })
  expect(open.controlToken).toMatch(/^[0-9a-f]{32}$/)
  await open.stop()
})

describe('the keys of worlds', () => {
  const keysOf = async (options: ServerOptions): Promise<{ seed: string; isSeedRandom: boolean; keys: string[] }> => {
    const open = await startServer({ controlToken: 'known', scenario: 'empty', ...options })
    const made = await fetch(`${open.url}/_control/worlds`, {
      method: 'POST',
      headers: { authorization: 'Bearer known', 'content-type': 'application/json' },
      body: '{"id":"known","scenario":"empty"}',
    })
    const { api_key }: Body = await made.json()
    await open.stop()
    return { seed: open.seed, isSeedRandom: open.isSeedRandom, keys: [open.apiKey, api_key] }
  }

  test('the keys of worlds are derived from scenario and id on loopback', async () => {
    const [one, other] = [await keysOf({}), await keysOf({})]
    expect(other).toEqual(one)
    expect(one).toMatchObject({ isSeedRandom: false })
  })

  test('the keys of worlds are unpredictable on a non-loopback address, and reproducible with the printed seed', async () => {
    const [one, other] = [await keysOf({ host: '0.0.0.0' }), await keysOf({ host: '0.0.0.0' })]
    expect(one.isSeedRandom).toBe(true)
    expect(one.seed).toMatch(/^[0-9a-f]{32}$/)
    expect(other.keys.filter((key) => one.keys.includes(key))).toEqual([])
    const again = await keysOf({ host: '0.0.0.0', seed: one.seed })
    expect(again).toEqual({ ...one, isSeedRandom: false })
  })
})

test('no malformed request raised a Defect', () => expect(logged).toEqual([]))
