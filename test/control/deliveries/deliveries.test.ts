import { describe, expect, test } from 'vitest'
import { HOOKS, LIST, MEMBERS, receiving, sendingWorld } from '../../outbound/delivery-world.ts'
import { deliveries } from '../../../src/service/model/deliveries/delivery.ts'
import { postWebhook } from '../../../src/service/rules/deliveries/post.ts'
import { settleDelivery } from '../../../src/service/rules/deliveries/settle.ts'
import { makeList } from '../../../src/service/rules/lists/make.ts'
import { makeWebhook } from '../../../src/service/rules/webhooks/make.ts'
import type { Body } from '../../mock.ts'

const URL_A = 'http://127.0.0.1:9/a'
const ALL = { subscribe: true, unsubscribe: true, profile: true }

/** Three people subscribe at different times, one of them to another list, and one unsubscribes; nothing is sent. */
async function history() {
  const world = await sendingWorld({ mode: 'record', validation: 'send' })
  const { call, plant, pass } = world
  const other = await plant((tx) => {
    const list = makeList(tx, { name: 'Other' })
    makeWebhook(tx, list, { url: URL_A, events: ALL })
    return list
  })
  const { body: webhook } = await call(`POST ${HOOKS}`, { url: URL_A, events: ALL })
  const subscribed = (email_address: string) => ({ email_address, status: 'subscribed' })
  await call(`POST ${MEMBERS}`, subscribed('ada@acme.test'))
  await pass('PT1H')
  await call(`POST ${MEMBERS}`, subscribed('bob@acme.test'))
  await call(`POST /3.0/lists/${other.id}/members`, subscribed('ada@acme.test'))
  await pass('PT1H')
  await call(`PATCH ${MEMBERS}/ada@acme.test`, { status: 'unsubscribed' })
  const ids = async (query: string) => (await call(`GET /_control/deliveries${query}`)).body.deliveries.map(({ id }: Body) => id)
  return { ...world, other, webhook, ids }
}

describe('getDeliveries', () => {
  test('getDeliveries returns all deliveries, oldest first, without the validation of URLs', async () => {
    const { call } = await history()
    const { status, body } = await call('GET /_control/deliveries')
    expect(status).toBe(200)
    expect(body.deliveries.map(({ id, event, status: stands }: Body) => [id, event, stands])).toEqual([
      [2, 'subscribe', 'recorded'],
      [3, 'subscribe', 'recorded'],
      [4, 'subscribe', 'recorded'],
      [5, 'unsubscribe', 'recorded'],
    ])
    expect(body).toMatchObject({ total: 4, evicted: 0 })
  })

  test('getDeliveries shows the payload both parsed and as sent', async () => {
    const { call, webhook } = await history()
    const { deliveries: found } = (await call('GET /_control/deliveries?event=unsubscribe')).body
    expect(found).toMatchObject([
      {
        webhook_id: webhook.id,
        list_id: LIST,
        url: URL_A,
        created_at: '2026-01-15T11:00:00.000Z',
        payload: { type: 'unsubscribe', data: { action: 'unsub', email: 'ada@acme.test' } },
        attempts: [],
      },
    ])
    expect(new URLSearchParams(found[0].body).get('data[merges][EMAIL]')).toBe('ada@acme.test')
  })

  test('getDeliveries filters by kind, list, webhook, status, instant and id', async () => {
    const { ids, other, webhook } = await history()
    expect(await ids('?event=subscribe')).toEqual([2, 3, 4])
    expect(await ids('?event=validation')).toEqual([1])
    expect(await ids(`?list_id=${other.id}`)).toEqual([4])
    expect(await ids(`?webhook_id=${webhook.id}`)).toEqual([2, 3, 5])
    expect(await ids('?status=recorded')).toEqual([2, 3, 4, 5])
    expect(await ids('?status=failed')).toEqual([])
    expect(await ids('?since=2026-01-15T10:00:00Z')).toEqual([3, 4, 5])
    expect(await ids('?since=2026-01-15T10:00:01Z')).toEqual([5])
    expect(await ids('?after=3')).toEqual([4, 5])
    expect(await ids(`?list_id=${LIST}&event=subscribe&after=2`)).toEqual([3])
  })

  test('getDeliveries supports limit and offset', async () => {
    const { call } = await history()
    const { body } = await call('GET /_control/deliveries?limit=2&offset=1')
    expect(body).toMatchObject({ deliveries: [{ id: 3 }, { id: 4 }], total: 4 })
  })

  test.each([
    'event=open',
    'status=lost',
    'since=yesterday',
    'after=x',
    'after=-1',
    'limit=-1',
    'at_least=0',
    'wait=soon',
    'wait=PT11M',
    'colour=red',
  ])('a query of deliveries with %s is rejected with 422', async (query) => {
    const { call } = await sendingWorld()
    const { status, body } = await call(`GET /_control/deliveries?${query}`)
    expect({ status, detail: body.detail }).toEqual({ status: 422, detail: expect.stringContaining(query.split('=')[0] ?? '') })
  })

  test('getDeliveries waits until enough deliveries match', async () => {
    const { hook, subscribe, call } = await sendingWorld()
    const { url } = await receiving()
    await hook(url)
    const waiting = call('GET /_control/deliveries?status=delivered&at_least=2&wait=PT2M')
    for (let i = 0; i < 2; i++) await subscribe()
    expect((await waiting).body).toMatchObject({ total: 2 })
  })

  test('getDeliveries returns the current deliveries when the wait times out', async () => {
    const { call } = await history()
    expect((await call('GET /_control/deliveries?at_least=9&wait=20')).body).toMatchObject({ total: 4 })
  })

  test('getDeliveries returns only deliveries of one world', async () => {
    const { call } = await history()
    await call('POST /_control/worlds', { id: 'other' })
    expect((await call('GET /_control/worlds/other/deliveries')).body).toMatchObject({ deliveries: [], total: 0 })
  })
})

describe('getDelivery', () => {
  test('getDelivery returns one delivery, also the validation of a URL', async () => {
    const { call } = await history()
    expect((await call('GET /_control/deliveries/2')).body).toMatchObject({ id: 2, event: 'subscribe' })
    expect((await call('GET /_control/deliveries/1')).body).toMatchObject({ id: 1, event: 'validation', payload: {}, body: '' })
  })
})

describe('the kept deliveries', () => {
  const post = { event: 'subscribe', webhook_id: 'a', url: URL_A, payload: { type: 'subscribe' } } as const

  test('the kept deliveries are at most ten thousand, and the oldest finished ones are evicted first', async () => {
    const { call, plant, handle } = await sendingWorld({ mode: 'record' })
    await plant((tx) => {
      for (let i = 0; i < 10_000; i++) postWebhook(tx, post)
    })
    // The first one is still to be sent.
    const { settings } = handle().world
    handle().world = { ...handle().world, settings: { ...settings, webhooks: { ...settings.webhooks, mode: 'deliver' } } }
    await plant((tx) => {
      const first = tx.first(deliveries.key, { id: 1 })
      if (first) tx.put(deliveries, { ...first, status: 'retrying', turn: 'later' })
      for (let i = 0; i < 2; i++) postWebhook(tx, post)
    })
    const { body } = await call('GET /_control/deliveries?limit=2')
    expect(body).toMatchObject({ deliveries: [{ id: 1 }, { id: 4 }], total: 10_000, evicted: 2 })
  })

  test('the kept deliveries hold at most 64 MiB of request and response bodies', async () => {
    const { call, plant, handle } = await sendingWorld({ retries: [] })
    const { now } = handle().world.clock
    const response = { status: 200, headers: {}, body: 'x'.repeat(64 * 1024) }
    const attempt = { at: now, real_at: now, duration_ms: 1, request: { url: URL_A, headers: {}, body: '' }, response }
    await plant((tx) => {
      for (let i = 0; i < 1_030; i++) settleDelivery(tx, postWebhook(tx, post).id, attempt)
    })
    const { body } = await call('GET /_control/deliveries?limit=1')
    expect(body.total + body.evicted).toBe(1_030)
    expect(body.total).toBe(1_023)
    expect(body.deliveries).toMatchObject([{ id: 8 }])
  })
})
