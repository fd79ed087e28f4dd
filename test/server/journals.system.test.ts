import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Target } from '../../src/kit/client/index.ts'
import { createDouble, startServer, type ServerOptions } from '../../src/index.ts'
import { receiver } from '../receiver.ts'
import { session, type SessionDriver } from './session.ts'
import { clientDriver, curlDriver, doubleDriver } from './session-drivers.ts'

let hook: Awaited<ReturnType<typeof receiver>>

beforeAll(async () => {
  hook = await receiver()
})
afterAll(() => hook.close())

const logged: string[] = []
const OPTIONS: ServerOptions = {
  scenario: 'empty',
  clock: { mode: 'frozen', rate: 0 },
  log: (message) => void logged.push(message),
}

/** What the calls of a session leave behind. */
async function leftBy(way: SessionDriver, target: Target) {
  const { length } = hook.received
  await session(way, `${hook.url}/hook`)
  const world = await connect(target).worlds.get('same')
  const own: readonly [string, string][] = [[world.baseUrl, '<base>']]
  const left = {
    requests: await world.requests.list({ limit: 1000 }),
    deliveries: await world.deliveries.list({ limit: 1000 }),
    emails: await world.emails.list({ limit: 1000 }),
    faults: await world.faults.list(),
    counts: (await world.status()).counts,
    received: hook.received.slice(length).map(({ method, path, body }) => ({ method, path, body })),
  }
  return JSON.parse(own.reduce((text, [mine, name]) => text.replaceAll(mine, name), JSON.stringify(left, withoutTransport)))
}

/** Removes real times, and headers about the client and the transfer. */
const REAL = ['real_at', 'duration_ms', 'date']
const BY_TRANSPORT = ['host', 'connection', 'keep-alive', 'transfer-encoding']
const BY_CLIENT = ['accept', 'accept-encoding', 'accept-language', 'sec-fetch-mode', 'user-agent']

function withoutTransport(name: string, value: unknown): unknown {
  return [...REAL, ...BY_TRANSPORT, ...BY_CLIENT].includes(name) ? undefined : value
}

test('the same session leaves the same state behind by the client, by curl, and without a socket', async () => {
  await using forClient = await startServer(OPTIONS)
  await using forCurl = await startServer(OPTIONS)
  await using double = await createDouble(OPTIONS)
  const client = await leftBy(clientDriver(forClient.url), forClient)
  const curl = await leftBy(curlDriver(forCurl.url), forCurl)
  const inProcess = await leftBy(doubleDriver(double), double)

  expect(curl).toEqual(client)
  expect(inProcess).toEqual(client)
  expect(logged).toEqual([])

  // The comparison is meaningful only if there is something to compare.
  const statuses = client.requests.map(({ status }: { status: number | null }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 400, 401, 404, 429, null]))
  expect(client.requests.length).toBeGreaterThan(20)
  expect(client.deliveries.map(({ event, status }: { event: string; status: string }) => `${event} ${status}`)).toEqual([
    'subscribe delivered',
    'subscribe delivered',
    'profile delivered',
    'subscribe delivered',
    'unsubscribe delivered',
  ])
  expect(client.emails.map(({ kind }: { kind: string }) => kind)).toEqual(['list_notification', 'confirm_subscription'])
})
