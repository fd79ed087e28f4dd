import { afterEach, expect, test } from 'vitest'
import { createDouble, type CallEvent, type DeliveryEvent, type DoubleEvent, type DoubleOptions } from '../../src/index.ts'
import type { Body } from '../mock.ts'

const running: { stop: () => Promise<void> }[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()))
})

/** A double with an event listener. */
async function doubleWithEvents(options: DoubleOptions = {}) {
  const events: DoubleEvent[] = []
  const onEvent = (event: DoubleEvent): void => void events.push(event)
  const double = await createDouble({ clock: { mode: 'frozen', rate: 0 }, onEvent, ...options })
  running.push(double)
  const call = async (line: string, body?: unknown, headers: Record<string, string> = {}): Promise<Body> => {
    const [method = '', path = ''] = line.split(' ')
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const known = { authorization: `Bearer ${double.apiKey}`, 'content-type': 'application/json' }
    const text = await (await double.fetch(path, { method, headers: { ...known, ...headers }, ...sent })).text()
    return text === '' ? undefined : JSON.parse(text)
  }
  return {
    events,
    call,
    apiKey: double.apiKey,
    calls: () => events.filter((event): event is CallEvent => event.type === 'call'),
    deliveries: () => events.filter((event): event is DeliveryEvent => event.type === 'delivery'),
  }
}

const HOOK = 'http://ada:letmein@127.0.0.1:9/hook?secret=letmein'
const LIST = '/3.0/lists/aaaaaaaaaa'

async function withWebhook(url = HOOK) {
  const double = await doubleWithEvents()
  await double.call('PATCH /_control/settings', { webhooks: { validation: 'off', mode: 'record' } })
  const sources = { user: true, admin: true, api: true }
  await double.call(`POST ${LIST}/webhooks`, { url, events: { subscribe: true }, sources })
  return double
}

test('a listener on a double receives an event for every call of the service', async () => {
  const { call, calls } = await doubleWithEvents()
  await call('GET /3.0/lists?count=1')
  await call('GET /_control/health')
  await call('GET /3.0/nothing')
  const [first, second, ...others] = calls()
  expect(first).toEqual({
    type: 'call',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    world: 'default',
    world_by: 'key',
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    via: 'http',
    method: 'GET',
    path: '/3.0/lists',
    query: 'count=1',
    operation: 'getLists',
    status: 200,
    duration_ms: expect.any(Number),
    fault: null,
    faults: [],
    error: null,
    injected: false,
    defect: false,
  })
  expect(second).toMatchObject({ operation: null, status: 404, error: 'ResourceNotFound' })
  expect(others).toEqual([])
})

test('a listener on a double receives calls of worlds created later, and none of deleted worlds', async () => {
  const { call, calls, apiKey } = await doubleWithEvents()
  const { api_key } = await call('POST /_control/worlds', { id: 'later' })
  await call('GET /3.0/ping', undefined, { authorization: `Bearer ${api_key}` })
  await call('DELETE /_control/worlds/later')
  await call('GET /3.0/ping', undefined, { authorization: `Bearer ${apiKey}` })
  expect(calls().map(({ world }) => world)).toEqual(['later', 'default'])
})

test('a listener on a double receives which fault fired, and an error requested by header', async () => {
  const { call, calls } = await doubleWithEvents()
  await call('POST /_control/faults', { effect: { problem: { preset: 'TooManyRequests' } }, when: { first: 1 } })
  await call('GET /3.0/ping')
  await call('GET /3.0/ping', undefined, { 'x-trigger-error': 'Forbidden' })
  expect(calls()).toMatchObject([
    { status: 429, fault: 1, faults: [{ id: 1, effect: 'problem' }], injected: true },
    { status: 403, fault: null, faults: [], injected: true },
  ])
})

test('a listener on a double receives the operations of a batch', async () => {
  const { call, calls } = await doubleWithEvents()
  await call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/lists' }] })
  await call('POST /_control/clock/advance', { until: 'idle' })
  expect(calls()).toMatchObject([
    { via: 'http', operation: 'createBatch' },
    { via: 'batch', operation: 'getLists', status: 200 },
  ])
})

test('a listener on a double receives no secrets', async () => {
  const { call, events, apiKey } = await withWebhook()
  await call(`GET /3.0/ping?apikey=${apiKey}&access_token=letmein`)
  await call(`POST ${LIST}/members`, { email_address: 'new@acme.test', status: 'subscribed' })
  const reported = JSON.stringify(events)
  expect(reported).not.toContain(apiKey)
  expect(reported).not.toContain('letmein')
  expect(reported).toContain('apikey={{api_key}}')
})

test('a listener on a double receives each recorded webhook once', async () => {
  const { call, deliveries } = await withWebhook()
  await call(`POST ${LIST}/members`, { email_address: 'new@acme.test', status: 'subscribed' })
  expect(deliveries()).toMatchObject([
    {
      delivery: 1,
      event: 'subscribe',
      url: 'http://127.0.0.1:9/hook',
      status: 'recorded',
      attempts: 0,
      answered: null,
      world: 'default',
    },
  ])
})

test('a listener on a double receives every delivery attempt', async () => {
  const { call, deliveries } = await withWebhook()
  await call('PATCH /_control/settings', { webhooks: { mode: 'deliver', retries: ['PT1M'] } })
  await call(`POST ${LIST}/members`, { email_address: 'new@acme.test', status: 'subscribed' })
  await call('POST /_control/clock/advance', { by: 'PT5M' })
  const refused = { answered: null, error: expect.stringContaining('ECONNREFUSED') }
  expect(deliveries()).toMatchObject([
    { status: 'retrying', attempts: 1, ...refused },
    { status: 'failed', attempts: 2, ...refused },
  ])
})

test('an error thrown by a listener is logged and does not affect the call', async () => {
  const logged: string[] = []
  const onEvent = (): void => {
    throw new Error('out of paper')
  }
  const { call } = await doubleWithEvents({ onEvent, log: (message) => logged.push(message) })
  expect(await call('GET /3.0/ping')).toMatchObject({ health_status: expect.any(String) })
  expect(logged).toEqual([expect.stringContaining('onEvent threw: Error: out of paper')])
})
