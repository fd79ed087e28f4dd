import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Store, StoreError, type StoreVersion } from '../../../src/server/persistence/store.ts'
import { openValkeyStore } from '../../../src/server/persistence/valkey/valkey-store.ts'
import { type Proxy, startProxy } from '../../servers/proxy.ts'
import { startValkey, type ValkeyServer, withoutValkey } from '../../servers/valkey.ts'
import { change, recordsOf, texts, writeRecords } from '../change.ts'

const AWAY = {
  name: 'StoreError',
  isTemporary: true,
  message: expect.stringMatching(/^The store redis:\/\/127\.0\.0\.1:\d+\/0 is unreachable: /),
}

/** The outcome of a promise, handled as soon as it is known. */
function outcome(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch((error: unknown) => error)
}

describe.skipIf(withoutValkey)('a store whose connection is lost', () => {
  let valkey: ValkeyServer
  let proxy: Proxy
  let store: Store
  let direct: Store
  let lines: string[]

  beforeEach(async () => {
    valkey = await startValkey({ appendOnly: 'always' })
    proxy = await startProxy(valkey.port)
    lines = []
    store = await openValkeyStore(`redis://127.0.0.1:${proxy.port}/0`, { log: (line) => lines.push(line) })
    direct = await openValkeyStore(valkey.url)
  })
  afterEach(async () => {
    await Promise.all([store.close(), direct.close()])
    await proxy.stop()
    await valkey.stop()
  })

  test('a store whose connection is lost writes once even if it had to send a change twice because no response came', async () => {
    const from = await writeRecords(store, 'a', { records: texts({ n: 0 }) })
    const cut = proxy.cutAtAnswerTo('EVALSHA')
    const writing = store.write(change('a', { from, records: texts({ n: 1 }) }))
    await cut
    proxy.mend()
    const version = await writing
    expect(proxy.connections).toBe(2)
    expect(await direct.version('a')).toBe(version)
    expect(version).toMatch(/^2\./)
  })

  test('a store whose connection is lost recognizes its own write even if other processes have written since', async () => {
    const from = await writeRecords(store, 'a', { records: texts({ n: 0 }) })
    const cut = proxy.cutAtAnswerTo('EVALSHA')
    const writing = store.write(change('a', { from, records: texts({ n: 1 }) }))
    await cut
    const seen = await direct.version('a')
    expect(seen).not.toBe(from)
    const last = await writeRecords(direct, 'a', { from: seen, records: texts({ n: 2 }) })
    proxy.mend()
    expect(await writing).toBe(seen)
    expect(await store.version('a')).toBe(last)
    expect((await store.read('a', seen))?.records).toEqual(new Map([['n', 2]]))
  })

  test('a store whose connection is lost does not remove the successor of the world that it removed', async () => {
    await writeRecords(store, 'a', { records: texts({ life: 1 }) })
    // So that the server knows the script and is not asked twice.
    await store.remove('b')
    const cut = proxy.cutAtAnswerTo('EVALSHA')
    const removing = store.remove('a')
    await cut
    expect(await direct.version('a')).toBeUndefined()
    await writeRecords(direct, 'a', { records: texts({ life: 2 }) })
    proxy.mend()
    await removing
    expect(await recordsOf(direct, 'a')).toEqual({ life: 2 })
  })

  test('a store continues when a crashed server is back within 5 s, and logs it once', async () => {
    const from = await writeRecords(store, 'a', { records: texts({ n: 0 }) })
    await valkey.kill()
    proxy.cut()
    // However long that takes on this machine: the five seconds start with the calls.
    await valkey.start()
    const calls = [store.write(change('a', { from, records: texts({ n: 1 }) })), store.version('b'), store.ids()]
    await expect.poll(() => lines).toHaveLength(1)
    proxy.mend()
    expect(await Promise.all(calls)).toEqual([expect.stringMatching(/^2\./), undefined, ['a']])
    expect(await recordsOf(direct, 'a')).toEqual({ n: 1 })
    expect(lines).toEqual([
      expect.stringMatching(/is unreachable: .+\. Calls wait for it for at most 5 s\.$/),
      expect.stringMatching(/is back after \d+\.\d s\.$/),
    ])
  })

  test('a store without its server gives up after 5 s, never writes abandoned changes later, and recovers by itself', async () => {
    const from = await writeRecords(store, 'a', { records: texts({ n: 0 }) })
    proxy.cut()
    const asked = [store.write(change('a', { from, records: texts({ n: 1 }) })), store.version('a'), store.claim('a', 'x', 1_000)]
    expect(await Promise.all(asked.map(outcome))).toEqual([AWAY, AWAY, AWAY].map((away) => expect.objectContaining(away)))
    proxy.mend()
    await expect.poll(() => lines.length).toBe(2)
    expect(await store.version('a')).toBe(from)
    expect(await recordsOf(store, 'a')).toEqual({ n: 0 })
    await writeRecords(store, 'a', { from, records: texts({ n: 2 }) })
  })

  test('a store gives up on a hanging server after 5 s, and does not write the pending changes when the server resumes', async () => {
    const from = await writeRecords(store, 'a', { records: texts({ n: 0 }) })
    valkey.pause()
    const writing = outcome(store.write(change('a', { from, records: texts({ n: 1 }) })))
    expect(await writing).toBeInstanceOf(StoreError)
    expect(await writing).toMatchObject({ isTemporary: true, message: expect.stringContaining('it has not answered for 5 s') })
    const later = store.version('a')
    valkey.resume()
    expect(await later).toBe(from)
    expect(await recordsOf(direct, 'a')).toEqual({ n: 0 })
    expect(await writeRecords(store, 'a', { from, records: texts({ n: 2 }) })).toMatch(/^2\./)
    expect(lines).toHaveLength(2)
  })

  test('a store learns after reconnecting which worlds were written and removed in the meantime', async () => {
    const had = await writeRecords(direct, 'a')
    await writeRecords(direct, 'gone')
    await writeRecords(direct, 'same')
    const own = await writeRecords(store, 'own')
    const changes: [string, StoreVersion | undefined][] = []
    store.subscribe((id, version) => changes.push([id, version]))
    let from = await writeRecords(direct, 'probe')
    await expect
      .poll(async () => {
        from = await writeRecords(direct, 'probe', { from })
        return changes.length
      })
      .toBeGreaterThan(0)
    await expect.poll(() => changes.at(-1)).toEqual(['probe', from])
    proxy.cut()
    await expect.poll(() => lines).toHaveLength(1)
    await expect.poll(() => valkey.ask('PUBSUB', 'NUMSUB', 'maildouble:0:changes')).toEqual(['maildouble:0:changes', 0])
    changes.length = 0
    const now = await writeRecords(direct, 'a', { from: had })
    const fresh = await writeRecords(direct, 'fresh')
    await direct.remove('gone')
    proxy.mend()
    await expect.poll(() => changes.length).toBe(3)
    expect(changes.toSorted()).toEqual([
      ['a', now],
      ['fresh', fresh],
      ['gone', undefined],
    ])
    expect(await store.version('own')).toBe(own)
  })

  test('a store detects a different version of a world if the server lost acknowledged changes', async () => {
    const first = await writeRecords(store, 'a', { records: texts({ n: 1 }) })
    await valkey.ask('COPY', 'maildouble:world:a', 'kept')
    const lost = await writeRecords(store, 'a', { from: first, records: texts({ n: 2 }) })
    await valkey.ask('RENAME', 'kept', 'maildouble:world:a')
    await valkey.ask('LPOP', 'maildouble:world:a:versions')
    const instead = await writeRecords(direct, 'a', { from: first, records: texts({ m: 2 }) })
    expect(instead).not.toBe(lost)
    expect(await store.read('a', lost)).toMatchObject({ version: instead, isWhole: true })
    expect(await store.write(change('a', { from: lost, records: texts({ n: 3 }) }))).toBeUndefined()
  })

  test('a store closes immediately while the server hangs, and rejects pending calls', async () => {
    valkey.pause()
    const waiting = outcome(store.version('a'))
    await store.close()
    expect(await waiting).toMatchObject({ isTemporary: true, message: expect.stringContaining('it was closed') })
    valkey.resume()
  })
})
