import { describe, expect, test } from 'vitest'
import { postWebhook } from '../../../src/service/rules/deliveries/post.ts'
import { settleDelivery } from '../../../src/service/rules/deliveries/settle.ts'
import { readDeliveryTally } from '../../../src/service/model/deliveries/delivery.ts'
import { peek } from '../../../src/kernel/world/tx.ts'
import { answering, receiving, sendingWorld } from '../../outbound/delivery-world.ts'

describe('deleteDeliveries', () => {
  test('deleteDeliveries deletes all deliveries, including URL validations, and keeps counting ids', async () => {
    const { call, subscribe, advance } = await sendingWorld({ validation: 'send' })
    const { url } = await answering(200)
    await call('POST /3.0/lists/a1b2c3d4e5/webhooks', { url, events: { subscribe: true } })
    await subscribe()
    await advance({ by: 0 })
    const { status, text } = await call('DELETE /_control/deliveries')
    expect({ status, text }).toEqual({ status: 204, text: '' })
    const nothing = { deliveries: [], total: 0, evicted: 0 }
    expect((await call('GET /_control/deliveries')).body).toEqual(nothing)
    expect((await call('GET /_control/deliveries?event=validation')).body).toEqual(nothing)
    expect((await call('GET /_control/deliveries/2')).status).toBe(404)
    await subscribe()
    expect((await call('GET /_control/deliveries?status=delivered&after=2&wait=PT2M')).body.deliveries).toMatchObject([{ id: 3 }])
  })

  test('deleteDeliveries aborts deliveries in flight, and does not send those queued behind them', async () => {
    const { hook, subscribe, call, advance } = await sendingWorld()
    const gone: Promise<unknown>[] = []
    const { url, received, got } = await receiving((_request, response) => {
      gone.push(new Promise((resolve) => response.on('close', resolve)))
    })
    await hook(url)
    for (let i = 0; i < 2; i++) await subscribe()
    await got(1)
    await call('DELETE /_control/deliveries')
    await Promise.all(gone)
    expect(await advance({ until: 'idle' })).toMatchObject({ deliveries: [], ran: [] })
    expect(received).toHaveLength(1)
  })

  test('deleteDeliveries cancels pending retries and leaves nothing to wait for', async () => {
    const { hook, subscribe, call, advance } = await sendingWorld()
    const { url, received } = await answering(500)
    await hook(url)
    await subscribe()
    await advance({ by: 0 })
    await call('DELETE /_control/deliveries')
    expect((await call('GET /_control/clock')).body.pending).toEqual([])
    expect(await advance({ until: 'idle' })).toMatchObject({ to: '2026-01-15T09:00:00.000Z', ran: [] })
    expect(received).toHaveLength(1)
  })

  test('deleteDeliveries resumes an advance that waited for the deliveries', async () => {
    const { hook, subscribe, call, advance } = await sendingWorld()
    const { url, got } = await receiving(() => {})
    await hook(url)
    await subscribe()
    await got(1)
    const advanced = advance({ by: 'PT1M' })
    await call('GET /_control/clock')
    await call('DELETE /_control/deliveries')
    expect(await advanced).toMatchObject({ to: '2026-01-15T09:01:00.000Z', deliveries: [] })
  })

  test('deleteDeliveries frees the queue immediately for new deliveries', async () => {
    const { hook, subscribe, call, deliveries, plant } = await sendingWorld()
    const slow = await receiving(() => {})
    const post = { event: 'subscribe', url: slow.url, payload: {} } as const
    await plant((tx) => Array.from({ length: 16 }, (_, i) => postWebhook(tx, { ...post, webhook_id: `slow-${i}` })))
    await slow.got(16)
    await call('DELETE /_control/deliveries')
    const { url } = await answering(200)
    await hook(url)
    await subscribe()
    expect(await deliveries('?status=delivered&wait=PT2M')).toMatchObject([{ id: 17 }])
  })

  test('deleteDeliveries frees the space of deliveries, and resets the numbers of kept and evicted ones', async () => {
    const { call, plant, handle } = await sendingWorld({ mode: 'record' })
    const post = { event: 'subscribe', webhook_id: 'a', url: 'http://127.0.0.1:9/', payload: { type: 'subscribe' } } as const
    await plant((tx) => {
      for (let i = 0; i < 10_001; i++) postWebhook(tx, post)
    })
    expect((await call('GET /_control/deliveries?limit=0')).body).toMatchObject({ total: 10_000, evicted: 1 })
    await call('DELETE /_control/deliveries')
    expect((await call('GET /_control/deliveries')).body).toEqual({ deliveries: [], total: 0, evicted: 1 })
    expect(peek(handle().world, readDeliveryTally)).toMatchObject({ bytes: 0, evicted: 1 })
  })

  test('deliveries kept after deleteDeliveries are counted from zero', async () => {
    const { call, plant, handle } = await sendingWorld()
    const post = { event: 'subscribe', webhook_id: 'a', url: 'http://127.0.0.1:9/', payload: { type: 'subscribe' } } as const
    const { now } = handle().world.clock
    const request = { url: post.url, headers: {}, body: 'type=subscribe' }
    const attempt = { at: now, real_at: now, duration_ms: 1, request, response: { status: 200, headers: {}, body: 'Thanks' } }
    const send = () => plant((tx) => settleDelivery(tx, postWebhook(tx, post).id, attempt))
    await send()
    const once = peek(handle().world, readDeliveryTally)
    await call('DELETE /_control/deliveries')
    await send()
    expect(peek(handle().world, readDeliveryTally)).toEqual(once)
  })

  test('deleteDeliveries does not change a world without deliveries, nor other worlds', async () => {
    const { call, hook, subscribe, handle } = await sendingWorld({ mode: 'record' })
    await hook('http://127.0.0.1:9/')
    await subscribe()
    await call('POST /_control/worlds', { id: 'other' })
    const before = handle().world
    expect((await call('DELETE /_control/worlds/other/deliveries')).status).toBe(204)
    expect(handle().world).toBe(before)
    await call('DELETE /_control/deliveries')
    const emptied = handle().world
    await call('DELETE /_control/deliveries')
    expect(handle().world).toBe(emptied)
  })

  test('deleteDeliveries does not change snapshots: a restored one has its deliveries and sends pending ones', async () => {
    const { hook, subscribe, call, advance } = await sendingWorld()
    const { url, received } = await answering(500, 200)
    await hook(url)
    await subscribe()
    await advance({ by: 0 })
    await call('POST /_control/snapshots', { name: 'before' })
    await call('DELETE /_control/deliveries')
    await call('POST /_control/snapshots/before/restore')
    expect((await advance({ until: 'idle' })).deliveries).toMatchObject([{ id: 1, status: 'delivered', attempts: [{}, {}] }])
    expect(received).toHaveLength(2)
  })
})
