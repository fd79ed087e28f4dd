import { afterEach, beforeEach, expect, test } from 'vitest'
import { startServer, type RunningServer } from '../../src/index.ts'
import type { Body } from '../mock.ts'
import { receiving } from '../outbound/delivery-world.ts'
import { callServer } from '../server/call-server.ts'

const HOOKS = '/3.0/lists/aaaaaaaaaa/webhooks'
const EVENT = { trigger: 'event.emit', event: 'subscribe', list_id: 'aaaaaaaaaa' }

let server: RunningServer

beforeEach(async () => {
  server = await startServer({
    clock: { mode: 'frozen', rate: 0 },
    settings: { webhooks: { timeout: 'PT2M', validation: 'off', retries: [] } },
  })
})

afterEach(() => server.stop())

const call = (line: string, body?: unknown) => callServer(server, line, body)

/** The result of a webhook with a URL that tries to reach forbidden targets. */
async function tried(url: string): Promise<Body> {
  const made = await call(`POST ${HOOKS}`, { url, events: { subscribe: true } })
  expect(made.status).toBe(200)
  await call('POST /_control/triggers', EVENT)
  return (await call('POST /_control/clock/advance', { by: 0 })).body.deliveries.at(-1)
}

const NOT_HERE = 'is not this machine and is not allowed by --allow-egress.'
const OWN = 'This server itself listens on that address.'

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['167772161', '10.0.0.1'],
  ['0xa.1', '10.0.0.1'],
  ['012.0.0.1', '10.0.0.1'],
  ['10.1', '10.0.0.1'],
  ['0xA000001', '10.0.0.1'],
  ['10.0.0.1.', '10.0.0.1'],
  ['%31%30.0.0.1', '10.0.0.1'],
  ['172.16.0.1', '172.16.0.1'],
  ['192.168.1.1', '192.168.1.1'],
  ['169.254.169.254', '169.254.169.254'],
  ['0.0.0.0', '0.0.0.0'],
  ['0', '0.0.0.0'],
  ['[::]', '::'],
  ['[::ffff:10.0.0.1]', '::ffff:a00:1'],
  ['[::127.0.0.1]', '::7f00:1'],
  ['[64:ff9b::127.0.0.1]', '64:ff9b::7f00:1'],
  ['[fe80::1]', 'fe80::1'],
  ['[fd00::1]', 'fd00::1'],
])('a webhook is blocked to http://%s/', async (host, address) => {
  expect(await tried(`http://${host}/hook`)).toMatchObject({
    status: 'blocked',
    reason: `${address} ${NOT_HERE}`,
    attempts: [{ response: null }],
  })
})

test.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0x7F000001',
  '0177.0.0.1',
  '127.0.0.1.',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  'localhost',
  'LOCALHOST',
  'ada:secret@127.0.0.1',
])('a webhook is blocked to this server at http://%s', async (host) => {
  const { port } = new URL(server.url)
  expect(await tried(`http://${host}:${port}/_control/reset`)).toMatchObject({ status: 'blocked', reason: OWN })
  expect(await tried(`https://${host}:${port}/_control/reset`)).toMatchObject({ status: 'blocked', reason: OWN })
})

test('a webhook does not reach this server through a redirect from elsewhere', async () => {
  const there = await receiving((_request, response) =>
    response.writeHead(307, { location: `${server.url}/_control/reset` }).end(),
  )
  expect(await tried(there.url)).toMatchObject({ status: 'failed', attempts: [{ response: { status: 307 } }] })
  expect((await call('GET /_control/deliveries')).body.total).toBe(1)
  expect(there.received).toHaveLength(1)
})

test('a webhook does not reach other targets when it is resent', async () => {
  const { id } = await tried(`${server.url}/_control/reset`)
  expect((await call(`POST /_control/deliveries/${id}/resend`)).status).toBe(201)
  expect((await call('POST /_control/clock/advance', { by: 0 })).body.deliveries).toMatchObject([
    { status: 'blocked', reason: OWN, attempts: [{ error: OWN }, { error: OWN, resent: true }] },
  ])
})

test('a webhook does not reach other targets when its URL is validated', async () => {
  await call('PATCH /_control/settings', { webhooks: { validation: 'send' } })
  await call(`POST ${HOOKS}`, { url: `${server.url}/_control/health`, events: {} })
  await call(`POST ${HOOKS}`, { url: 'http://10.0.0.1/', events: {} })
  const { deliveries } = (await call('GET /_control/deliveries?event=validation&status=blocked&at_least=2&wait=PT2M')).body
  expect(deliveries.map(({ reason }: Body) => reason)).toEqual([OWN, `10.0.0.1 ${NOT_HERE}`])
})

test('a batch webhook does not reach other targets', async () => {
  await call('POST /3.0/batch-webhooks', { url: `${server.url}/_control/reset` })
  await call('POST /_control/triggers', { trigger: 'event.emit', event: 'batch_operation_completed' })
  expect((await call('POST /_control/clock/advance', { by: 0 })).body.deliveries).toMatchObject([
    { status: 'blocked', reason: OWN },
  ])
})

test.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'javascript:alert(1)', '//127.0.0.1/', 'http://'])(
  'a webhook url of %s is rejected',
  async (url) => {
    expect((await call(`POST ${HOOKS}`, { url, events: {} })).body).toMatchObject({ status: 400, title: 'Invalid Resource' })
  },
)

test('a receiver has ten seconds in total by default', async () => {
  await call('POST /_control/worlds', { id: 'plain' })
  expect((await call('GET /_control/worlds/plain/settings')).body.webhooks).toMatchObject({ timeout: 'PT10S', mode: 'deliver' })
})
