import { expect } from 'vitest'
import { recordsSince, change, recordsOf, texts, writeRecords } from './change.ts'
import type { OpenedStore } from './open-store.ts'

/** Promises about a single world. */
export const worlds = {
  'is empty at first': async ({ store }: OpenedStore) => {
    expect(await store.ids()).toEqual([])
    expect(await store.version('a')).toBeUndefined()
    expect(await store.read('a')).toBeUndefined()
    expect(await store.read('a', 'some-version')).toBeUndefined()
    expect(await store.ownerOf('key a')).toBeUndefined()
    expect(await store.dueBy(Number.MAX_SAFE_INTEGER, 10)).toEqual([])
  },

  'returns the written records as values': async ({ store }: OpenedStore) => {
    const records = { world: { id: 'a', seed: 7 }, state: [1, 'two', null, true], 'row lists ["x"]': null }
    const version = await writeRecords(store, 'a', { isWhole: true, records: texts(records) })
    expect(await store.version('a')).toBe(version)
    expect(await store.read('a')).toEqual({ version, isWhole: true, records: new Map(Object.entries(records)) })
  },

  'reads some records of some worlds and leaves out missing ones': async ({ store, another }: OpenedStore) => {
    await writeRecords(store, 'a', { isWhole: true, records: texts({ one: 1, two: { three: 3 }, four: null }) })
    const from = await writeRecords(store, 'b', { isWhole: true, records: texts({ one: 'b', other: 2 }) })
    await writeRecords(store, 'c', { isWhole: true, records: texts({ other: 3 }) })
    const seen = await another()
    const glanced = new Map([
      ['b', new Map<string, unknown>([['one', 'b']])],
      [
        'a',
        new Map<string, unknown>([
          ['one', 1],
          ['four', null],
        ]),
      ],
    ])
    expect(await seen.readFields(['b', 'none', 'c', 'a'], ['one', 'four', 'none'])).toEqual(glanced)
    expect([...(await seen.readFields(['b', 'a'], ['one'])).keys()]).toEqual(['b', 'a'])
    await writeRecords(seen, 'b', { from, records: texts({ one: undefined }) })
    expect([...(await seen.readFields(['b', 'a'], ['one'])).keys()]).toEqual(['a'])
    expect(await seen.readFields([], ['one'])).toEqual(new Map())
  },

  'returns the same records and version to another store': async ({ store, another }: OpenedStore) => {
    const version = await writeRecords(store, 'a', { isWhole: true, records: texts({ one: 1, two: { three: 3 } }) })
    const seen = await another()
    expect(await seen.ids()).toEqual(['a'])
    expect(await seen.version('a')).toBe(version)
    expect(await seen.read('a')).toEqual({
      version,
      isWhole: true,
      records: new Map<string, unknown>([
        ['one', 1],
        ['two', { three: 3 }],
      ]),
    })
  },

  'accepts further changes from another store': async ({ store, another }: OpenedStore) => {
    const first = await writeRecords(store, 'a', { isWhole: true, records: texts({ one: 1 }) })
    const next = await another()
    const second = await writeRecords(next, 'a', { from: first, records: texts({ two: 2 }) })
    expect(second).not.toBe(first)
    expect(await recordsOf(next, 'a')).toEqual({ one: 1, two: 2 })
  },

  'assigns a new version to each change, even to an empty one': async ({ store }: OpenedStore) => {
    const versions = [await writeRecords(store, 'a', { isWhole: true })]
    for (let n = 0; n < 20; n++)
      versions.push(await writeRecords(store, 'a', { from: versions.at(-1), records: texts({ n: n % 2 }) }))
    versions.push(await writeRecords(store, 'a', { from: versions.at(-1) }))
    expect(new Set(versions).size).toBe(22)
  },

  'never reuses a version for a world that was removed and created again': async ({ store, another }: OpenedStore) => {
    const versions: string[] = []
    let at = store
    for (let life = 0; life < 3; life++) {
      versions.push(await writeRecords(at, 'a', { isWhole: true, records: texts({ life }) }))
      versions.push(await writeRecords(at, 'a', { from: versions.at(-1), records: texts({ more: life }) }))
      await at.remove('a')
      at = await another()
    }
    expect(new Set(versions).size).toBe(6)
    expect(await at.write(change('a', { from: versions[0], records: texts({ late: 1 }) }))).toBeUndefined()
  },

  'changes nothing if the world has a different version': async ({ store }: OpenedStore) => {
    const first = await writeRecords(store, 'a', {
      isWhole: true,
      records: texts({ one: 1 }),
      names: { added: ['key a'], removed: [] },
    })
    const second = await writeRecords(store, 'a', { from: first, records: texts({ two: 2 }), due: 50 })
    const late = { records: texts({ one: 'late', two: undefined, three: 3 }), due: 10 }
    const names = { added: ['key late'], removed: ['key a'] }
    expect(await store.write(change('a', { ...late, names, from: first }))).toBeUndefined()
    expect(await store.write(change('a', { ...late, names, from: undefined, isWhole: true }))).toBeUndefined()
    expect(await store.version('a')).toBe(second)
    expect(await recordsOf(store, 'a')).toEqual({ one: 1, two: 2 })
    expect(await store.ownerOf('key a')).toEqual({ id: 'a' })
    expect(await store.ownerOf('key late')).toBeUndefined()
    expect(await store.dueBy(49, 10)).toEqual([])
    expect(await store.dueBy(50, 10)).toEqual(['a'])
  },

  'rejects a change based on a version of a missing world': async ({ store }: OpenedStore) => {
    const version = await writeRecords(store, 'a')
    expect(await store.write(change('b', { from: version, records: texts({ one: 1 }) }))).toBeUndefined()
    await store.remove('a')
    expect(await store.write(change('a', { from: version, records: texts({ one: 1 }) }))).toBeUndefined()
    expect(await store.ids()).toEqual([])
  },

  'keeps other records when some are changed': async ({ store }: OpenedStore) => {
    const from = await writeRecords(store, 'a', { isWhole: true, records: texts({ one: 1, two: 2, three: 3 }) })
    await writeRecords(store, 'a', { from, records: texts({ two: 'two', four: 4 }) })
    expect(await recordsOf(store, 'a')).toEqual({ one: 1, two: 'two', three: 3, four: 4 })
  },

  'drops other records when all are replaced': async ({ store, another }: OpenedStore) => {
    const from = await writeRecords(store, 'a', { isWhole: true, records: texts({ one: 1, two: 2, three: 3 }) })
    await writeRecords(store, 'a', { from, isWhole: true, records: texts({ two: 'two', four: 4, one: undefined }) })
    expect(await recordsOf(store, 'a')).toEqual({ two: 'two', four: 4 })
    expect(await recordsOf(await another(), 'a')).toEqual({ two: 'two', four: 4 })
  },

  'removes records completely': async ({ store, another }: OpenedStore) => {
    const from = await writeRecords(store, 'a', { isWhole: true, records: texts({ one: 1, two: 2 }) })
    await writeRecords(store, 'a', { from, records: texts({ one: undefined, never: undefined }) })
    expect([...((await store.read('a'))?.records ?? [])]).toEqual([['two', 2]])
    expect([...((await (await another()).read('a'))?.records ?? [])]).toEqual([['two', 2]])
  },

  'stores a world without records': async ({ store, another }: OpenedStore) => {
    const from = await writeRecords(store, 'a', { isWhole: true })
    expect(await store.read('a')).toEqual({ version: from, isWhole: true, records: new Map() })
    const then = await writeRecords(store, 'a', { from, records: texts({ one: 1 }) })
    await writeRecords(store, 'a', { from: then, records: texts({ one: undefined }) })
    const seen = await another()
    expect(await seen.ids()).toEqual(['a'])
    expect(await recordsOf(seen, 'a')).toEqual({})
  },

  'returns the changes since a version': async ({ store, another }: OpenedStore) => {
    const first = await writeRecords(store, 'a', { isWhole: true, records: texts({ one: 1, two: 2, three: 3 }) })
    const had = (await store.read('a'))?.records ?? new Map()
    const second = await writeRecords(store, 'a', { from: first, records: texts({ two: 'two' }) })
    const third = await writeRecords(store, 'a', { from: second, records: texts({ one: undefined, four: 4 }) })
    expect(await recordsSince(store, 'a', had, first)).toEqual({ two: 'two', three: 3, four: 4 })
    const later = await another()
    expect((await later.read('a', first))?.version).toBe(third)
    expect(await recordsSince(later, 'a', had, first)).toEqual({ two: 'two', three: 3, four: 4 })
  },

  'returns the changes since a replacement of all records': async ({ store }: OpenedStore) => {
    const first = await writeRecords(store, 'a', { isWhole: true, records: texts({ one: 1, two: 2 }) })
    const had = (await store.read('a'))?.records ?? new Map()
    await writeRecords(store, 'a', { from: first, isWhole: true, records: texts({ two: 2, three: 3 }) })
    expect(await recordsSince(store, 'a', had, first)).toEqual({ two: 2, three: 3 })
  },

  'returns no changes to a reader that is up to date': async ({ store }: OpenedStore) => {
    const version = await writeRecords(store, 'a', { isWhole: true, records: texts({ one: 1 }) })
    const had = (await store.read('a'))?.records ?? new Map()
    expect((await store.read('a', version))?.version).toBe(version)
    expect(await recordsSince(store, 'a', had, version)).toEqual({ one: 1 })
  },

  'returns the whole world to a reader with an unknown version or one from before a removal': async ({ store }: OpenedStore) => {
    const before = await writeRecords(store, 'a', { isWhole: true, records: texts({ old: 1, one: 'old' }) })
    await store.remove('a')
    const version = await writeRecords(store, 'a', { isWhole: true, records: texts({ one: 1 }) })
    const whole = { version, isWhole: true, records: new Map([['one', 1]]) }
    expect(await store.read('a', before)).toEqual(whole)
    expect(await store.read('a', 'never')).toEqual(whole)
  },

  'removes a world, and ignores a missing one': async ({ store, another }: OpenedStore) => {
    await writeRecords(store, 'a', { records: texts({ one: 1 }), due: 5 })
    await writeRecords(store, 'b', { records: texts({ one: 2 }) })
    await store.remove('a')
    await store.remove('a')
    await store.remove('never')
    for (const seen of [store, await another()].slice(-1)) {
      expect(await seen.ids()).toEqual(['b'])
      expect(await seen.version('a')).toBeUndefined()
      expect(await seen.read('a')).toBeUndefined()
      expect(await seen.dueBy(10, 10)).toEqual([])
      expect(await recordsOf(seen, 'b')).toEqual({ one: 2 })
    }
  },

  'names the place of a world': async ({ store }: OpenedStore) => {
    expect(store.placeOf('my-world')).toContain('my-world')
    expect(store.placeOf('my-world')).not.toBe(store.placeOf('other-world'))
  },

  'quarantines a world, so that another one can use its id': async ({ store, another }: OpenedStore) => {
    const before = await writeRecords(store, 'a', {
      records: texts({ one: 1 }),
      names: { added: ['key a'], removed: [] },
      due: 5,
    })
    const first = await store.quarantine('a')
    expect(first).not.toBe(store.placeOf('a'))
    expect(await store.ids()).toEqual([])
    expect(await store.read('a')).toBeUndefined()
    expect(await store.ownerOf('key a')).toBe('gone')
    expect(await store.dueBy(10, 10)).toEqual([])
    const version = await writeRecords(store, 'a', { records: texts({ two: 2 }), names: { added: ['key a'], removed: [] } })
    expect(version).not.toBe(before)
    expect(await store.quarantine('a')).not.toBe(first)
    await writeRecords(store, 'a', { records: texts({ three: 3 }), names: { added: ['key a'], removed: [] } })
    const seen = await another()
    expect(await seen.ids()).toEqual(['a'])
    expect(await recordsOf(seen, 'a')).toEqual({ three: 3 })
    expect(await seen.ownerOf('key a')).toEqual({ id: 'a' })
  },
}
