import { expect, test } from 'vitest'
import {
  historyEntries,
  CHANGES_MAX,
  type History,
  NO_HISTORY,
  ranJobs,
  RAN_JOBS_MAX,
  remember,
} from '../../src/kernel/world/history.ts'
import { defineTable } from '../../src/kernel/world/table.ts'
import { transact, type Tx } from '../../src/kernel/world/tx.ts'
import type { WorldState } from '../../src/kernel/world/world.ts'
import { worldOfThings, rules } from './things.ts'

interface Note {
  readonly seq: number
  readonly id: number
  readonly text: string
}

const notes = defineTable<Note>()('test_history_notes', { key: ['id'] })
const quiet = defineTable<Note>()('test_history_quiet', {
  key: ['id'],
  remembered: false,
})

const after = (world: WorldState, run: (tx: Tx) => void, request = 'r1'): WorldState =>
  transact(world, rules, run, { cause: { request } }).world

const texts = (history: History): (string | undefined)[][] =>
  [...historyEntries(history)].map(({ changes }) =>
    changes.map(({ before, after: now }) => [before, now].map((row) => (row as Note | undefined)?.text ?? '-').join('>')),
  )

test('the history of a world contains what each transaction inserted, changed and removed, latest first', () => {
  const one = after(worldOfThings(), (tx) => tx.insert(notes, { id: 1, text: 'a' }))
  const two = after(one, (tx) => {
    const note = tx.put(notes, { seq: 1, id: 1, text: 'b' })
    tx.remove(notes, note)
  })
  expect(texts(two.history)).toEqual([['a>b', 'b>-'], ['->a']])
})

test('the history of a world numbers the changes, with the cause and the instant of each entry', () => {
  const world = after(
    after(worldOfThings(), (tx) => tx.insert(notes, { id: 1, text: 'a' })),
    (tx) => tx.insert(notes, { id: 2, text: 'b' }),
    'r2',
  )
  expect([...historyEntries(world.history)].map(({ number, at, cause }) => ({ number, at, cause }))).toEqual([
    { number: 2, at: 0, cause: { request: 'r2' } },
    { number: 1, at: 0, cause: { request: 'r1' } },
  ])
})

test('the history of a world leaves out unrecorded tables, whose changes commit listeners still receive', () => {
  const { world, changes } = transact(worldOfThings(), rules, (tx) => tx.insert(quiet, { id: 1, text: 'a' }))
  expect(texts(world.history)).toEqual([])
  expect(changes).toHaveLength(1)
})

test('the history of a world leaves out a failed part of a transaction', () => {
  const world = after(worldOfThings(), (tx) => {
    tx.insert(notes, { id: 1, text: 'kept' })
    expect(() =>
      tx.attempt(() => {
        tx.insert(notes, { id: 2, text: 'lost' })
        throw new Error('no')
      }),
    ).toThrow('no')
  })
  expect(texts(world.history)).toEqual([['->kept']])
})

test('the history of a world includes rows that were removed in bulk', () => {
  const rows = Array.from({ length: 1_500 }, (_, i) => ({ id: i, text: `n${i}` }))
  const full = after(worldOfThings(), (tx) => tx.load(notes, rows))
  const empty = after(full, (tx) => tx.removeAll(notes.key, {}))
  expect(empty.history.total).toBe(1_500)
  expect(texts(empty.history)[0]?.slice(0, 2)).toEqual(['n0>-', 'n1>-'])
})

test('the history of a world is the same for a fork and its original until they diverge', () => {
  const origin = after(worldOfThings(), (tx) => tx.insert(notes, { id: 1, text: 'a' }))
  const fork = after(origin, (tx) => tx.insert(notes, { id: 2, text: 'fork' }))
  expect(texts(origin.history)).toEqual([['->a']])
  expect(texts(fork.history)).toEqual([['->fork'], ['->a']])
})

test('the history of a world keeps the latest changes up to a limit and counts the evicted ones', () => {
  let world = worldOfThings()
  const add = (from: number, count: number) => (tx: Tx) => {
    for (let id = from; id < from + count; id++) tx.insert(notes, { id, text: `n${id}` })
  }
  for (let historyEntry = 0; historyEntry < 60; historyEntry++) world = after(world, add(historyEntry * 1_000, 1_000))
  const kept = texts(world.history).flat()
  expect(kept.length).toBeLessThanOrEqual(CHANGES_MAX)
  expect(kept.length).toBeGreaterThanOrEqual(CHANGES_MAX / 2)
  expect(world.history).toMatchObject({ total: 60_000, evicted: 60_000 - kept.length })
  expect(texts(world.history)[0]?.at(-1)).toBe('->n59999')
})

test('the history of a world keeps the last part of a transaction with more changes than the limit', () => {
  const world = after(worldOfThings(), (tx) => {
    for (let id = 1; id <= 30_000; id++) tx.insert(notes, { id, text: `n${id}` })
  })
  const [historyEntry] = historyEntries(world.history)
  expect(historyEntry).toMatchObject({ number: 5_001 })
  expect(historyEntry?.changes).toHaveLength(25_000)
  expect(world.history).toMatchObject({ total: 30_000, evicted: 5_000 })
})

test('the history of a world keeps the latest jobs that ran, with or without changes, and counts the others', () => {
  const job = (id: number) => ({ seq: id, id, kind: 'test.run', due_at: id, subject: String(id) }) as const
  const change = { table: notes, before: undefined, after: { seq: 1 } }
  const ran = (history: History, id: number, changes: readonly (typeof change)[]): History =>
    remember(history, { at: id, cause: undefined, job: job(id), changes, omissions: [], firstSeq: 1, lastSeq: 0 })
  let history = ran(ran(NO_HISTORY, 1, [change, change]), 2, [])
  expect([...ranJobs(history)].map(({ job: { id }, number, isChange }) => [id, number, isChange])).toEqual([
    [2, 2, false],
    [1, 1, true],
  ])
  expect([...historyEntries(history)].map((entry) => entry.job?.id)).toEqual([1])
  for (let id = 3; id <= RAN_JOBS_MAX + 1; id++) history = ran(history, id, [])
  expect([...ranJobs(history)].length + history.jobs.evicted).toBe(RAN_JOBS_MAX + 1)
  expect(history.jobs.evicted).toBe(RAN_JOBS_MAX / 2)
})
