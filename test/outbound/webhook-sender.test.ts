import { describe, expect, test } from 'vitest'
import { HOOKS, receiving, sendingWorld } from './delivery-world.ts'

const emailOf = (body: string) => new URLSearchParams(body).get('data[email]')

test('a delivery caused by a transaction is sent right after it and recorded with its result', async () => {
  const { hook, subscribe, deliveries } = await sendingWorld()
  const there = await receiving((_request, response) => response.writeHead(202, { 'x-colour': 'red' }).end('Thanks'))
  const webhook = await hook(there.url)
  const { headers, body } = await subscribe()
  const [delivery] = await deliveries('?status=delivered&wait=PT2M')
  expect(there.received.map((each) => emailOf(each.body))).toEqual(['m1@acme.test'])
  expect(delivery).toEqual({
    id: 1,
    event: 'subscribe',
    webhook_id: webhook.id,
    list_id: webhook.list_id,
    url: there.url,
    cause: { request: headers.get('x-request-id') },
    created_at: '2026-01-15T09:00:00.000Z',
    status: 'delivered',
    payload: {
      type: 'subscribe',
      fired_at: '2026-01-15 09:00:00',
      data: expect.objectContaining({ id: body.unique_email_id, email: 'm1@acme.test' }),
    },
    body: there.received[0]?.body,
    attempts: [
      {
        at: '2026-01-15T09:00:00.000Z',
        real_at: expect.stringMatching(/^20\d\d-/),
        duration_ms: expect.any(Number),
        request: { url: there.url, headers: there.received[0]?.headers, body: there.received[0]?.body },
        response: { status: 202, headers: expect.objectContaining({ 'x-colour': 'red' }), body: 'Thanks' },
        error: null,
      },
    ],
  })
})

test('a delivery caused by a transaction does not delay the response', async () => {
  const { hook, subscribe, deliveries } = await sendingWorld()
  const { url, got } = await receiving(() => {})
  await hook(url)
  expect((await subscribe()).status).toBe(200)
  await got(1)
  expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: [] }])
})

test('a delivery caused by a transaction is not sent if the transaction was rolled back', async () => {
  const { hook, subscribe, call, advance } = await sendingWorld()
  const { url, received } = await receiving()
  await hook(url)
  await subscribe()
  await call('POST /3.0/lists/a1b2c3d4e5/members', { email_address: 'm1@acme.test', status: 'subscribed' })
  await advance({ by: 0 })
  expect(received).toHaveLength(1)
})

describe('the order and number of deliveries', () => {
  test('a webhook gets the next delivery once it has answered the previous one', async () => {
    const { hook, subscribe, call, advance } = await sendingWorld()
    const held: (() => void)[] = []
    const { url, received, got } = await receiving((_request, response) => void held.push(() => response.end()))
    await hook(url)
    for (let i = 0; i < 3; i++) await subscribe()
    for (const count of [1, 2, 3]) {
      await got(count)
      await call('GET /3.0/ping')
      expect(received).toHaveLength(count)
      held[count - 1]?.()
    }
    await advance({ by: 0 })
    expect(received.map(({ body }) => emailOf(body))).toEqual(['m1@acme.test', 'm2@acme.test', 'm3@acme.test'])
  })

  test('a slow webhook does not delay others', async () => {
    const { hook, subscribe, deliveries } = await sendingWorld()
    const slow = await receiving(() => {})
    const quick = await receiving()
    await hook(slow.url)
    const { id } = await hook(quick.url)
    for (let i = 0; i < 3; i++) await subscribe()
    expect(await deliveries(`?webhook_id=${id}&status=delivered&at_least=3&wait=PT2M`)).toHaveLength(3)
    expect(slow.received).toHaveLength(1)
  })

  test('at most sixteen deliveries are in flight at a time', async () => {
    const { hook, subscribe, call } = await sendingWorld()
    const held: (() => void)[] = []
    const { url, received, got } = await receiving((_request, response) => void held.push(() => response.end()))
    for (let i = 0; i < 20; i++) await hook(`${url}/${i}`)
    await subscribe()
    await got(16)
    await call('GET /3.0/ping')
    expect(received).toHaveLength(16)
    held[7]?.()
    await got(17)
    await call('GET /3.0/ping')
    expect(received).toHaveLength(17)
    for (const release of held) release()
    await got(20)
  })

  test('a failed delivery lets the next one go first', async () => {
    const { hook, subscribe, advance, deliveries } = await sendingWorld()
    const { url, received } = await receiving((_request, response, count) => response.writeHead(count === 1 ? 500 : 200).end())
    await hook(url)
    for (let i = 0; i < 2; i++) await subscribe()
    await advance({ by: 'PT1M' })
    expect(received.map(({ body }) => emailOf(body))).toEqual(['m1@acme.test', 'm2@acme.test', 'm1@acme.test'])
    expect((await deliveries()).map(({ status, attempts }) => [status, attempts.length])).toEqual([
      ['delivered', 2],
      ['delivered', 1],
    ])
  })
})

test('a delivery in flight is dropped by a reset, as are those queued behind it', async () => {
  const { hook, subscribe, call, handle, deliveries, context } = await sendingWorld()
  const gone: Promise<unknown>[] = []
  const { url, got } = await receiving((_request, response) => {
    gone.push(new Promise((resolve) => response.on('close', resolve)))
  })
  await hook(url)
  await subscribe()
  await got(1)
  const waiting = context.scheduler.advance(handle(), (now) => now + 60_000, 60_000)
  await call('POST /_control/reset')
  await Promise.all(gone)
  expect(await waiting).not.toHaveProperty('stopped')
  expect(handle().world).toBe(handle().origin)
  expect(await deliveries()).toEqual([])
})

test('a delivery in flight is dropped with its world', async () => {
  const { call, context } = await sendingWorld()
  const gone: Promise<unknown>[] = []
  const { url, got } = await receiving((_request, response) => {
    gone.push(new Promise((resolve) => response.on('close', resolve)))
  })
  const { body: other } = await call('POST /_control/worlds', { id: 'other', scenario: 'starter' })
  const headers = { authorization: `Bearer ${other.api_key}` }
  await call('POST /3.0/lists/aaaaaaaaaa/webhooks', { url }, { headers })
  await got(1)
  expect((await call('DELETE /_control/worlds/other')).status).toBe(204)
  await Promise.all(gone)
  expect(context.worlds.byId('other')).toBeUndefined()
})

test('a delivery in flight belongs to its world: a fork sends its own pending deliveries and records their results', async () => {
  const { hook, subscribe, call, deliveries, advance } = await sendingWorld()
  const held: (() => void)[] = []
  const { url, received, got } = await receiving((_request, response) => void held.push(() => response.end()))
  await hook(url)
  await subscribe()
  await got(1)
  await call('POST /_control/fork', { id: 'fork' })
  await got(2)
  expect(received[1]?.body).toBe(received[0]?.body)
  held[1]?.()
  const inFork = await call('GET /_control/worlds/fork/deliveries?status=delivered&wait=PT2M')
  expect(inFork.body.deliveries).toHaveLength(1)
  expect(await deliveries()).toMatchObject([{ status: 'pending' }])
  held[0]?.()
  expect((await advance({ by: 0 })).deliveries).toMatchObject([{ status: 'delivered' }])
})

test('a delivery in flight is dropped when the server stops, which also ends waits for it', async () => {
  const { hook, subscribe, advance, end, handle } = await sendingWorld()
  const { url, got } = await receiving(() => {})
  await hook(url)
  await subscribe()
  await got(1)
  const before = handle().world
  const waiting = advance({ by: 'PT1M' })
  end()
  expect(await waiting).toMatchObject({ stopped: 'waiting', to: '2026-01-15T09:00:00.000Z' })
  expect(handle().world).toBe(before)
  expect(await advance({ by: 'PT1M' })).toMatchObject({ stopped: 'waiting' })
})

test('the same steps send the same deliveries to the same webhooks in the same order', async () => {
  const run = async () => {
    const { hook, subscribe, advance, deliveries } = await sendingWorld()
    const { url, received } = await receiving((_request, response, count) => response.writeHead(count === 1 ? 500 : 200).end())
    await hook(url)
    for (let i = 0; i < 3; i++) await subscribe()
    await advance({ until: 'idle' })
    const known = (await deliveries()).map(({ id, webhook_id, cause, attempts }) => [id, webhook_id, cause, attempts.length])
    return { known, bodies: received.map(({ body }) => body) }
  }
  expect(await run()).toEqual(await run())
})

test('a world without deliveries is not changed by the sender', async () => {
  const { call, hook, advance, deliveries } = await sendingWorld({ mode: 'record' })
  const { url, received } = await receiving()
  await hook(url)
  await call(`POST ${HOOKS}`, { url: `${url}/2`, events: { subscribe: true } })
  await call('POST /3.0/lists/a1b2c3d4e5/members', { email_address: 'ada@acme.test', status: 'subscribed' })
  expect(await deliveries()).toMatchObject([{ status: 'recorded' }, { status: 'recorded', attempts: [] }])
  expect(await advance({ by: 'PT2H' })).toMatchObject({ ran: [], deliveries_total: 2 })
  expect(received).toEqual([])
})
