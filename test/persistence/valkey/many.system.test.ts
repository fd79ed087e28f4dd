import { describe, expect, onTestFinished, test } from 'vitest'
import type { Store } from '../../../src/server/persistence/store.ts'
import { openValkeyStore } from '../../../src/server/persistence/valkey/valkey-store.ts'
import { startProxy } from '../../servers/proxy.ts'
import { startValkey, type ValkeyServer, withoutValkey } from '../../servers/valkey.ts'
import { change, texts, writeRecords } from '../change.ts'

/** A server until the test ends. */
async function started(): Promise<ValkeyServer> {
  const valkey = await startValkey()
  onTestFinished(() => valkey.stop())
  return valkey
}

/** A store until the test ends. */
async function opened(url: string): Promise<Store> {
  const store = await openValkeyStore(url)
  onTestFinished(() => store.close())
  return store
}

/** Increments a counter in a world, with as many retries as needed. */
async function add(store: Store, by: number): Promise<void> {
  for (;;) {
    const stored = await store.read('a')
    const total = Number(stored?.records.get('total'))
    const records = texts({ total: total + 1, [`by ${by}`]: total })
    if ((await store.write(change('a', { from: stored?.version, records }))) !== undefined) return
  }
}

describe.skipIf(withoutValkey)('many processes on one world', () => {
  test('many processes on one world lose no write, each retrying until it succeeds', async () => {
    const valkey = await started()
    const stores = await Promise.all(Array.from({ length: 5 }, () => opened(valkey.url)))
    await writeRecords(stores[0] as Store, 'a', { isWhole: true, records: texts({ total: 0 }) })
    await Promise.all(Array.from({ length: 50 }, (_, n) => add(stores[n % 5] as Store, n)))
    const stored = await stores[1]?.read('a')
    expect(stored?.records.get('total')).toBe(50)
    expect(stored?.records.size).toBe(51)
    expect(stored?.version).toMatch(/^51\./)
  })

  test('many processes on one world lose and repeat no write while their connections break again and again', async () => {
    const valkey = await started()
    const ways = await Promise.all(
      [1, 2, 3].map(async () => {
        const proxy = await startProxy(valkey.port)
        onTestFinished(() => proxy.stop())
        return { proxy, store: await opened(`redis://127.0.0.1:${proxy.port}`) }
      }),
    )
    await writeRecords(await opened(valkey.url), 'a', { isWhole: true, records: texts({ total: 0 }) })
    let added = 0
    const adding = ways.flatMap(({ store }, n) =>
      [1, 2, 3].map(async () => {
        for (let round = 0; round < 20; round++) {
          await add(store, n)
          added += 1
        }
      }),
    )
    let cuts = 0
    for (const { proxy } of [...ways, ...ways, ...ways]) {
      const before = added
      await Promise.race([proxy.cutAtAnswerTo('EVALSHA').then(() => (cuts += 1)), Promise.all(adding)])
      proxy.mend()
      await expect.poll(() => added === 180 || added > before, { interval: 1 }).toBe(true)
    }
    await Promise.all(adding)
    expect(cuts).toBeGreaterThan(5)
    expect((await ways[0]?.store.read('a'))?.records.get('total')).toBe(180)
  })

  test('concurrent version queries are shared within a process, but queries already sent are not', async () => {
    const valkey = await started()
    const [one, other] = [await opened(valkey.url), await opened(valkey.url)]
    const first = await writeRecords(one, 'a', { isWhole: true, records: texts({ n: 0 }) })
    await valkey.ask('CONFIG', 'RESETSTAT')
    expect(await Promise.all([one.version('a'), one.version('a'), one.version('b'), one.version('a')])).toEqual([
      first,
      first,
      undefined,
      first,
    ])
    expect(String(await valkey.ask('INFO', 'commandstats'))).toContain('cmdstat_hget:calls=2,')
    const early = one.version('a')
    const second = writeRecords(other, 'a', { from: first, records: texts({ n: 1 }) })
    const late = second.then(() => one.version('a'))
    expect([first, await second]).toContain(await early)
    expect(await late).toBe(await second)
  })

  test('a process reads the whole world if it is too far ahead or too much was removed', async () => {
    const valkey = await started()
    const store = await opened(valkey.url)
    const first = await writeRecords(store, 'a', { isWhole: true, records: texts({ n: 0 }) })
    let from = first
    for (let n = 1; n <= 256; n++) from = await writeRecords(store, 'a', { from, records: texts({ n }) })
    expect((await store.read('a', first))?.isWhole).toBe(true)
    const many = Array.from({ length: 11_000 }, (_, n) => `row ${n}`)
    const then = await writeRecords(store, 'a', { from, records: new Map(many.map((name) => [name, '1'])) })
    const half = await writeRecords(store, 'a', {
      from: then,
      records: new Map(many.slice(0, 4_000).map((name) => [name, undefined])),
    })
    const rest = await writeRecords(store, 'a', {
      from: half,
      records: new Map(many.slice(4_000).map((name) => [name, undefined])),
    })
    expect(await store.read('a', half)).toEqual({ version: rest, isWhole: true, records: new Map([['n', 256]]) })
    expect((await store.read('a', rest))?.isWhole).toBe(false)
    expect(await valkey.ask('ZCARD', 'maildouble:world:a:taken')).toBe(0)
  })
})
