import { expect, test } from 'vitest'
import { Budget } from '../../src/server/log/budget.ts'
import { WorldHandle } from '../../src/server/runtime/world-handle.ts'
import { mock } from '../mock.ts'

const ROOM = 4 * 1024 * 1024
const BODY = 'x'.repeat(1024 * 1024)

/** A new world, last used at the given instant, that shares the recording limit with others. */
async function handleOf(steps: Budget, usedAt: number) {
  const { world } = await mock().ready
  const handle = new WorldHandle(world, world, { budgets: { entries: steps } })
  handle.usedAt = usedAt
  const advance = (body = BODY) =>
    handle.log.entries.append(
      (moment) => ({ kind: 'advance', ...moment, body }),
      () => {},
    )
  return { steps: handle.log.entries, advance }
}

test('the steps of the least recently used world are evicted first', async () => {
  const budget = new Budget(ROOM)
  const [idle, busy] = [await handleOf(budget, 1), await handleOf(budget, 2)]
  for (let i = 0; i < 2; i++) idle.advance()
  for (let i = 0; i < 3; i++) busy.advance()
  expect([idle.steps.evicted, busy.steps.evicted]).toEqual([2, 0])
  expect(idle.steps.isWholeSince(idle.steps.start.mark)).toBe(false)
  expect(busy.steps.from(0)).toHaveLength(3)
})

test('one large step replaces very many small ones', async () => {
  const { steps, advance } = await handleOf(new Budget(), 1)
  for (let i = 0; i < 50_000; i++) advance('')
  advance('x'.repeat(steps.bytesMax - 1_000))
  expect([steps.size, steps.evicted]).toEqual([1, 50_000])
})

test('evicted steps free their space', async () => {
  const budget = new Budget(ROOM)
  const { steps, advance } = await handleOf(budget, 1)
  advance()
  expect(budget.bytes).toBeGreaterThan(BODY.length)
  steps.restart()
  expect(budget.bytes).toBe(0)
})

test('a rejected step takes no space', async () => {
  const double = mock()
  const { log } = await double.ready
  log.entries.bytesMax = 20_000
  await double.call('POST /_control/faults', { effect: { problem: { preset: 'TooManyRequests' } } })
  for (let i = 0; i < 50; i++) expect((await double.call('DELETE /_control/faults/99')).status).toBe(404)
  expect((await double.call('GET /_control/bundle')).body.steps).toMatchObject([{ method: 'POST', path: '/faults' }])
})

test('a deleted world frees the space of its steps', async () => {
  const double = mock()
  const { id } = (await double.call('POST /_control/worlds', { scenario: 'empty' })).body
  const steps = double.context.worlds.byId(id)?.log.entries
  await double.call(`PATCH /_control/worlds/${id}/settings`, { max_lists: 3 })
  expect(steps?.size).toBe(1)
  await double.call(`DELETE /_control/worlds/${id}`)
  expect(steps?.size).toBe(0)
})
