import { createHmac } from 'node:crypto'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { deliver } from '../../src/server/outbound/deliver.ts'
import { Egress } from '../../src/server/outbound/egress.ts'
import type { DeliveryOutcome } from '../../src/server/outbound/hand-over.ts'
import { makeWebhookRequest, urlCheckRequest } from '../../src/service/rules/deliveries/webhook-request.ts'
import { rawReceiver, receiver } from '../receiver.ts'

const SOON = 150
const LATE = 120_000
const NEVER = new AbortController().signal

const open: { close: () => void }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

async function answering(...given: Parameters<typeof receiver>) {
  const made = await receiver(...given)
  open.push(made)
  return made
}

async function behaving(behave: (socket: Socket) => void) {
  const made = await rawReceiver(behave)
  open.push(made)
  return made
}

const letter = (url: string, secret = '') =>
  makeWebhookRequest({ event: 'subscribe', url, body: 'type=subscribe', secret }, 1_768_467_600, {})
const send = (url: string, timeout = LATE, egress = new Egress()): Promise<DeliveryOutcome> =>
  deliver(letter(url), egress, { timeout, signal: NEVER })

test('a delivery is a form sent by POST', async () => {
  const { url, port, received } = await answering((_request, response) => {
    response.writeHead(201, { 'x-colour': 'red', 'set-cookie': ['a=1', 'b=2'] }).end('Thänks')
  })
  expect(await send(`${url}/hook?key=1#top`)).toMatchObject({
    response: { status: 201, headers: { 'x-colour': 'red', 'set-cookie': 'a=1, b=2' }, body: 'Thänks' },
  })
  expect(received).toEqual([
    {
      method: 'POST',
      path: '/hook?key=1',
      headers: {
        host: `127.0.0.1:${port}`,
        'user-agent': 'Service',
        accept: '*/*',
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': '14',
        connection: 'close',
      },
      body: 'type=subscribe',
    },
  ])
})

test("a delivery is signed with the secret of its webhook at the world's instant", async () => {
  const { url, received } = await answering()
  await deliver(letter(url, 'hush'), new Egress(), { timeout: LATE, signal: NEVER })
  const expected = createHmac('sha256', 'hush').update('1768467600.type=subscribe').digest('hex')
  expect(received[0]?.headers['x-service-signature']).toBe(`t=1768467600,v1=${expected}`)
})

test('a delivery sends user name and password of the URL as Basic authorization', async () => {
  const { port, received } = await answering()
  await send(`http://ada:p%40ss@127.0.0.1:${port}/`)
  await send(`http://ada:100%@127.0.0.1:${port}/`)
  expect(received.map(({ headers }) => headers.authorization)).toEqual([`Basic ${btoa('ada:p@ss')}`, `Basic ${btoa('ada:100%')}`])
})

test('a delivery may go to names that resolve to this machine', async () => {
  const { port } = await answering()
  expect(await send(`http://localhost:${port}/`)).toMatchObject({ response: { status: 200 } })
})

test('a delivery to a new URL is validated by a GET with a different User-Agent', async () => {
  const { url, received } = await answering()
  await deliver(urlCheckRequest(url, {}), new Egress(), { timeout: LATE, signal: NEVER })
  expect(received).toMatchObject([{ method: 'GET', body: '', headers: { 'user-agent': 'Service WebHook Validator' } }])
})

describe('a receiver of a delivery', () => {
  test('a receiver of a delivery that redirects is not followed', async () => {
    const other = await answering()
    const { url } = await answering((_request, response) => response.writeHead(302, { location: other.url }).end())
    expect(await send(url)).toMatchObject({ response: { status: 302, headers: { location: other.url } } })
    expect(other.received).toEqual([])
  })

  test('a receiver that does not answer is waited for no longer than the timeout', async () => {
    const { url } = await answering(() => {})
    expect(await send(url, SOON)).toEqual({ error: `There was no complete answer within ${SOON} ms.` })
  })

  test('a receiver that answers slowly is waited for no longer than the total timeout', async () => {
    const { url } = await behaving((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n')
      const drip = setInterval(() => socket.write('.'), 10)
      socket.on('close', () => clearInterval(drip))
    })
    expect(await send(url, SOON)).toEqual({ error: `There was no complete answer within ${SOON} ms.` })
  })

  test.each<[string, string]>([
    ['the headers', 'HTTP/1.1 200 OK\r\nx-colour: '],
    ['the first line', 'HTTP/1.1 200 '],
    ['an informational response', 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 '],
  ])('a receiver that sends %s slowly is waited for no longer than the total timeout', async (_, beginning) => {
    const { url } = await behaving((socket) => {
      socket.write(beginning)
      const drip = setInterval(() => socket.write('x'), 10)
      socket.on('close', () => clearInterval(drip))
    })
    expect(await send(url, SOON)).toEqual({ error: `There was no complete answer within ${SOON} ms.` })
  })

  test('a receiver that sends a hundred megabytes is read up to 64 KiB, and the connection is closed', async () => {
    let sent = 0
    let closed = Promise.resolve<unknown>(undefined)
    const { url } = await behaving((socket) => {
      closed = new Promise((resolve) => socket.on('close', resolve))
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${100 * 1024 * 1024}\r\n\r\n`)
      const chunk = Buffer.alloc(1024 * 1024, 'x')
      const pour = () => {
        if (socket.destroyed || sent >= 100) return
        sent++
        socket.write(chunk, pour)
      }
      pour()
    })
    const { response } = await send(url)
    expect(response).toMatchObject({ status: 200, body: 'x'.repeat(64 * 1024) })
    await closed
    expect(sent).toBeLessThan(100)
  })

  test("a receiver's response of 64 KiB is kept whole", async () => {
    const { url } = await answering((_request, response) => response.end('x'.repeat(64 * 1024)))
    expect((await send(url)).response?.body).toHaveLength(64 * 1024)
  })

  test.each<[string, (socket: Socket) => void, RegExp]>([
    ['closes immediately', (socket) => socket.destroy(), /socket hang up|ECONNRESET/],
    ['closes without a response', (socket) => socket.once('data', () => socket.end()), /socket hang up/],
    ['resets', (socket) => socket.once('data', () => socket.resetAndDestroy()), /ECONNRESET|socket hang up/],
    ['does not speak HTTP', (socket) => socket.write('hello\r\n\r\n'), /^The answer is not valid HTTP\/1\.1\.$/],
    [
      'sends endless headers',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`),
      /^The headers of the answer are too large\.$/,
    ],
    [
      'disconnects in the middle of a response',
      (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')),
      /The answer was cut off/,
    ],
    [
      'asks for a protocol upgrade',
      (socket) =>
        socket.once('data', () => socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n')),
      /socket hang up|closed without an answer|ECONNRESET/,
    ],
  ])('a receiver of a delivery that %s makes only its own delivery fail', async (_, behave, error) => {
    const { url } = await behaving(behave)
    expect(await send(url)).toEqual({ error: expect.stringMatching(error) })
  })

  test('a receiver of a delivery that does not listen makes the delivery fail', async () => {
    const { url, close } = await receiver()
    close()
    expect(await send(url)).toEqual({ error: expect.stringContaining('ECONNREFUSED') })
  })

  test('a receiver of a delivery that does not speak TLS makes the delivery fail', async () => {
    const { url } = await answering()
    expect(await send(url.replace('http:', 'https:'))).toEqual({ error: 'No TLS connection could be made.' })
  })

  test('a receiver of a delivery is disconnected immediately when the delivery is aborted', async () => {
    const { url } = await answering(() => {})
    const controller = new AbortController()
    const sending = deliver(letter(url), new Egress(), { timeout: LATE, signal: controller.signal })
    controller.abort()
    expect(await sending).toEqual({ error: 'The operation was aborted' })
  })
})

describe('a forbidden target', () => {
  test('a delivery to a forbidden target makes no call', async () => {
    const { url, port, received } = await answering()
    const egress = new Egress()
    egress.addOwnAddress({ address: '127.0.0.1', port })
    expect(await send(url, LATE, egress)).toEqual({ error: 'This server itself listens on that address.', blocked: true })
    expect(received).toEqual([])
  })

  test('a forbidden target is not called by a name that resolves to it either', async () => {
    const { port, received } = await answering()
    const egress = new Egress()
    for (const address of ['127.0.0.1', '::1']) egress.addOwnAddress({ address, port })
    expect(await send(`http://localhost:${port}/`, LATE, egress)).toEqual({
      error: 'This server itself listens on that address.',
      blocked: true,
    })
    expect(received).toEqual([])
  })

  test.each(['http://[', 'nowhere'])('a delivery to "%s" fails because the text is no URL', async (url) =>
    expect(await send(url)).toEqual({ error: `${url} is not a URL.`, blocked: true }),
  )
})
