import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startServer, type RunningServer } from '../../src/index.ts'
import type { Body } from '../mock.ts'
import { rawReceiver, receiver, type Received } from '../receiver.ts'
import { callServer } from './call-server.ts'

const LIST = 'aaaaaaaaaa'
const HOOKS = `/3.0/lists/${LIST}/webhooks`
const MEMBERS = `/3.0/lists/${LIST}/members`
const ALL = { subscribe: true, unsubscribe: true, profile: true, upemail: true, cleaned: true, campaign: true }

let server: RunningServer
let logged: string[]
const open: { close: () => void }[] = []

beforeEach(async () => {
  logged = []
  server = await startServer({
    clock: { mode: 'frozen', rate: 0 },
    settings: { webhooks: { timeout: 'PT2M', validation: 'off', retries: ['PT1M'] } },
    log: (message) => logged.push(message),
  })
})

afterEach(async () => {
  for (const each of open.splice(0)) each.close()
  await server.stop()
  if (logged.length > 0) throw new Error(logged[0])
})

const call = (line: string, body?: unknown) => callServer(server, line, body)

const advance = async (options: object) => (await call('POST /_control/clock/advance', options)).body
const subscribe = (name: string) => call(`POST ${MEMBERS}`, { email_address: `${name}@hooks.test`, status: 'subscribed' })

async function subscribedReceiver(...given: Parameters<typeof receiver>) {
  const made = await receiver(...given)
  open.push(made)
  await call(`POST ${HOOKS}`, { url: made.url, events: ALL })
  return made
}

const formOf = ({ body }: Received) => Object.fromEntries(new URLSearchParams(body))

test('a receiver on another port gets each of the six kinds of event', async () => {
  const { received } = await subscribedReceiver()
  const { body: member } = await subscribe('ada')
  await call(`PATCH ${MEMBERS}/ada@hooks.test`, { merge_fields: { FNAME: 'Ada' } })
  await call(`PATCH ${MEMBERS}/ada@hooks.test`, { email_address: 'countess@hooks.test' })
  await call(`PATCH ${MEMBERS}/countess@hooks.test`, { status: 'unsubscribed' })
  await subscribe('bob')
  await call('POST /_control/triggers', {
    trigger: 'member.bounce',
    list_id: LIST,
    email_address: 'bob@hooks.test',
    bounce: 'hard',
  })
  await call('POST /_control/triggers', { trigger: 'campaign.send', list_id: LIST, subject_line: 'News & more' })
  const { deliveries } = await advance({ by: 0 })
  expect(new Set(deliveries.map(({ status }: Body) => status))).toEqual(new Set(['delivered']))
  expect(received.map((each) => formOf(each)['type'])).toEqual([
    'subscribe',
    'profile',
    'upemail',
    'profile',
    'unsubscribe',
    'subscribe',
    'cleaned',
    'campaign',
  ])
  const [first, , renamed, , left, , bounced, sent] = received.map(formOf)
  expect(first).toMatchObject({
    type: 'subscribe',
    fired_at: '2026-01-15 09:00:00',
    'data[id]': member.unique_email_id,
    'data[email]': 'ada@hooks.test',
    'data[merges][EMAIL]': 'ada@hooks.test',
    'data[list_id]': LIST,
  })
  expect(renamed).toMatchObject({ 'data[new_email]': 'countess@hooks.test', 'data[old_email]': 'ada@hooks.test' })
  expect(left).toMatchObject({ 'data[action]': 'unsub', 'data[reason]': 'manual', 'data[email]': 'countess@hooks.test' })
  expect(bounced).toMatchObject({ 'data[reason]': 'hard', 'data[email]': 'bob@hooks.test' })
  expect(sent).toMatchObject({ 'data[subject]': 'News & more', 'data[status]': 'sent' })
  expect(received.every(({ headers }) => headers['user-agent'] === 'Service')).toBe(true)
})

describe('a misbehaving receiver', () => {
  const hostile: [string, (socket: Socket) => void][] = [
    ['never answers', () => {}],
    ['closes', (socket) => socket.destroy()],
    ['answers 500', (socket) => socket.end('HTTP/1.1 500 Oops\r\ncontent-length: 0\r\n\r\n')],
    ['redirects to the control API', (socket) => socket.end(redirectTo(`${server.url}/_control/reset`))],
    ['does not speak HTTP', (socket) => socket.end('hello\r\n\r\n')],
    ['drips', drip],
  ]

  test.each(hostile)('a misbehaving receiver that %s fails without affecting other deliveries and calls', async (_, behave) => {
    await call('PATCH /_control/settings', { webhooks: { timeout: 'PT1S' } })
    const bad = await rawReceiver(behave)
    open.push(bad)
    await call(`POST ${HOOKS}`, { url: bad.url, events: ALL })
    const good = await subscribedReceiver()
    expect((await subscribe('ada')).status).toBe(200)
    await good.got(1)
    const { deliveries, to } = await advance({ until: 'idle' })
    expect(to).toBe('2026-01-15T09:01:00.000Z')
    expect(deliveries.map(({ status, attempts }: Body) => [status, attempts.length])).toEqual([
      ['failed', 2],
      ['delivered', 1],
    ])
    expect(good.received).toHaveLength(1)
    expect((await call('GET /3.0/ping')).status).toBe(200)
  })

  test('a misbehaving receiver that sends a hundred megabytes is read only up to 64 KiB', async () => {
    const bad = await rawReceiver(pour)
    open.push(bad)
    await call(`POST ${HOOKS}`, { url: bad.url, events: ALL })
    await subscribe('ada')
    const { deliveries } = await advance({ by: 0 })
    expect(deliveries).toMatchObject([{ status: 'delivered', attempts: [{ response: { status: 200 } }] }])
    expect(deliveries[0].attempts[0].response.body).toHaveLength(65_536)
  })
})

test('the server does not deliver to itself, so that webhooks cannot call its control API', async () => {
  const port = Number(new URL(server.url).port)
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]', '0.0.0.0'])
    await call(`POST ${HOOKS}`, { url: `http://${host}:${port}/_control/reset`, events: ALL })
  await subscribe('ada')
  const { deliveries } = await advance({ by: 0 })
  expect(deliveries.map(({ status, reason }: Body) => [status, reason])).toEqual(
    Array.from({ length: 5 }, () => ['blocked', 'This server itself listens on that address.']),
  )
  expect((await call(`GET ${MEMBERS}/ada@hooks.test`)).status).toBe(200)
})

test('nothing is sent off this machine unless the target is allowed', async () => {
  const url = 'http://192.0.2.1:9/hook'
  await call(`POST ${HOOKS}`, { url, events: ALL })
  await subscribe('ada')
  expect((await advance({ by: 0 })).deliveries).toMatchObject([{ status: 'blocked' }])

  await server.stop()
  server = await startServer({
    clock: { mode: 'frozen', rate: 0 },
    settings: { webhooks: { timeout: 'PT0.05S', validation: 'off', retries: [] } },
    allowEgress: ['192.0.2.0/24'],
  })
  await call(`POST ${HOOKS}`, { url, events: ALL })
  await subscribe('ada')
  expect((await advance({ by: 0 })).deliveries).toMatchObject([{ status: 'failed' }])
})

test('a malformed target is reported at startup', async () => {
  await expect(startServer({ allowEgress: ['http://hooks.test'] })).rejects.toThrow('http://hooks.test is not a host name')
})

test('a stopping server waits neither for receivers nor for calls that wait for them', async () => {
  const slow = await startServer({ clock: { mode: 'frozen', rate: 0 } })
  const { url, got, close } = await receiver(() => {})
  open.push({ close })
  const headers = { authorization: `Bearer ${slow.apiKey}`, 'content-type': 'application/json' }
  const post = (path: string, body: object) => fetch(slow.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  await post(HOOKS, { url, events: ALL })
  await got(1)
  const waiting = post('/_control/clock/advance', { by: 'PT1M' })
  const listening = fetch(`${slow.url}/_control/deliveries?wait=PT5M`)
  await fetch(`${slow.url}/_control/health`)
  await slow.stop()
  expect(await (await waiting).json()).toMatchObject({ stopped: 'waiting' })
  expect(await (await listening).json()).toMatchObject({ deliveries: [], total: 0 })
})

function redirectTo(url: string): string {
  return `HTTP/1.1 307 Elsewhere\r\nlocation: ${url}\r\ncontent-length: 0\r\n\r\n`
}

function drip(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
  const dripping = setInterval(() => socket.write('.'), 5)
  socket.on('close', () => clearInterval(dripping))
}

function pour(socket: Socket): void {
  const chunk = Buffer.alloc(1024 * 1024, 'x')
  let left = 100
  socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${left * chunk.length}\r\n\r\n`)
  const more = (): void => {
    if (left-- > 0 && !socket.destroyed) socket.write(chunk, more)
    else socket.end()
  }
  more()
}
