import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Store, StoreVersion } from '../../../src/server/persistence/store.ts'
import { openValkeyStore } from '../../../src/server/persistence/valkey/valkey-store.ts'
import { startValkey, type ValkeyServer, withoutValkey } from '../../servers/valkey.ts'
import { change, texts, writeRecords } from '../change.ts'

const names = { added: ['key a', 'client a'], removed: [] }

describe.skipIf(withoutValkey)('worlds with a time to live', () => {
  let valkey: ValkeyServer
  const opened: Store[] = []

  async function open(ttl?: number): Promise<Store> {
    const store = await openValkeyStore(valkey.url, { ttl })
    opened.push(store)
    return store
  }

  beforeAll(async () => {
    valkey = await startValkey()
  })
  afterAll(() => valkey.stop())
  beforeEach(() => valkey.ask('FLUSHALL'))
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()))
  })

  test('worlds with a time to live expire with all their data, and their names stay reserved for a while', async () => {
    const store = await open(60_000)
    // What it writes last expires, however long the machine takes for everything before.
    const brief = await open(150)
    const from = await writeRecords(store, 'a', { records: texts({ n: 1, m: 1 }), names, due: 5 })
    await writeRecords(brief, 'a', { from, records: texts({ n: undefined }) })
    await expect.poll(() => valkey.ask('EXISTS', 'maildouble:world:a')).toBe(0)
    expect(await store.ids()).toEqual([])
    expect(await store.read('a')).toBeUndefined()
    expect(await store.dueBy(10, 10)).toEqual([])
    expect(await Promise.all(names.added.map((name) => store.ownerOf(name)))).toEqual(['gone', 'gone'])
    const taken = await writeRecords(store, 'b', { names })
    expect(await store.ownerOf('key a')).toEqual({ id: 'b' })
    expect(await store.ids()).toEqual(['b'])
    await writeRecords(brief, 'b', { from: taken })
    await expect.poll(() => valkey.ask('KEYS', 'maildouble:world:*')).toEqual([])
    expect(await valkey.ask('PTTL', 'maildouble:name:client a')).toBeGreaterThan(86_000_000)
  })

  test.each([
    ['written', (store: Store, from: StoreVersion) => store.write(change('a', { from }))],
    ['read', (store: Store) => store.read('a')],
    ['queried for their version', (store: Store) => store.version('a')],
  ])('worlds with a time to live stay alive with all their data when they are %s', async (_what, use) => {
    const from = await writeRecords(await open(60_000), 'a', { records: texts({ n: 1 }), names })
    const keys = ['maildouble:world:a', 'maildouble:world:a:records', 'maildouble:world:a:names', 'maildouble:name:key a']
    await Promise.all(keys.map((key) => valkey.ask('PEXPIRE', key, '30000')))
    await use(await open(60_000), from)
    const left = await Promise.all(keys.map((key) => valkey.ask('PTTL', key)))
    expect(left.map((ms) => Number(ms) > 50_000)).toEqual([true, true, true, true])
  })

  test('worlds with a time to live are refreshed once a minute and not on each call', async () => {
    const store = await open(3_600_000)
    await writeRecords(store, 'a', { records: texts({ n: 1 }), names })
    await valkey.ask('PEXPIRE', 'maildouble:world:a', '60000')
    await store.version('a')
    await store.read('a')
    expect(await valkey.ask('PTTL', 'maildouble:world:a')).toBeLessThanOrEqual(60_000)
  })

  test('worlds with a time to live do not include the default world', async () => {
    const store = await open(1_000)
    await writeRecords(store, 'default', { names })
    await store.version('default')
    expect(await valkey.ask('PTTL', 'maildouble:world:default')).toBe(-1)
    expect(await valkey.ask('PTTL', 'maildouble:name:key a')).toBe(-1)
    expect(await store.ids()).toEqual(['default'])
  })

  test('worlds with a time to live become permanent once a process without a time to live has written to them', async () => {
    const from = await writeRecords(await open(60_000), 'a', { records: texts({ n: 1 }), names })
    await writeRecords(await open(), 'a', { from })
    const keys = (await valkey.ask('KEYS', 'maildouble:*')) as string[]
    expect(await Promise.all(keys.map((key) => valkey.ask('PTTL', key)))).toEqual(keys.map(() => -1))
  })

  test('worlds with a time to live are quarantined permanently', async () => {
    const store = await open(60_000)
    await writeRecords(store, 'a', { records: texts({ n: 1 }) })
    await store.quarantine('a')
    const keys = (await valkey.ask('KEYS', 'maildouble:aside:*')) as string[]
    expect(await Promise.all(keys.map((key) => valkey.ask('PTTL', key)))).toEqual([-1, -1, -1, -1])
  })
})
