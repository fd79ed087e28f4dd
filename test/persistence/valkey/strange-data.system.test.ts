import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../../../src/server/persistence/store.ts'
import { openValkeyStore } from '../../../src/server/persistence/valkey/valkey-store.ts'
import { startValkey, type ValkeyServer, withoutValkey } from '../../servers/valkey.ts'
import { processOn } from '../../processes.ts'
import { change, recordsOf, texts, writeRecords } from '../change.ts'

describe.skipIf(withoutValkey)('a store whose server', () => {
  let valkey: ValkeyServer
  let store: Store
  let lines: string[]

  beforeAll(async () => {
    valkey = await startValkey()
  })
  afterAll(() => valkey.stop())

  beforeEach(async () => {
    await valkey.ask('FLUSHALL')
    lines = []
    store = await openValkeyStore(valkey.url, { log: (line) => lines.push(line) })
  })
  afterEach(() => store.close())

  test('a store whose server has forgotten its scripts loads them again', async () => {
    const from = await writeRecords(store, 'a', { records: texts({ n: 1 }) })
    await valkey.ask('SCRIPT', 'FLUSH')
    expect(await writeRecords(store, 'a', { from, records: texts({ n: 2 }) })).toMatch(/^2\./)
  })

  test('a store whose server has a record that is not JSON names the record, and the world can be quarantined', async () => {
    const from = await writeRecords(store, 'a', { records: texts({ n: 1, m: 2 }), names: { added: ['key a'], removed: [] } })
    await valkey.ask('HSET', 'maildouble:world:a:records', 'm', '{"cut')
    await expect(store.read('a')).rejects.toThrow('The key maildouble:world:a:records of the store')
    await expect(store.read('a')).rejects.toThrow('its field "m" is not JSON')
    const place = await store.quarantine('a')
    expect(await store.version('a')).toBeUndefined()
    expect(await store.ownerOf('key a')).toBe('gone')
    const aside = /maildouble:aside:a:[^*]+/.exec(place)?.[0]
    expect(await valkey.ask('HGET', `${aside}:records`, 'n')).toBe('1')
    expect(await writeRecords(store, 'a', { records: texts({ n: 2 }) })).not.toBe(from)
    expect(await recordsOf(store, 'a')).toEqual({ n: 2 })
  })

  test("a store whose server has unexpected values in a world's keys can quarantine the world as well", async () => {
    await valkey.ask('SET', 'maildouble:world:a', 'garbage')
    await valkey.ask('SET', 'maildouble:world:a:names', 'garbage')
    await store.quarantine('a')
    await writeRecords(store, 'a')
    expect(await store.ids()).toEqual(['a'])
  })

  test('a store whose server has lost a part of a world reports it instead of a missing world', async () => {
    const from = await writeRecords(store, 'a', { records: texts({ n: 1 }) })
    await valkey.ask('DEL', 'maildouble:world:a:records')
    await expect(store.read('a')).rejects.toThrow('it holds fewer or more records than were written')
    await expect(store.write(change('a', { from }))).rejects.toThrow('maildouble:world:a:records')
  })

  test('a store whose server has evicted the main key of a world reports it instead of a missing world, and keeps its id', async () => {
    const from = await writeRecords(store, 'a', { records: texts({ n: 1, counts: {} }) })
    await valkey.ask('DEL', 'maildouble:world:a')
    const reason = 'The key maildouble:world:a of the store'
    await expect(store.read('a')).rejects.toMatchObject({
      name: 'StoreError',
      world: 'a',
      message: expect.stringContaining(reason),
    })
    await expect(store.version('a')).rejects.toThrow('it is missing')
    for (const since of [undefined, from])
      await expect(store.write(change('a', { from: since, records: texts({ n: 2 }) }))).rejects.toThrow(reason)
    expect(await store.ids()).toEqual(['a'])
    expect(await store.readFields(['a'], ['n', 'counts'])).toEqual(new Map())
    await store.quarantine('a')
    expect(await store.version('a')).toBeUndefined()
    expect(await store.ids()).toEqual([])
    await writeRecords(store, 'a')
  })

  test('a store whose server has evicted the main key of a world answers for it with 503, lists it, and gives its id to no other', async () => {
    const first = await processOn(store)
    await first.call('POST /_control/worlds', { id: 'b' })
    await first.stop()
    for (const id of ['b', 'default']) await valkey.ask('DEL', `maildouble:world:${id}`)
    store = await openValkeyStore(valkey.url)
    const { call, said, kill } = await processOn(store)
    for (const id of ['b', 'default']) {
      expect((await call(`GET /_worlds/${id}/3.0/lists`)).status).toBe(503)
      expect((await call(`GET /_control/worlds/${id}`)).status).toBe(503)
      expect((await call('POST /_control/worlds', { id })).status).toBe(409)
    }
    expect((await call('GET /3.0/lists')).status).toBe(503)
    expect((await call('GET /_control/worlds')).body).toMatchObject({
      worlds: [],
      unreadable: ['b', 'default'].map((id) => ({ id, reason: expect.stringContaining(`maildouble:world:${id} of the store`) })),
    })
    expect(said).toEqual([expect.stringContaining('Calls for the world default are answered with 503.')])
    kill()
  })

  test('a store whose server is out of memory reports it, writes nothing of the change, and still removes worlds', async () => {
    const from = await writeRecords(store, 'a', { records: texts({ n: 1 }), names: { added: ['key a'], removed: [] } })
    await valkey.ask('CONFIG', 'SET', 'maxmemory', '1')
    const writing = store.write(change('a', { from, records: texts({ n: 2 }) }))
    await expect(writing).rejects.toMatchObject({
      isTemporary: false,
      message: expect.stringContaining('OOM command not allowed'),
    })
    expect(await recordsOf(store, 'a')).toEqual({ n: 1 })
    await store.remove('a')
    await valkey.ask('CONFIG', 'SET', 'maxmemory', '0')
    expect(await store.ids()).toEqual([])
    expect(await store.ownerOf('key a')).toBe('gone')
  })

  test('a store whose server is read-only counts as temporarily unavailable', async () => {
    await valkey.ask('REPLICAOF', '127.0.0.1', '1')
    await expect(store.write(change('a'))).rejects.toMatchObject({
      isTemporary: true,
      message: expect.stringContaining('READONLY'),
    })
    await valkey.ask('REPLICAOF', 'NO', 'ONE')
    await writeRecords(store, 'a')
  })

  test("a store whose server is busy with another client's script counts as temporarily unavailable", async () => {
    await writeRecords(store, 'a')
    await valkey.ask('CONFIG', 'SET', 'lua-time-limit', '20')
    const endless = valkey.ask('EVAL', 'while true do end', '0').catch((error: unknown) => String(error))
    await expect
      .poll(() => store.version('a').catch((error: unknown) => error))
      .toMatchObject({ isTemporary: true, message: expect.stringContaining('about the key maildouble:world:a: BUSY') })
    await valkey.ask('SCRIPT', 'KILL')
    expect(await endless).toContain('Script killed')
    expect(await store.version('a')).toMatch(/^1\./)
  })

  test('a store whose server evicts keys when out of memory is reported with a warning', async () => {
    await valkey.ask('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru')
    const another = await openValkeyStore(valkey.url, { log: (line) => lines.push(line) })
    await another.close()
    await valkey.ask('CONFIG', 'SET', 'maxmemory-policy', 'noeviction')
    expect(lines).toEqual([expect.stringContaining('maxmemory-policy allkeys-lru')])
  })

  test('a store whose server was flushed has no worlds, and creates them again with different versions', async () => {
    const from = await writeRecords(store, 'a', { records: texts({ n: 1 }) })
    await valkey.ask('FLUSHALL')
    expect(await store.version('a')).toBeUndefined()
    expect(await store.write(change('a', { from }))).toBeUndefined()
    expect(await writeRecords(store, 'a')).not.toBe(from)
  })
})
