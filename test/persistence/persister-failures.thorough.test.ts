import { describe, expect, test } from 'vitest'
import { processOn } from '../processes.ts'
import { receiver } from '../receiver.ts'
import { unreachable, FailingStore, full } from './failing-store.ts'

const LIST = 'aaaaaaaaaa'
const NEW = { email_address: 'new@acme.test', status: 'subscribed' }

const UNKEPT = 'Changes to the world default could not be saved and were rolled back: no space is left on the disk.'
const SAID = `Persistence failed; writes are rejected until it recovers: ${full.message}`
const AGAIN = 'Persistence has recovered.'

/** The interval before each write, from the given one on. A timer is never early, so a slow machine only makes it longer. */
function pauses({ began }: FailingStore, from: number): number[] {
  return began.slice(from).map((at, i) => at - (began[from + i - 1] ?? 0))
}

/** A process on a store that can be made to fail. */
async function processOnFailingStore(plan = {}) {
  const store = new FailingStore()
  const double = await processOn(store, plan)
  return { store, ...double }
}

describe('a change that cannot be saved', () => {
  test('a change that cannot be saved is answered with a Defect and rolled back', async () => {
    const { store, call } = await processOnFailingStore()
    const before = await call(`GET /3.0/lists/${LIST}`)
    store.failure = full
    const refused = await call(`POST /3.0/lists/${LIST}/members`, NEW)
    expect(refused.status).toBe(500)
    expect(refused.headers.get('x-maildouble-defect')).toBe('1')
    expect(refused.body.maildouble.defect).toBe(UNKEPT)
    expect((await call(`GET /3.0/lists/${LIST}/members/${NEW.email_address}`)).status).toBe(404)
    store.failure = undefined
    expect((await call(`GET /3.0/lists/${LIST}`)).text).toBe(before.text)
    expect((await call(`POST /3.0/lists/${LIST}/members`, NEW)).status).toBe(200)
  })

  test('a change that cannot be saved is answered with 503 by the service and the control API while the store is unreachable', async () => {
    const { store, call } = await processOnFailingStore()
    await call('GET /3.0/ping')
    store.failure = unreachable
    expect((await call(`POST /3.0/lists/${LIST}/members`, NEW)).status).toBe(503)
    const settings = await call('PATCH /_control/settings', { search_limit: 7 })
    expect(settings).toMatchObject({ status: 503, body: { title: 'Defect of maildouble' } })
    expect((await call('GET /_control/settings')).body.search_limit).toBe(30)
  })

  test('a change that cannot be saved does not affect acknowledged changes of earlier or concurrent calls', async () => {
    const { store, call } = await processOnFailingStore({ settings: { connections: 0 } })
    const add = (name: string) => call(`POST /3.0/lists/${LIST}/members`, { ...NEW, email_address: `${name}@acme.test` })
    expect((await add('before')).status).toBe(200)
    const first = Array.from({ length: 5 }, (_, i) => add(`first${i}`))
    store.failure = full
    const refused = await Promise.all(Array.from({ length: 5 }, (_, i) => add(`refused${i}`)))
    store.failure = undefined
    const answered = await Promise.all(first)
    for (const [i, { status }] of answered.entries())
      expect((await call(`GET /3.0/lists/${LIST}/members/first${i}@acme.test`)).status).toBe(status === 200 ? 200 : 404)
    expect(refused.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500])
    expect((await call(`GET /3.0/lists/${LIST}/members/before@acme.test`)).status).toBe(200)
  })

  test('a change that cannot be saved is logged once, and the recovery once more, however many calls fail', async () => {
    const { store, call, said } = await processOnFailingStore()
    store.failure = full
    for (let i = 0; i < 20; i++) await call(`POST /3.0/lists/${LIST}/members`, NEW)
    expect(said).toEqual([SAID])
    store.failure = undefined
    await call(`POST /3.0/lists/${LIST}/members`, NEW)
    expect(said).toEqual([SAID, AGAIN])
  })

  test('a change that cannot be saved is retried once a second, and not more often after many calls', async () => {
    const { store, call, said } = await processOnFailingStore()
    store.failure = full
    for (let i = 0; i < 30; i++) await call(`POST /3.0/lists/${LIST}/members`, NEW)
    const { writes } = store
    await expect.poll(() => store.writes).toBeGreaterThan(writes + 1)
    store.failure = undefined
    await expect.poll(() => said).toEqual([SAID, AGAIN])
    for (const pause of pauses(store, writes + 1)) expect(pause).toBeGreaterThan(990)
  })

  test('a job whose change cannot be saved is postponed until it can be saved', async () => {
    const { store, call, said } = await processOnFailingStore({ clock: { mode: 'scaled', rate: 60 } })
    const { body: batch } = await call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/lists' }] })
    store.failure = full
    await expect.poll(() => said).toEqual([SAID])
    const { writes } = store
    await expect.poll(() => store.writes).toBeGreaterThan(writes + 1)
    store.failure = undefined
    await expect.poll(async () => (await call(`GET /3.0/batches/${batch.id}`)).body?.status).toBe('finished')
    await expect.poll(() => said).toEqual([SAID, AGAIN])
  })

  test('a change of a repeatedly retried job that cannot be saved appears in the journal once', async () => {
    const { store, call } = await processOnFailingStore()
    const { body: batch } = await call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/lists' }] })
    store.failure = full
    for (let i = 0; i < 3; i++) expect((await call('POST /_control/clock/advance', { by: 'PT10S' })).status).toBe(500)
    const performed = async () =>
      (await call('GET /_control/requests')).body.requests.filter(({ via }: { via: string }) => via === 'batch').length
    expect(await performed()).toBe(0)
    store.failure = undefined
    await call('POST /_control/clock/advance', { by: 'PT10S' })
    expect((await call(`GET /3.0/batches/${batch.id}`)).body.status).toBe('finished')
    expect(await performed()).toBe(1)
  })

  test('a change that cannot be saved sends no webhook, however often it is retried', async () => {
    const hooks = await receiver()
    const { store, call, said } = await processOnFailingStore()
    await call(`POST /3.0/lists/${LIST}/webhooks`, {
      url: hooks.url,
      events: { subscribe: true },
      sources: { user: true, admin: true, api: true },
    })
    await call(`POST /3.0/lists/${LIST}/members`, { ...NEW, email_address: 'told@acme.test' })
    await expect.poll(async () => (await call('GET /_control/deliveries?settled=true')).body.total).toBe(1)
    const before = hooks.received.length
    store.failure = full
    await call(`POST /3.0/lists/${LIST}/members`, NEW)
    const { writes } = store
    await expect.poll(() => store.writes).toBeGreaterThan(writes + 1)
    expect(hooks.received).toHaveLength(before)
    expect(said).toEqual([SAID])
    hooks.close()
  })
})

test('a world that cannot be saved is not created, and its id and key stay free', async () => {
  const { store, call } = await processOnFailingStore()
  await call('GET /3.0/ping')
  store.failure = full
  expect((await call('POST /_control/worlds', { id: 'paid', api_key: 'paid-dc1' })).status).toBe(500)
  expect((await call('POST /_control/worlds/default/fork', { id: 'fork' })).status).toBe(500)
  expect((await call('GET /_control/worlds')).body.worlds).toHaveLength(1)
  store.failure = undefined
  expect((await call('POST /_control/worlds', { id: 'paid', api_key: 'paid-dc1' })).status).toBe(201)
  expect((await call('POST /_control/worlds/paid/fork', { id: 'fork' })).status).toBe(201)
})

test('a world that cannot be saved is not deleted if it cannot be removed from the store', async () => {
  const { store, call } = await processOnFailingStore()
  const { body: world } = await call('POST /_control/worlds', { id: 'paid' })
  store.failure = full
  expect((await call('DELETE /_control/worlds/paid')).status).toBe(500)
  store.failure = undefined
  const key = { authorization: `Bearer ${world.api_key}` }
  expect((await call('GET /3.0/lists', undefined, key)).status).toBe(200)
  expect((await call('DELETE /_control/worlds/paid')).status).toBe(204)
  expect((await call('GET /3.0/lists', undefined, key)).status).toBe(401)
})

test('a world that cannot be saved is not reset, and calls to it hold no slots', async () => {
  const { store, call, handle } = await processOnFailingStore({ settings: { connections: 2 } })
  await call(`POST /3.0/lists/${LIST}/members`, NEW)
  store.failure = full
  expect((await call('POST /_control/reset')).status).toBe(500)
  expect((await call(`GET /3.0/lists/${LIST}/members/${NEW.email_address}`)).status).toBe(200)
  store.failure = undefined
  expect(handle().inFlight).toBe(0)
  expect((await call('POST /_control/reset')).status).toBe(200)
  expect((await call(`GET /3.0/lists/${LIST}/members/${NEW.email_address}`)).status).toBe(404)
})

test('a world that cannot be saved prevents a server from starting, with the reason', async () => {
  const store = new FailingStore()
  store.failure = full
  await expect(processOn(store)).rejects.toThrow('Changes to the world default could not be saved')
  store.failure = undefined
  const { call } = await processOn(store)
  expect((await call('GET /3.0/ping')).status).toBe(200)
})

test('a server that has stopped writes and logs nothing more', async () => {
  const { store, call, stop, said } = await processOnFailingStore({ clock: { mode: 'scaled', rate: 600 } })
  await call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/lists' }] })
  await stop()
  const { writes } = store
  store.failure = full
  await expect(call(`POST /3.0/lists/${LIST}/members`, NEW)).resolves.toMatchObject({ status: 503 })
  expect(store.writes).toBe(writes)
  expect(said).toEqual([])
})
