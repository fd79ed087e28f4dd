import { expect } from 'vitest'
import { change, recordsOf, texts, writeRecords } from './change.ts'
import type { OpenedStore } from './open-store.ts'

const MB = 1_048_576

/** Promises about large amounts and concurrency. */
export const manyThings = {
  'stores a value of 5 MB': async ({ store, another }: OpenedStore) => {
    const value = `é${'0123456789abcde\n'.repeat((5 * MB) / 16)}`
    const from = await writeRecords(store, 'a', { isWhole: true, records: texts({ large: { value } }) })
    await writeRecords(store, 'a', { from, records: texts({ small: 1 }) })
    expect((await recordsOf(await another(), 'a'))?.['large']).toEqual({ value })
  },

  'stores 10,000 records and changes some of them': async ({ store, another }: OpenedStore) => {
    const rows = Array.from({ length: 10_000 }, (_, n) => [`row members ["list","${n}"]`, { n, text: 'x'.repeat(100) }] as const)
    const from = await writeRecords(store, 'a', {
      isWhole: true,
      records: new Map(rows.map(([name, row]) => [name, JSON.stringify(row)])),
    })
    const changed = new Map<string, string | undefined>([
      [rows[17]?.[0] ?? '', '"changed"'],
      [rows[9_999]?.[0] ?? '', undefined],
      ['row members ["list","new"]', '"new"'],
    ])
    const version = await writeRecords(store, 'a', { from, records: changed })
    const expected = new Map<string, unknown>(rows)
    expected.set(rows[17]?.[0] ?? '', 'changed').set('row members ["list","new"]', 'new')
    expected.delete(rows[9_999]?.[0] ?? '')
    expect(await (await another()).read('a')).toEqual({ version, isWhole: true, records: expected })
  },

  'lists many worlds in order': async ({ store, another }: OpenedStore) => {
    const ids = Array.from({ length: 200 }, (_, n) => `world-${n}`)
    await Promise.all(
      ids.map((id, n) =>
        writeRecords(store, id, { records: texts({ n }), names: { added: [`key ${id}`], removed: [] }, due: n }),
      ),
    )
    const seen = await another()
    expect(await seen.ids()).toEqual(ids.toSorted())
    expect(await seen.dueBy(1_000, 3)).toEqual(['world-0', 'world-1', 'world-2'])
    expect(await recordsOf(seen, 'world-123')).toEqual({ n: 123 })
    expect(await seen.ownerOf('key world-77')).toEqual({ id: 'world-77' })
  },

  'accepts one of two writes based on the same version': async ({ store, another }: OpenedStore) => {
    let at = await writeRecords(store, 'a', { records: texts({ n: 0 }) })
    for (let round = 1; round <= 20; round++) {
      const tries = [1, 2, 3].map((by) => store.write(change('a', { from: at, records: texts({ round, by }) })))
      const answers = await Promise.all(tries)
      const won = answers.filter((version) => version !== undefined)
      expect(won).toHaveLength(1)
      expect(await recordsOf(store, 'a')).toEqual({ n: 0, round, by: answers.indexOf(won[0]) + 1 })
      at = won[0] ?? at
    }
    expect(await (await another()).version('a')).toBe(at)
  },

  'accepts one of two concurrent creations of a world': async ({ store }: OpenedStore) => {
    const answers = await Promise.all([1, 2].map((by) => store.write(change('a', { isWhole: true, records: texts({ by }) }))))
    expect(answers.filter((version) => version !== undefined)).toHaveLength(1)
  },

  'writes many worlds concurrently, with the changes of each in order': async ({ store, another }: OpenedStore) => {
    const ids = Array.from({ length: 20 }, (_, n) => `w${n}`)
    await Promise.all(
      ids.map(async (id) => {
        let from = await writeRecords(store, id, { isWhole: true })
        for (let n = 0; n < 10; n++) from = await writeRecords(store, id, { from, records: texts({ [`n${n}`]: n, last: n }) })
      }),
    )
    const seen = await another()
    for (const id of ids) {
      const expected = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`n${n}`, n]))
      expect(await recordsOf(seen, id)).toEqual({ ...expected, last: 9 })
    }
  },

  'removes a concurrently written world completely or not at all': async ({ store, another }: OpenedStore) => {
    const from = await writeRecords(store, 'a', { records: texts({ one: 1 }), names: { added: ['key a'], removed: [] } })
    await Promise.all([store.write(change('a', { from, records: texts({ two: 2 }) })), store.remove('a')])
    const seen = await another()
    expect(await seen.ids()).toEqual([])
    expect(await seen.read('a')).toBeUndefined()
    expect(await seen.ownerOf('key a')).toBe('gone')
  },

  'has stored all acknowledged changes when it is closed': async ({ store, another }: OpenedStore) => {
    const from = await writeRecords(store, 'a', { isWhole: true })
    const writing = store.write(change('a', { from, records: texts({ one: 1 }) }))
    await writing
    await store.close()
    expect(await recordsOf(await another(), 'a')).toEqual({ one: 1 })
  },
}
