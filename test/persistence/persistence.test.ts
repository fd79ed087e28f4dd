import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLowdbStore } from '../../src/server/persistence/lowdb/lowdb-store.ts'
import { StoreError } from '../../src/server/persistence/store.ts'
import { MemoryStore } from './memory-store.ts'
import { processes, processOn } from '../processes.ts'

const LIST = 'aaaaaaaaaa'

test('a world continues where it was after its process has ended', async () => {
  const store = new MemoryStore()
  const first = await processOn(store.view())
  const made = await first.call(`POST /3.0/lists/${LIST}/members`, { email_address: 'new@acme.test', status: 'subscribed' })
  expect(made.status).toBe(200)
  const before = await first.call(`GET /3.0/lists/${LIST}/members?count=100`)
  await first.call('POST /_control/clock/advance', { by: 'PT5M' })
  const state = await first.call('GET /_control/state')
  first.kill()

  const second = await processOn(store.view())
  const after = await second.call(`GET /3.0/lists/${LIST}/members?count=100`)
  expect(after.text).toBe(before.text)
  expect((await second.call('GET /_control/state')).body).toEqual(state.body)
  expect((await second.call('GET /_control/clock')).body.now).toBe('2026-01-15T09:05:00.000Z')
  expect(second.said).toEqual([])
})

test('every process sees the changes made through any other', async () => {
  const { processes: all } = await processes(3)
  for (let i = 0; i < 12; i++) {
    const writer = all[i % 3]
    const { status } = await writer!.call(`POST /3.0/lists/${LIST}/members`, {
      email_address: `p${i}@acme.test`,
      status: 'subscribed',
    })
    expect(status).toBe(200)
    for (const each of all) expect((await each.call(`GET /3.0/lists/${LIST}/members/p${i}@acme.test`)).status).toBe(200)
  }
})

test('concurrent changes by several processes are neither lost nor repeated', async () => {
  const { processes: all } = await processes(3, { settings: { connections: 0 } })
  const before = (await all[0]!.call(`GET /3.0/lists/${LIST}/members`)).body.total_items
  const answers = await Promise.all(
    Array.from({ length: 90 }, (_, i) =>
      all[i % 3]!.call(`POST /3.0/lists/${LIST}/members`, { email_address: `m${i}@acme.test`, status: 'subscribed' }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(90)
  const totals = await Promise.all(all.map((each) => each.call(`GET /3.0/lists/${LIST}/members`)))
  expect(totals.map(({ body }) => body.total_items)).toEqual([before + 90, before + 90, before + 90])
  expect(new Set(answers.map(({ body }) => body.web_id)).size).toBe(90)
})

test('of several concurrent identical requests, all but one are rejected as if they had come later', async () => {
  const { processes: all } = await processes(3)
  const answers = await Promise.all(
    all.map((each) => each.call(`POST /3.0/lists/${LIST}/members`, { email_address: 'one@acme.test', status: 'subscribed' })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
})

test('worlds of one process exist in all others, and are deleted in all', async () => {
  const { processes: all } = await processes(3)
  const [a, b, c] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]]
  const { body: world } = await a.call('POST /_control/worlds', { id: 'paid' })
  const key = { authorization: `Bearer ${world.api_key}` }
  expect((await b.call('GET /3.0/lists', undefined, key)).status).toBe(200)
  expect((await c.call('GET /_worlds/paid/3.0/lists', undefined, key)).status).toBe(200)
  expect((await b.call('POST /_control/worlds', { id: 'paid' })).status).toBe(409)
  expect((await c.call('DELETE /_control/worlds/paid')).status).toBe(204)
  expect((await a.call('GET /3.0/lists', undefined, key)).status).toBe(401)
  expect((await b.call('GET /_control/worlds/paid')).status).toBe(404)
})

test('faults count the calls to all processes', async () => {
  const { processes: all } = await processes(3)
  await all[0]!.call('POST /_control/faults', { when: { first: 2 }, effect: { problem: { preset: 'TooManyRequests' } } })
  const statuses = []
  for (let i = 0; i < 6; i++) statuses.push((await all[i % 3]!.call('GET /3.0/ping')).status)
  expect(statuses).toEqual([429, 429, 200, 200, 200, 200])
  expect((await all[1]!.call('GET /_control/faults')).body.faults).toMatchObject([{ seen: 6, fired: 2 }])
})

test('a cached member is refreshed when another process tags it in the same second', async () => {
  const { processes: all } = await processes(2)
  const [a, b] = all as [(typeof all)[0], (typeof all)[0]]
  const { body: member } = await a.call(`POST /3.0/lists/${LIST}/members`, {
    email_address: 'tag@acme.test',
    status: 'subscribed',
  })
  const path = `/3.0/lists/${LIST}/members/${member.id}`
  expect((await b.call(`GET ${path}`)).body.tags).toEqual([])
  expect((await a.call(`POST ${path}/tags`, { tags: [{ name: 'new', status: 'active' }] })).status).toBe(204)
  expect((await b.call(`GET ${path}`)).body.tags).toMatchObject([{ name: 'new' }])
})

test('a batch started by one process is finished by another', async () => {
  const { processes: all } = await processes(2)
  const operations = [{ method: 'GET', path: '/lists' }]
  const { body: batch } = await all[0]!.call('POST /3.0/batches', { operations })
  all[0]!.kill()
  await all[1]!.call('POST /_control/clock/advance', { by: 'PT10S' })
  expect((await all[1]!.call(`GET /3.0/batches/${batch.id}`)).body).toMatchObject({ status: 'finished', finished_operations: 1 })
})

test('a setting that is missing from a saved world has its default value', async () => {
  const store = new MemoryStore()
  const first = await processOn(store.view())
  await first.call('PATCH /_control/settings', { search_limit: 7 })
  await first.call('POST /_control/snapshots', { name: 'one' })
  first.kill()
  const view = store.view()
  const { read } = view
  // As a version without the setting saves it.
  const strip = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (name, each) => (name === 'stats' ? undefined : each)))
  view.read = async (...asked) => {
    const stored = await read.apply(view, asked)
    return stored && { ...stored, records: new Map([...stored.records].map(([name, value]) => [name, strip(value)])) }
  }
  const second = await processOn(view)
  const shown = async () => (await second.call('GET /_control/settings')).body
  expect(await shown()).toMatchObject({ search_limit: 7, stats: { rates_until_calculated: 'absent' } })
  expect((await second.call(`GET /3.0/lists/${LIST}`)).status).toBe(200)
  await second.call('POST /_control/snapshots/one/restore')
  expect(await shown()).toMatchObject({ search_limit: 7, stats: { rates_until_calculated: 'absent' } })
  await second.call('POST /_control/reset')
  expect(await shown()).toMatchObject({ search_limit: 30, stats: { rates_until_calculated: 'absent' } })
})

test('snapshots, settings and a reset apply to all processes', async () => {
  const { processes: all } = await processes(2)
  const [a, b] = all as [(typeof all)[0], (typeof all)[0]]
  await a.call('POST /_control/snapshots', { name: 'clean' })
  await b.call(`POST /3.0/lists/${LIST}/members`, { email_address: 'x@acme.test', status: 'subscribed' })
  await b.call('POST /_control/snapshots', { name: 'more' })
  expect((await a.call('GET /_control/snapshots')).body.snapshots.map((each: { name: string }) => each.name)).toEqual([
    'clean',
    'more',
  ])
  await a.call('PATCH /_control/settings', { search_limit: 7 })
  expect((await b.call('GET /_control/settings')).body.search_limit).toBe(7)
  await b.call('POST /_control/snapshots/clean/restore')
  expect((await a.call(`GET /3.0/lists/${LIST}/members/x@acme.test`)).status).toBe(404)
  await b.call('POST /_control/snapshots/more/restore')
  expect((await a.call(`GET /3.0/lists/${LIST}/members/x@acme.test`)).status).toBe(200)
  await a.call('POST /_control/reset')
  expect((await b.call(`GET /3.0/lists/${LIST}/members/x@acme.test`)).status).toBe(404)
  expect((await b.call('GET /_control/settings')).body.search_limit).toBe(30)
})

test('the key of a deleted world is invalid after a restart as well', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kept-'))
  const open = () => openLowdbStore(folder, { recover: false, log: () => {} })
  const first = await processOn(await open())
  const { body: world } = await first.call('POST /_control/worlds', { id: 'paid' })
  await first.call('DELETE /_control/worlds/paid')
  const key = { authorization: `Bearer ${world.api_key}` }
  expect((await first.call('GET /3.0/lists', undefined, key)).status).toBe(401)
  await first.stop()
  const second = await processOn(await open())
  expect((await second.call('GET /3.0/lists', undefined, key)).status).toBe(401)
  expect((await second.call('GET /3.0/lists', undefined, { authorization: 'Bearer anything' })).status).toBe(200)
  await second.stop()
  rmSync(folder, { recursive: true })
})

test('the control API reports an unreachable store as a problem and not as a Defect, and its health check does not query the store', async () => {
  const store = new MemoryStore()
  const only = await processOn(store)
  const away = () => Promise.reject(new StoreError('The store is unreachable.', { isTemporary: true }))
  Object.assign(store, { ids: away, version: away, read: away })
  for (const line of ['POST /_control/worlds', 'GET /_control/clock', 'GET /_control/worlds/paid']) {
    const { status, headers, body } = await only.call(line, line.startsWith('POST') ? {} : undefined)
    expect([line, status, headers.get('content-type')]).toEqual([line, 503, 'application/problem+json; charset=utf-8'])
    expect(body.detail).toBe('The store is unreachable.')
  }
  expect((await only.call('GET /3.0/ping')).status).toBe(503)
  expect((await only.call('GET /_control/health')).status).toBe(200)
  expect(only.said).toEqual([])
  only.kill()
})
