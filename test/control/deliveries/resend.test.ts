import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Body } from '../../mock.ts'
import { answering, HOOKS, receiving, sendingWorld } from '../../outbound/delivery-world.ts'
import { sent } from './resend-world.ts'

const statusesOf = ({ attempts }: Body) => attempts.map(({ response }: Body) => response?.status)

describe('resendDelivery', () => {
  test('resendDelivery attempts the same delivery once more immediately, with the same payload and cause', async () => {
    const { resend, advance, received, first } = await sent([200])
    const before = await first()
    const { status, body } = await resend()
    expect({ status, body }).toEqual({ status: 201, body: { ...before, status: 'pending' } })
    const { deliveries, to } = await advance({ by: 0 })
    expect(to).toBe('2026-01-15T09:00:00.000Z')
    expect(deliveries).toEqual([{ ...before, attempts: [before.attempts[0], expect.objectContaining({ resent: true })] }])
    expect(before.attempts[0]).not.toHaveProperty('resent')
    expect(received.map((each) => each.body)).toEqual([before.body, before.body])
  })

  test("a resent delivery is sent at the world's current instant, and later deliveries are queued behind it", async () => {
    const { resend, deliveries, pass } = await sent([200])
    await pass('PT1H')
    await resend()
    const found = await deliveries('?status=delivered&after=0&at_least=1&wait=PT2M')
    expect(found).toMatchObject([
      {
        id: 1,
        created_at: '2026-01-15T09:00:00.000Z',
        attempts: [{}, { at: '2026-01-15T10:00:00.000Z', response: { status: 200 } }],
      },
    ])
  })

  test('resendDelivery wakes calls that wait for the outcome', async () => {
    const { resend, deliveries, first } = await sent([500, 200], { retries: [] })
    expect((await first()).status).toBe('failed')
    const waiting = deliveries('?status=delivered&wait=PT2M')
    await resend()
    expect(await waiting).toMatchObject([{ id: 1, attempts: [{}, {}] }])
  })

  test('resendDelivery replaces a scheduled retry, so that nothing is sent twice', async () => {
    const { resend, advance, received, first, call } = await sent([500, 200])
    expect(await first()).toMatchObject({ status: 'retrying', next_attempt_at: '2026-01-15T09:01:00.000Z' })
    const { body } = await resend()
    expect(body).not.toHaveProperty('next_attempt_at')
    expect((await call('GET /_control/clock')).body.pending).toEqual([])
    expect(await advance({ until: 'idle' })).toMatchObject({ ran: [], to: '2026-01-15T09:00:00.000Z' })
    expect(received).toHaveLength(2)
  })

  test('a failed resend is retried like a new delivery, at offsets from the resend', async () => {
    const { resend, advance, pass } = await sent([500], { retries: ['PT1M', 'PT5M'] })
    await pass('PT2M')
    await resend()
    const { deliveries, to } = await advance({ until: 'idle' })
    expect(to).toBe('2026-01-15T09:07:00.000Z')
    expect(deliveries).toMatchObject([{ status: 'failed' }])
    expect(deliveries[0].attempts.map(({ at, resent }: Body) => [at.slice(11, 19), resent])).toEqual([
      ['09:00:00', undefined],
      ['09:01:00', undefined],
      ['09:02:00', true],
      ['09:03:00', undefined],
      ['09:07:00', undefined],
    ])
  })

  test('resendDelivery can be called any number of times', async () => {
    const { resend, advance, first } = await sent([200, 500, 204], { retries: [] })
    for (let i = 0; i < 2; i++) {
      await resend()
      await advance({ by: 0 })
    }
    const delivery = await first()
    expect([delivery.status, statusesOf(delivery)]).toEqual(['delivered', [200, 500, 204]])
  })

  test("resendDelivery sends a blocked delivery to the webhook's current URL", async () => {
    const { hook, subscribe, call, advance } = await sendingWorld()
    const there = await answering(200)
    const { id } = await hook('http://10.0.0.1/hook')
    await subscribe()
    expect((await advance({ by: 0 })).deliveries).toMatchObject([
      { status: 'blocked', reason: expect.stringContaining('10.0.0.1') },
    ])
    await call(`PATCH ${HOOKS}/${id}`, { url: there.url })
    const { body } = await call('POST /_control/deliveries/1/resend')
    expect(body).toMatchObject({ status: 'pending', url: there.url })
    expect(body).not.toHaveProperty('reason')
    const { deliveries } = await advance({ by: 0 })
    expect(deliveries).toMatchObject([
      { status: 'delivered', attempts: [{ request: { url: 'http://10.0.0.1/hook' } }, { request: { url: there.url } }] },
    ])
  })

  test('a resent delivery that is still blocked is blocked again', async () => {
    const { hook, subscribe, call, advance } = await sendingWorld()
    await hook('http://10.0.0.1/hook')
    await subscribe()
    await advance({ by: 0 })
    expect((await call('POST /_control/deliveries/1/resend')).status).toBe(201)
    expect((await advance({ by: 0 })).deliveries).toMatchObject([{ status: 'blocked', attempts: [{}, { resent: true }] }])
  })

  test('resendDelivery really sends in a world that only records, where other deliveries stay recorded', async () => {
    const { resend, advance, received, subscribe } = await sent([200], { mode: 'record' })
    await subscribe()
    expect(received).toEqual([])
    expect((await resend()).body).toMatchObject({ id: 1, status: 'pending', attempts: [] })
    expect((await advance({ by: 0 })).deliveries).toMatchObject([
      { id: 1, status: 'delivered', attempts: [{ resent: true, response: { status: 200 } }] },
      { id: 2, status: 'recorded', attempts: [] },
    ])
    expect(received).toHaveLength(1)
  })

  test('resendDelivery attempts only once in a world that only records', async () => {
    const { resend, advance } = await sent([500], { mode: 'record' })
    await resend()
    expect(await advance({ until: 'idle' })).toMatchObject({ ran: [], deliveries: [{ status: 'failed', attempts: [{}] }] })
  })

  test('resendDelivery neither waits for other deliveries to the same webhook nor delays them', async () => {
    const { hook, subscribe, call, advance } = await sendingWorld()
    const held: (() => void)[] = []
    const { url, received, got } = await receiving((_request, response) => void held.push(() => response.end()))
    await hook(url)
    await subscribe()
    await got(1)
    held[0]?.()
    await advance({ by: 0 })
    for (let i = 0; i < 2; i++) await subscribe()
    await got(2)
    await call('POST /_control/deliveries/1/resend')
    await got(3)
    await subscribe()
    for (let i = 1; i < 5; i++) {
      await got(i + 1)
      held[i]?.()
    }
    expect((await advance({ by: 0 })).deliveries).toMatchObject([
      { status: 'delivered', attempts: [{}, {}] },
      { status: 'delivered', attempts: [{}] },
      { status: 'delivered', attempts: [{}] },
      { status: 'delivered', attempts: [{}] },
    ])
    expect(received).toHaveLength(5)
  })

  test('resendDelivery repeats the validation of a URL', async () => {
    const { call, advance } = await sendingWorld({ validation: 'send' })
    const { url, received } = await answering(404, 204)
    await call(`POST ${HOOKS}`, { url, events: {} })
    await advance({ by: 0 })
    await call('POST /_control/deliveries/1/resend')
    await advance({ by: 0 })
    expect(received.map(({ method }) => method)).toEqual(['GET', 'GET'])
    expect((await call('GET /_control/deliveries/1')).body).toMatchObject({ event: 'validation', status: 'delivered' })
  })

  test('resendDelivery works for batch webhooks as well', async () => {
    const { call, advance } = await sendingWorld()
    const { url, received } = await answering(200)
    await call('POST /3.0/batch-webhooks', { url })
    await call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/ping' }] })
    await advance({ by: 'PT10S' })
    expect((await call('POST /_control/deliveries/1/resend')).status).toBe(201)
    expect((await advance({ by: 0 })).deliveries).toMatchObject([{ event: 'batch_operation_completed', attempts: [{}, {}] }])
    expect(received).toHaveLength(2)
  })

  test('resendDelivery signs the request for the instant at which it is resent', async () => {
    const { call, subscribe, advance, pass } = await sendingWorld({ signing: 'on' })
    const { url, received } = await answering(200)
    const { body } = await call(`POST ${HOOKS}`, { url, events: { subscribe: true } })
    await subscribe()
    await pass('PT1H')
    await call('POST /_control/deliveries/1/resend')
    await advance({ by: 0 })
    const t = Date.parse('2026-01-15T10:00:00Z') / 1000
    const v1 = createHmac('sha256', body.signing_secret).update(`${t}.${received[0]?.body}`).digest('hex')
    expect(received[1]?.headers['x-service-signature']).toBe(`t=${t},v1=${v1}`)
  })
})

test('a 410 from a previous URL of a webhook does not disable its current one', async () => {
  const { hook, subscribe, call, advance } = await sendingWorld()
  const before = await answering(500, 410)
  const there = await answering(200)
  const { id } = await hook(before.url)
  await subscribe()
  await advance({ by: 0 })
  await call(`PATCH ${HOOKS}/${id}`, { url: there.url })
  await advance({ until: 'idle' })
  await subscribe()
  const { deliveries } = await advance({ by: 0 })
  expect(deliveries).toMatchObject([{ status: 'failed', attempts: [{}, {}] }, { status: 'delivered' }])
})
