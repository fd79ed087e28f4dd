import { expect, test } from 'vitest'
import type { Store } from '../../src/server/persistence/store.ts'
import { MemoryStore } from './memory-store.ts'
import { processOn } from '../processes.ts'
import { writeRecords } from './change.ts'

const REASON = 'there is no table "nothing"'
const ROW = 'row nothing ["a"]'
const KEY = 'b0b0-dc1'

/** A store shared by several processes, with the worlds `default`, `sound` and `broken`. */
async function shared() {
  const store = new MemoryStore()
  const a = await processOn(store)
  const sound: string = (await a.call('POST /_control/worlds', { id: 'sound' })).body.api_key
  await a.call('POST /_control/worlds', { id: 'broken', api_key: KEY, oauth: { client_id: 'broken-client' } })
  return { store, a, sound }
}

/** Writes a record into a world that no version of maildouble can read. */
async function damage(store: Store, id: string): Promise<void> {
  await writeRecords(store, id, { from: await store.version(id), records: new Map([[ROW, '{}']]) })
}

async function mend(store: Store, id: string): Promise<void> {
  await writeRecords(store, id, { from: await store.version(id), records: new Map([[ROW, undefined]]) })
}

const by = (key: string) => ({ authorization: `Bearer ${key}` })

test('an unreadable world of a shared store is answered with 503, and the others work', async () => {
  const { store, sound } = await shared()
  await damage(store, 'broken')
  const { call, said } = await processOn(store.view())
  for (const [line, headers] of [
    ['GET /_worlds/broken/3.0/lists', by(KEY)],
    ['GET /3.0/lists', by(KEY)],
    ['GET /oauth2/authorize?client_id=broken-client', {}],
  ] as const) {
    const answer = await call(line, undefined, headers)
    expect({ line, status: answer.status, defect: answer.headers.get('x-maildouble-defect') }).toEqual({
      line,
      status: 503,
      defect: '1',
    })
    expect(answer.body.maildouble.defect).toContain(REASON)
  }
  for (const line of ['GET /_control/worlds/broken', 'DELETE /_control/worlds/broken'])
    expect(await call(line)).toMatchObject({ status: 503, body: { detail: expect.stringContaining(REASON) } })
  for (const body of [{ id: 'broken' }, { api_key: KEY }])
    expect(await call('POST /_control/worlds', body)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(REASON) },
    })
  expect((await call('GET /3.0/lists')).status).toBe(200)
  expect((await call('GET /3.0/lists', undefined, by(sound))).status).toBe(200)
  const { body } = await call('GET /_control/worlds')
  expect(body.worlds.map(({ id }: { id: string }) => id)).toEqual(['default', 'sound'])
  expect(body.unreadable).toEqual([{ id: 'broken', reason: expect.stringContaining(REASON) }])
  expect((await call('GET /_control/health')).body.unreadable_worlds).toBe(1)
  expect(said).toEqual([])
  expect((await store.read('broken'))?.records.get(ROW)).toEqual({})
})

test('an unreadable world of a shared store works again as soon as it can be read', async () => {
  const { store } = await shared()
  await damage(store, 'broken')
  const { call } = await processOn(store.view())
  expect((await call('GET /3.0/lists', undefined, by(KEY))).status).toBe(503)
  await mend(store, 'broken')
  expect((await call('GET /3.0/lists', undefined, by(KEY))).status).toBe(200)
  const { body } = await call('GET /_control/worlds')
  expect(body.worlds.map(({ id }: { id: string }) => id)).toEqual(['broken', 'default', 'sound'])
  expect(body.unreadable).toEqual([])
})

test('a world in memory is answered with 503 once its data is unreadable', async () => {
  const { store, a } = await shared()
  expect((await a.call('GET /3.0/lists', undefined, by(KEY))).status).toBe(200)
  await damage(store.view(), 'broken')
  expect((await a.call('GET /3.0/lists', undefined, by(KEY))).status).toBe(503)
  expect((await a.call('GET /3.0/lists')).status).toBe(200)
})

test('a world with unusable records is listed as unreadable', async () => {
  const { store } = await shared()
  await writeRecords(store, 'broken', { from: await store.version('broken'), isWhole: true })
  const { call } = await processOn(store.view())
  expect((await call('GET /_control/worlds')).body.unreadable).toEqual([
    { id: 'broken', reason: expect.stringContaining('the record "world" is missing') },
  ])
})

test('the other worlds of a shared store work if the world default is unreadable', async () => {
  const { store, sound } = await shared()
  await damage(store, 'default')
  const { call, said } = await processOn(store.view())
  expect(said).toEqual([expect.stringContaining('Calls for the world default are answered with 503.')])
  expect((await call('GET /3.0/lists')).status).toBe(503)
  expect((await call('GET /nowhere')).status).toBe(503)
  expect((await call('GET /_control/clock')).status).toBe(503)
  expect((await call('GET /3.0/lists', undefined, by(sound))).status).toBe(200)
  expect((await call('GET /_control/worlds')).body.unreadable).toMatchObject([{ id: 'default' }])
  expect((await call('GET /_control/health')).status).toBe(200)
})

test('recover quarantines all unreadable worlds of a shared store', async () => {
  const { store, sound } = await shared()
  await damage(store, 'broken')
  await damage(store, 'default')
  const { call, said } = await processOn(store.view(), {}, { recover: true })
  expect(said).toHaveLength(2)
  expect(said.join('\n')).toContain('default is created anew')
  expect((await call('GET /3.0/lists')).status).toBe(200)
  expect((await call('GET /3.0/lists', undefined, by(sound))).status).toBe(200)
  expect((await call('GET /3.0/lists', undefined, by(KEY))).status).toBe(401)
  expect((await call('GET /_control/worlds')).body).toMatchObject({
    worlds: [{ id: 'default' }, { id: 'sound' }],
    unreadable: [],
  })
})
