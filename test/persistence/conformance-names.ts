import { expect } from 'vitest'
import type { Store } from '../../src/server/persistence/store.ts'
import { recordsOf, texts, writeRecords } from './change.ts'
import type { OpenedStore } from './open-store.ts'

const add = (...added: string[]) => ({ names: { added, removed: [] } })

function owners(store: Store, ...names: string[]): Promise<unknown[]> {
  return Promise.all(names.map((name) => store.ownerOf(name)))
}

/** Promises about names, due times and unusual texts. */
export const names = {
  'finds the world that owns a name': async ({ store, another }: OpenedStore) => {
    const from = await writeRecords(store, 'a', add('key 1', 'client 1'))
    await writeRecords(store, 'b', add('key 2'))
    await writeRecords(store, 'a', { from, ...add('key 3') })
    const expected = [{ id: 'a' }, { id: 'a' }, { id: 'b' }, { id: 'a' }, undefined]
    expect(await owners(store, 'key 1', 'client 1', 'key 2', 'key 3', '1')).toEqual(expected)
    expect(await owners(await another(), 'key 1', 'client 1', 'key 2', 'key 3', '1')).toEqual(expected)
  },

  'reports a removed name as gone': async ({ store, another }: OpenedStore) => {
    const from = await writeRecords(store, 'a', add('key 1', 'key 2'))
    await writeRecords(store, 'a', { from, names: { added: ['key 3'], removed: ['key 1', 'key never'] } })
    const expected = ['gone', { id: 'a' }, { id: 'a' }]
    expect(await owners(store, 'key 1', 'key 2', 'key 3')).toEqual(expected)
    expect(await owners(await another(), 'key 1', 'key 2', 'key 3')).toEqual(expected)
  },

  'reports the names of a removed world as gone': async ({ store, another }: OpenedStore) => {
    await writeRecords(store, 'a', add('key 1', 'key 2'))
    await writeRecords(store, 'b', add('key 3'))
    await store.remove('a')
    expect(await owners(store, 'key 1', 'key 2', 'key 3')).toEqual(['gone', 'gone', { id: 'b' }])
    expect(await owners(await another(), 'key 1', 'key 2', 'key 3')).toEqual(['gone', 'gone', { id: 'b' }])
  },

  'allows a removed name to be used again': async ({ store, another }: OpenedStore) => {
    const from = await writeRecords(store, 'a', add('key 1', 'key 2'))
    await writeRecords(store, 'a', { from, names: { added: [], removed: ['key 1'] } })
    await writeRecords(store, 'b', add('key 1'))
    await store.remove('a')
    await writeRecords(store, 'a', add('key 2'))
    expect(await owners(store, 'key 1', 'key 2')).toEqual([{ id: 'b' }, { id: 'a' }])
    expect(await owners(await another(), 'key 1', 'key 2')).toEqual([{ id: 'b' }, { id: 'a' }])
  },

  'keeps a name with the first of two worlds and does not pass it on to the second': async ({ store, another }: OpenedStore) => {
    await writeRecords(store, 'z', add('key 1'))
    const from = await writeRecords(store, 'a', add('key 1', 'key 2'))
    expect(await owners(store, 'key 1', 'key 2')).toEqual([{ id: 'z' }, { id: 'a' }])
    await writeRecords(store, 'a', { from, names: { added: [], removed: ['key 1'] } })
    expect(await store.ownerOf('key 1')).toEqual({ id: 'z' })
    await store.remove('z')
    expect(await owners(store, 'key 1', 'key 2')).toEqual(['gone', { id: 'a' }])
    expect(await owners(await another(), 'key 1', 'key 2')).toEqual(['gone', { id: 'a' }])
  },

  'keeps a name with its world when another world that claimed it is removed': async ({ store, another }: OpenedStore) => {
    await writeRecords(store, 'z', add('key 1'))
    await writeRecords(store, 'a', add('key 1'))
    await store.remove('a')
    expect(await store.ownerOf('key 1')).toEqual({ id: 'z' })
    expect(await (await another()).ownerOf('key 1')).toEqual({ id: 'z' })
  },

  'keeps a name that a single change both removes and adds': async ({ store, another }: OpenedStore) => {
    const from = await writeRecords(store, 'a', add('key 1'))
    await writeRecords(store, 'a', { from, names: { added: ['key 1'], removed: ['key 1'] } })
    expect(await store.ownerOf('key 1')).toEqual({ id: 'a' })
    expect(await (await another()).ownerOf('key 1')).toEqual({ id: 'a' })
  },

  'finds due worlds, longest overdue first, up to a limit': async ({ store, another }: OpenedStore) => {
    for (const [id, due] of Object.entries({ e: 500, b: 200, d: 400, a: 300, c: 100 })) await writeRecords(store, id, { due })
    await writeRecords(store, 'never')
    for (const seen of [store, await another()].slice(-1)) {
      expect(await seen.dueBy(400, 10)).toEqual(['c', 'b', 'a', 'd'])
      expect(await seen.dueBy(399, 10)).toEqual(['c', 'b', 'a'])
      expect(await seen.dueBy(1_000, 2)).toEqual(['c', 'b'])
      expect(await seen.dueBy(99, 10)).toEqual([])
    }
  },

  'uses the due time of the last change': async ({ store, another }: OpenedStore) => {
    const a = await writeRecords(store, 'a', { due: 1_764_000_000_123 })
    const b = await writeRecords(store, 'b', { due: 1_764_000_000_122 })
    await writeRecords(store, 'a', { from: a, due: 1_764_000_000_121 })
    await writeRecords(store, 'b', { from: b, due: undefined })
    expect(await store.dueBy(1_764_000_000_121, 10)).toEqual(['a'])
    expect(await (await another()).dueBy(1_764_000_009_999, 10)).toEqual(['a'])
  },

  'distinguishes unusual ids': async ({ store, another }: OpenedStore) => {
    const ids = ['0', '10', '9', 'a', 'a--b', 'a-b', 'constructor', 'con', 'default', 'lock', 'tostring', 'x'.repeat(63)]
    for (const id of ids) await writeRecords(store, id, { records: texts({ id }), ...add(`key ${id}`) })
    const seen = await another()
    expect(await seen.ids()).toEqual(ids.toSorted())
    for (const id of ids) {
      expect(await recordsOf(seen, id)).toEqual({ id })
      expect(await seen.ownerOf(`key ${id}`)).toEqual({ id })
    }
  },

  'distinguishes unusual names': async ({ store, another }: OpenedStore) => {
    const odd = [
      'key ',
      'key \u0000',
      'key "\\',
      'key é',
      'key e\u0301',
      'key __proto__',
      '__proto__',
      'constructor',
      'key \n',
      'key 🙂',
      `key ${'k'.repeat(5_000)}`,
    ]
    await writeRecords(store, 'a', add(...odd))
    expect(await owners(store, ...odd)).toEqual(odd.map(() => ({ id: 'a' })))
    const seen = await another()
    expect(await owners(seen, ...odd)).toEqual(odd.map(() => ({ id: 'a' })))
    expect(await owners(seen, 'key', 'toString', 'KEY é')).toEqual([undefined, undefined, undefined])
  },

  'stores records with unusual names and values': async ({ store, another }: OpenedStore) => {
    const oddNames = [
      '__proto__',
      'constructor',
      'toString',
      '1',
      '01',
      'row members ["a\\"b","ü 🙂"]',
      'with  spaces ',
      '\t\n\r\u2028',
      'é',
      'e\u0301',
      'n'.repeat(20_000),
    ]
    const values = [
      null,
      0,
      -0.5,
      1e300,
      '',
      '\u0000\u2028\u2029"\\\n',
      '🙂\ud800',
      [],
      {},
      [[{}]],
      JSON.parse('{"__proto__":{"a":1},"constructor":2}'),
    ]
    const records = new Map(oddNames.map((name, at) => [name, JSON.stringify(values[at])]))
    const expected = new Map(oddNames.map((name, at) => [name, values[at]]))
    const from = await writeRecords(store, 'a', { isWhole: true, records })
    expect((await store.read('a'))?.records).toEqual(expected)
    const seen = await another()
    expect((await seen.read('a'))?.records).toEqual(expected)
    await writeRecords(seen, 'a', { from, records: new Map(oddNames.slice(1).map((name) => [name, undefined])) })
    expect((await seen.read('a'))?.records).toEqual(new Map([['__proto__', null]]))
  },
}
