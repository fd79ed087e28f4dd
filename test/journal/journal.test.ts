import { describe, expect, test } from 'vitest'
import { WorldHandle } from '../../src/server/runtime/world-handle.ts'
import type { Call } from '../../src/server/log/call.ts'
import { JOURNAL_BYTES_MAX } from '../../src/server/log/journal.ts'
import { Budget } from '../../src/server/log/budget.ts'
import { mock } from '../mock.ts'
import { arrivedCall, NO_PARTS } from './arrived-call.ts'

const HEADERS = { host: 'maildouble.test', accept: '*/*' }

/** The journal of a new world. */
async function journalOf(budget?: Budget, usedAt = 0) {
  const { world } = await mock().ready
  const handle = new WorldHandle(world, world, { budgets: budget ? { journals: budget } : {} })
  handle.usedAt = usedAt
  const { log } = handle
  const { journal } = log
  let number = 0
  const arrive = (headers: Readonly<Record<string, unknown>> = HEADERS): Call =>
    log.arrive(arrivedCall({ headers, id: `id-${++number}` }))
  const answer = (call: Call, text: string, status = 200): void => log.answer(call, { status, headers: {}, text }, NO_PARTS)
  const call = (body = '', text = ''): Call => {
    const arrived = arrive()
    log.receive(arrived, body)
    answer(arrived, text)
    return arrived
  }
  return { handle, log, journal, arrive, answer, call, ids: () => journal.all().map(({ id }) => id) }
}

const KIB = 'k'.repeat(1024)

test('the journal of a world has another limit if the budget sets one', async () => {
  const { journal, call } = await journalOf(new Budget(4 * 1024 * 1024, 1024 * 1024))
  for (let i = 0; i < 100; i++) call(KIB.repeat(16), KIB.repeat(16))
  expect(journal.bytes).toBeLessThanOrEqual(1024 * 1024)
  expect(journal.bytes).toBeGreaterThan(1024 * 1024 - 64 * 1024)
})

test('the journal of a world keeps 16 MiB and counts the oldest entries that it evicts', async () => {
  const { journal, call } = await journalOf()
  for (let i = 0; i < 1_000; i++) call(KIB.repeat(16), KIB.repeat(16))
  expect(journal.bytes).toBeLessThanOrEqual(JOURNAL_BYTES_MAX)
  expect(journal.bytes).toBeGreaterThan(JOURNAL_BYTES_MAX - 64 * 1024)
  expect(journal.size + journal.evicted).toBe(1_000)
  expect(journal.all()[0]?.number).toBe(journal.evicted + 1)
  const answers = new Set(journal.all().map(({ response }) => response))
  const ofAnswers = [...answers].reduce((sum, answer) => sum + (answer?.weight ?? 0), 0)
  expect(journal.all().reduce((sum, { bytes }) => sum + bytes, ofAnswers)).toBe(journal.bytes)
})

test('the journal of a world counts two-byte characters twice', async () => {
  const { call } = await journalOf()
  // The first entry holds the headers shared by the others.
  call()
  expect(call('я'.repeat(1_000)).bytes - call().bytes).toBe(2_000)
  expect(call('a'.repeat(1_000)).bytes - call().bytes).toBe(1_000)
})

test('the journal of a world finds entries by id, and the entries after a number', async () => {
  const { journal, call } = await journalOf()
  for (let i = 0; i < 3_000; i++) call()
  for (let i = 0; i < 2_000; i++) journal.evictOldest()
  expect(journal.find('id-2001')?.number).toBe(2_001)
  expect(journal.find('id-2000')).toBeUndefined()
  expect(journal.after(2_998).map(({ id }) => id)).toEqual(['id-2999', 'id-3000'])
  expect(journal.after(0)).toHaveLength(1_000)
  expect(journal.after(3_000)).toEqual([])
})

test('the journal of a world may evict an unanswered entry, whose response is still reported to subscribers', async () => {
  const { log, journal, arrive, answer } = await journalOf()
  const notified: string[] = []
  log.subscribe({ answered: ({ id }) => notified.push(id) })
  const entry = arrive()
  arrive()
  journal.evictOldest()
  const { bytes } = journal
  answer(entry, KIB)
  expect(journal.bytes).toBe(bytes)
  expect(notified).toEqual(['id-1'])
  expect(journal.hasCleared(entry)).toBe(false)
})

test('the journal of a world has the headers of each call, and apart from them the length of its body', async () => {
  const { arrive } = await journalOf()
  const calls = [arrive({ ...HEADERS, 'content-length': '1' }), arrive({ ...HEADERS, 'x-run': '7' })]
  expect(calls.map(({ request }) => [request.headers, request.varying])).toEqual([
    [HEADERS, '1'],
    [{ ...HEADERS, 'x-run': '7' }, undefined],
  ])
})

describe('forgetting journal entries', () => {
  test("the deletion of the journal's entries frees their bytes", async () => {
    const budget = new Budget(10_000)
    const { journal, call, ids } = await journalOf(budget)
    call(KIB)
    call(KIB)
    journal.evictOldest()
    journal.deleteAll()
    expect([journal.size, journal.bytes, journal.evicted, budget.bytes]).toEqual([0, 0, 0, 0])
    call()
    expect(ids()).toEqual(['id-3'])
    expect(journal.all()[0]?.number).toBe(3)
  })

  test('the journal keeps counting numbers after a deletion until the world is reset', async () => {
    const { journal, call } = await journalOf()
    call()
    journal.clear()
    call()
    expect(journal.all()[0]?.number).toBe(1)
  })

  test('a journal entry forgotten by a reset is told apart from an evicted one when its response arrives afterwards', async () => {
    const { journal, arrive, answer } = await journalOf()
    const entry = arrive()
    journal.clear()
    answer(entry, '', 503)
    expect(journal.hasCleared(entry)).toBe(true)
    const { bytes } = journal
    arrive()
    expect([bytes, journal.size]).toEqual([0, 1])
  })
})

test('a subscriber of a log is called for each response until it unsubscribes', async () => {
  const { log, call } = await journalOf()
  const notified: (number | null)[] = []
  const leave = log.subscribe({ answered: ({ status }) => notified.push(status) })
  call()
  leave()
  call()
  expect(notified).toEqual([200])
})

test('a subscriber of a log is called when a call arrives, is read and is answered, and when all are forgotten', async () => {
  const { log, arrive, answer } = await journalOf()
  let calls = 0
  const leave = log.subscribe({ changed: () => calls++ })
  const entry = arrive()
  expect(calls).toBe(1)
  log.receive(entry, 'body')
  expect(calls).toBe(2)
  answer(entry, '')
  expect(calls).toBe(3)
  log.deleteCalls()
  expect(calls).toBe(4)
  leave()
  arrive()
  expect(calls).toBe(4)
})

test('the journals of all worlds share a limit; the least recently used world evicts its oldest entries first', async () => {
  const budget = new Budget(2 * 1024 * 1024)
  const [idle, busy] = [await journalOf(budget, 1), await journalOf(budget, 2)]
  for (let i = 0; i < 20; i++) idle.call(KIB.repeat(32))
  for (let i = 0; i < 60; i++) busy.call(KIB.repeat(32))
  expect(budget.bytes).toBeLessThanOrEqual(2 * 1024 * 1024)
  expect(budget.bytes).toBe(idle.journal.bytes + busy.journal.bytes)
  expect(idle.journal.size).toBe(0)
  expect(idle.journal.evicted).toBe(20)
  expect(busy.journal.size + busy.journal.evicted).toBe(60)
  expect(busy.journal.size).toBeGreaterThan(30)
})

test('the journals of all worlds evict no more entries than necessary', async () => {
  const budget = new Budget(2 * 1024 * 1024)
  const [idle, busy] = [await journalOf(budget, 1), await journalOf(budget, 2)]
  for (let i = 0; i < 60; i++) idle.call(KIB.repeat(32))
  for (let i = 0; i < 20; i++) busy.call(KIB.repeat(32))
  expect(busy.journal.evicted).toBe(0)
  expect(idle.journal.evicted).toBeGreaterThan(10)
  expect(idle.ids()[0]).toBe(`id-${idle.journal.evicted + 1}`)
})
