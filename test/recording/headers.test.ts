import { expect, test } from 'vitest'
import { Budget } from '../../src/server/log/budget.ts'
import { WorldHandle } from '../../src/server/runtime/world-handle.ts'
import { bundleOf, handleOf, journalOf, NEW_LIST, newWorld, replay } from '../control/bundles/bundle-world.ts'
import { arrivedCall } from '../journal/arrived-call.ts'
import { mock } from '../mock.ts'

const HEADERS = { host: 'maildouble.test', authorization: `Bearer ${'k'.repeat(500)}` }

/** The steps of a new world, and calls with headers. */
async function stepsOf(budget: Budget) {
  const { world } = await mock().ready
  const { log } = new WorldHandle(world, world, { budgets: { entries: budget } })
  let number = 0
  const come = (headers: Readonly<Record<string, string>> = { ...HEADERS }) =>
    log.arrive(arrivedCall({ id: `id-${number}`, request: number++, headers })).sent
  return { log, steps: log.entries, come }
}

test('headers of recorded calls count towards the limit as long as their call is kept', async () => {
  const budget = new Budget()
  const { steps, come } = await stepsOf(budget)
  come({})
  const without = budget.bytes
  come()
  const each = budget.bytes - without
  expect(each - without).toBeGreaterThan(500)
  steps.evictOldest()
  expect(budget.bytes).toBe(each)
  steps.evictOldest()
  expect([budget.bytes, steps.size]).toEqual([0, 0])
})

test('headers of recorded calls are released when the steps are cleared, and count again afterwards', async () => {
  const budget = new Budget()
  const { log, come } = await stepsOf(budget)
  come()
  const { bytes } = budget
  come({ ...HEADERS, accept: '*/*' })
  log.restart()
  expect(budget.bytes).toBe(0)
  come()
  expect(budget.bytes).toBe(bytes)
})

test('headers of recorded calls belong to each call unchanged', async () => {
  const { come } = await stepsOf(new Budget())
  const sent = [
    { ...HEADERS, 'content-length': '1' },
    { 'content-length': '22', ...HEADERS },
  ]
  expect(sent.map((each) => Object.entries(come(each).headers))).toEqual(sent.map((each) => Object.entries(each)))
})

test('a bundle of calls whose headers differ in length has the original headers of each call and replays them', async () => {
  const server = mock()
  const source = await newWorld(server)
  for (const name of ['One', 'A longer one']) {
    const list = { ...NEW_LIST, name }
    const headers = { 'content-length': String(JSON.stringify(list).length), 'x-run': '7' }
    expect((await source.service('POST /3.0/lists', list, headers)).status).toBe(200)
  }
  const bundle = await bundleOf(source)
  const [one, other] = bundle.steps.map(({ headers }: { headers: Record<string, string> }) => headers)
  expect(Number(other['content-length']) - Number(one['content-length'])).toBe('A longer one'.length - 'One'.length)
  expect(one).toEqual({ ...other, 'content-length': one['content-length'] })
  const copy = await replay(bundle)
  expect(copy.replay).toEqual({ steps: 2, differences: [], differences_total: 0 })
  expect((await bundleOf(copy)).steps).toEqual(bundle.steps)
  expect(journalOf(copy.server, copy.id)).toEqual(journalOf(server, source.id))
})

test('a deleted world leaves nothing in the memory of its log', async () => {
  const server = mock()
  const { id, service } = await newWorld(server)
  const { journal, entries: steps } = handleOf(server, id).log
  for (let i = 0; i < 3; i++) await service('GET /3.0/lists', undefined, { 'x-run': String(i % 2) })
  expect([journal.size, steps.size]).toEqual([3, 3])
  await server.call(`DELETE /_control/worlds/${id}`)
  expect([journal.bytes, steps.bytes]).toEqual([0, 0])
})
