import { expect } from 'vitest'
import type { StoreVersion } from '../../src/server/persistence/store.ts'
import { recordsSince, change, recordsOf, texts, writeRecords } from './change.ts'
import type { OpenedStore } from './open-store.ts'

/** Promises about several processes. */
export const others = {
  'lets a process claim a task and renew the claim': async ({ store }: OpenedStore) => {
    await writeRecords(store, 'a')
    expect(await store.claim('a', 'delivery 1', 60_000)).toBe(true)
    expect(await store.claim('a', 'delivery 1', 60_000)).toBe(true)
    await store.release('a', 'delivery 1')
    await store.release('a', 'delivery 1')
    expect(await store.claim('a', 'delivery 1', 60_000)).toBe(true)
  },

  'lets no other process claim a claimed task': async ({ store, another }: OpenedStore) => {
    const other = await another()
    expect(await store.claim('a', 'x', 60_000)).toBe(true)
    expect(await other.claim('a', 'x', 60_000)).toBe(false)
    expect(await other.claim('a', 'y', 60_000)).toBe(true)
    expect(await other.claim('b', 'x', 60_000)).toBe(true)
    expect(await store.claim('b', 'x', 60_000)).toBe(false)
    expect(await store.claim('a', 'x', 60_000)).toBe(true)
  },

  "lets another process claim a released task, and lets no process release another's claim": async ({
    store,
    another,
  }: OpenedStore) => {
    const other = await another()
    expect(await store.claim('a', 'x', 60_000)).toBe(true)
    await other.release('a', 'x')
    expect(await other.claim('a', 'x', 60_000)).toBe(false)
    await store.release('a', 'x')
    expect(await other.claim('a', 'x', 60_000)).toBe(true)
    expect(await store.claim('a', 'x', 60_000)).toBe(false)
  },

  'lets another process claim a task whose claim expired, but not a renewed one': async ({ store, another }: OpenedStore) => {
    const other = await another()
    expect(await store.claim('a', 'long', 100)).toBe(true)
    expect(await store.claim('a', 'short', 100)).toBe(true)
    expect(await store.claim('a', 'long', 60_000)).toBe(true)
    expect(await other.claim('a', 'short', 60_000)).toBe(false)
    await expect.poll(() => other.claim('a', 'short', 60_000)).toBe(true)
    expect(await other.claim('a', 'long', 60_000)).toBe(false)
    await store.release('a', 'short')
    expect(await store.claim('a', 'short', 60_000)).toBe(false)
  },

  'gives a task to one of many concurrent claims': async ({ store, another }: OpenedStore) => {
    const stores = [store, await another(), await another()]
    const got = await Promise.all(stores.map((each) => each.claim('a', 'x', 60_000)))
    expect(got.filter(Boolean)).toEqual([true])
  },

  'shows a write to other processes immediately': async ({ store, another }: OpenedStore) => {
    const other = await another()
    const first = await writeRecords(store, 'a', {
      records: texts({ one: 1, two: 2 }),
      names: { added: ['key a'], removed: [] },
      due: 5,
    })
    expect(await other.version('a')).toBe(first)
    const had = (await other.read('a'))?.records ?? new Map()
    const second = await writeRecords(other, 'a', { from: first, records: texts({ one: undefined }) })
    expect(await store.write(change('a', { from: first, records: texts({ two: 'late' }) }))).toBeUndefined()
    expect(await recordsSince(store, 'a', had, first)).toEqual({ two: 2 })
    expect(await store.dueBy(10, 10)).toEqual([])
    expect(await other.ownerOf('key a')).toEqual({ id: 'a' })
    await writeRecords(store, 'a', { from: second, names: { added: [], removed: ['key a'] } })
    expect(await other.ownerOf('key a')).toBe('gone')
    await other.remove('a')
    expect(await store.version('a')).toBeUndefined()
  },

  'accepts one of two concurrent writes by different processes': async ({ store, another }: OpenedStore) => {
    const stores = [store, await another()] as const
    let at = await writeRecords(store, 'a', { records: texts({ n: 0 }) })
    for (let round = 1; round <= 20; round++) {
      const answers = await Promise.all(
        stores.map((each, by) => each.write(change('a', { from: at, records: texts({ round, by }) }))),
      )
      const won = answers.filter((version) => version !== undefined)
      expect(won).toHaveLength(1)
      expect(await recordsOf(store, 'a')).toEqual({ n: 0, round, by: answers.indexOf(won[0]) })
      at = won[0] ?? at
    }
  },

  'lets one of two processes create a world that both create at once': async ({ store, another }: OpenedStore) => {
    const stores = [store, await another()]
    const answers = await Promise.all(
      stores.map((each, by) => each.write(change('a', { isWhole: true, records: texts({ by }) }))),
    )
    expect(answers.filter((version) => version !== undefined)).toHaveLength(1)
    expect(await recordsOf(store, 'a')).toEqual({ by: answers.findIndex((version) => version !== undefined) })
  },

  'reports writes and removals by other processes, but not its own': async ({ store, another }: OpenedStore) => {
    const other = await another()
    const changes: [string, StoreVersion | undefined][] = []
    store.subscribe((id, version) => changes.push([id, version]))
    const own = await writeRecords(store, 'own')
    const theirs = new Set<StoreVersion | undefined>([undefined])
    let from: StoreVersion | undefined
    await expect
      .poll(async () => {
        // A subscription may take effect a moment later.
        from = await writeRecords(other, 'a', { from })
        theirs.add(from)
        return changes.length
      })
      .toBeGreaterThan(0)
    const last = from
    await expect.poll(() => changes.at(-1)).toEqual(['a', last])
    await writeRecords(store, 'own', { from: own })
    await other.remove('a')
    await expect.poll(() => changes.at(-1)).toEqual(['a', undefined])
    await other.remove('own')
    await expect.poll(() => changes.at(-1)).toEqual(['own', undefined])
    expect(changes.filter(([id, version]) => (id === 'own' && version !== undefined) || !theirs.has(version))).toEqual([])
  },

  'does not affect other processes when it is closed': async ({ store, another }: OpenedStore) => {
    const other = await another()
    const from = await writeRecords(store, 'a', { records: texts({ one: 1 }) })
    await store.close()
    await writeRecords(other, 'a', { from, records: texts({ two: 2 }) })
    expect(await recordsOf(await another(), 'a')).toEqual({ one: 1, two: 2 })
  },
}
