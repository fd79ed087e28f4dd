import { describe, expect, test } from 'vitest'
import { MemoryStore } from './memory-store.ts'
import { processes, processOn } from '../processes.ts'

const LIST = 'aaaaaaaaaa'
const TEAPOT = { when: { first: 3 }, effect: { problem: { status: 418, title: 'Teapot' } } }

/** Credentials for a world. */
function keyOf({ api_key }: { readonly api_key: string }) {
  return { authorization: `Bearer ${api_key}` }
}

/** Two processes, the second of which starts after the first has ended. */
async function restarted(store: MemoryStore, first: Awaited<ReturnType<typeof processOn>>, how: 'kill' | 'stop') {
  await first[how]()
  return processOn(store.view())
}

describe('after a restart', () => {
  test('no X-Request-Id is reused after a restart, although most calls save nothing', async () => {
    const store = new MemoryStore()
    let double = await processOn(store.view())
    const ids: (string | null)[] = []
    for (const how of ['kill', 'stop', 'kill'] as const) {
      for (let i = 0; i < 5; i++) ids.push((await double.call('GET /3.0/ping')).headers.get('x-request-id'))
      await double.call(`GET /3.0/lists/${LIST}`)
      double = await restarted(store, double, how)
    }
    expect(new Set(ids).size).toBe(15)
  })

  test('faults keep their counters after a restart, also those that exist only in a snapshot', async () => {
    const store = new MemoryStore()
    const first = await processOn(store.view())
    const { body: fault } = await first.call('POST /_control/faults', TEAPOT)
    await first.call('POST /_control/snapshots', { name: 'armed' })
    expect((await first.call('GET /3.0/ping')).status).toBe(418)
    expect((await first.call('GET /3.0/ping')).status).toBe(418)
    await first.call(`DELETE /_control/faults/${fault.id}`)
    const second = await restarted(store, first, 'kill')
    await second.call('POST /_control/snapshots/armed/restore')
    expect((await second.call('GET /3.0/ping')).status).toBe(418)
    expect((await second.call('GET /3.0/ping')).status).toBe(200)
    expect((await second.call('GET /_control/faults')).body.faults).toMatchObject([{ seen: 4, fired: 3 }])
  })

  test('snapshots are listed after a restart in the order in which they were taken', async () => {
    const store = new MemoryStore()
    const first = await processOn(store.view())
    for (const name of ['one', 'two', 'three', 'one']) {
      await first.call(`POST /3.0/lists/${LIST}/members`, { email_address: `${name}@acme.test`, status: 'subscribed' })
      await first.call('POST /_control/snapshots', { name })
    }
    const before = (await first.call('GET /_control/snapshots')).text
    const second = await restarted(store, first, 'kill')
    expect((await second.call('GET /_control/snapshots')).text).toBe(before)
  })

  test('a bundle reports that the steps before a restart are unknown, while those after a new snapshot are known', async () => {
    const store = new MemoryStore()
    const first = await processOn(store.view())
    await first.call('POST /_control/snapshots', { name: 'old' })
    const second = await restarted(store, first, 'stop')
    const refused = await second.call('GET /_control/bundle')
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('steps are not stored') } })
    expect((await second.call('GET /_control/bundle?from=old')).body.detail).toContain('steps are not stored')
    await second.call('POST /_control/snapshots', { name: 'new' })
    expect((await second.call('GET /_control/bundle?from=new')).status).toBe(200)
  })

  test('forks of forks, worlds with their own credentials and worlds from bundles continue after a restart', async () => {
    const store = new MemoryStore()
    const first = await processOn(store.view())
    const member = `/3.0/lists/${LIST}/members/new@acme.test`
    await first.call(`POST /3.0/lists/${LIST}/members`, { email_address: 'new@acme.test', status: 'subscribed' })
    await first.call('POST /_control/fork', { id: 'one' })
    const { body: two } = await first.call('POST /_control/worlds/one/fork', { id: 'two' })
    const own = { id: 'own', scenario: 'empty', api_key: '0123456789abcdef0123456789abcdef-dc7', oauth: { client_id: 'shop' } }
    expect(await first.call('POST /_control/worlds', own)).toMatchObject({ status: 201 })
    expect((await first.call('GET /3.0/lists', undefined, keyOf(own))).status).toBe(200)
    const { body: bundle } = await first.call('GET /_control/worlds/own/bundle')
    expect(await first.call('POST /_control/worlds', { id: 'again', bundle })).toMatchObject({ status: 201 })
    const ids = ['default', 'one', 'two', 'own', 'again']
    const before = []
    for (const id of ids) before.push((await first.call(`GET /_control/worlds/${id}`)).body)
    const second = await restarted(store, first, 'kill')
    for (const [i, id] of ids.entries()) expect((await second.call(`GET /_control/worlds/${id}`)).body).toEqual(before[i])
    expect((await second.call('GET /3.0/lists', undefined, keyOf(own))).body.total_items).toBe(0)
    expect((await second.call(`GET ${member}`, undefined, keyOf(two))).status).toBe(200)
    await second.call('POST /_control/worlds/two/reset')
    expect((await second.call(`GET ${member}`, undefined, keyOf(two))).status).toBe(404)
    expect((await second.call(`GET ${member}`)).status).toBe(200)
  })

  test('a running clock has advanced after a restart, and a frozen one has not', async () => {
    const store = new MemoryStore()
    const first = await processOn(store.view(), { clock: { mode: 'scaled', rate: 3_600 } })
    const before = Date.parse((await first.call('GET /_control/clock')).body.now)
    first.kill()
    const began = performance.now()
    await expect.poll(() => performance.now() - began).toBeGreaterThan(100)
    const second = await processOn(store.view())
    const after = (await second.call('PATCH /_control/clock', { mode: 'frozen' })).body.now
    expect(Date.parse(after) - before).toBeGreaterThan(360_000)
    const third = await restarted(store, second, 'kill')
    expect((await third.call('GET /_control/clock')).body.now).toBe(after)
  })
})

test('several processes queue their advances, so that none happens twice', async () => {
  const { processes: all } = await processes(3)
  const moved = await Promise.all(all.map((each) => each.call('POST /_control/clock/advance', { by: 'PT5M' })))
  expect(moved.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(moved.map(({ body }) => body.to).toSorted()).toEqual([
    '2026-01-15T09:05:00.000Z',
    '2026-01-15T09:10:00.000Z',
    '2026-01-15T09:15:00.000Z',
  ])
  expect((await all[0]!.call('GET /_control/clock')).body.now).toBe('2026-01-15T09:15:00.000Z')
})

test('several processes recognize a world that was deleted and created again with the same id', async () => {
  const { processes: all } = await processes(2)
  const [a, b] = all as [(typeof all)[0], (typeof all)[0]]
  const { body: old } = await a.call('POST /_control/worlds', { id: 'paid', seed: 'old' })
  const x = { email_address: 'x@acme.test', status: 'subscribed' }
  await a.call(`POST /3.0/lists/${LIST}/members`, x, keyOf(old))
  const ask = (world: { api_key: string }) =>
    b.call(`GET /_worlds/paid/3.0/lists/${LIST}/members/${x.email_address}`, undefined, keyOf(world))
  expect((await ask(old)).status).toBe(200)
  await a.call('DELETE /_control/worlds/paid')
  const { body: fresh } = await a.call('POST /_control/worlds', { id: 'paid', seed: 'fresh' })
  expect((await b.call('GET /_control/worlds/paid')).body).toEqual(fresh)
  expect((await ask(fresh)).status).toBe(404)
  expect((await ask(old)).status).toBe(401)
  expect((await b.call('GET /3.0/lists', undefined, keyOf(old))).status).toBe(401)
})

test('several processes wake waits in processes other than the writing one', async () => {
  const { processes: all } = await processes(2)
  const [a, b] = all as [(typeof all)[0], (typeof all)[0]]
  await a.call('PATCH /_control/settings', { webhooks: { mode: 'record' } })
  await a.call(`POST /3.0/lists/${LIST}/webhooks`, {
    url: 'http://127.0.0.1:9/hook',
    events: { subscribe: true },
    sources: { api: true },
  })
  const waiting = b.call('GET /_control/deliveries?wait=PT2M&event=subscribe')
  await a.call(`POST /3.0/lists/${LIST}/members`, { email_address: 'x@acme.test', status: 'subscribed' })
  expect((await waiting).body.total).toBe(1)
})
