import { expect, test } from 'vitest'
import { connect, type World } from '../../src/kit/client/index.ts'
import { createDouble } from '../../src/index.ts'
import { advanceTogether } from '../../src/kit/testing/advance-together.ts'

/** The instant at which worlds of `starter` start. */
const BEGIN = Date.parse('2026-01-15T09:00:00Z')

/** A fake time with timers that record its and the world's progress when they fire. */
function withTimers(world: World, due: number[]) {
  const fired: { at: number; world: number }[] = []
  const stops: number[] = []
  let now = 0
  const pass = async (ms: number): Promise<void> => {
    const end = now + ms
    stops.push(end)
    while ((due[0] ?? Number.POSITIVE_INFINITY) <= end) {
      now = due.shift() ?? now
      fired.push({ at: now, world: Date.parse((await world.clock.get()).now) - BEGIN })
    }
    now = end
  }
  return {
    fired,
    stops,
    time: { pass, pendingTimers: () => ({ isDue: false, next: (due[0] ?? Number.POSITIVE_INFINITY) - now }) },
  }
}

async function begun(options = {}): Promise<World> {
  return connect(await createDouble()).worlds.create(options)
}

async function batchIn(world: World): Promise<void> {
  await world.fetch('/batches', { method: 'POST', body: '{"operations":[{"method":"GET","path":"/lists"}]}' })
}

// behaviour:fake-time
test('a fake timer fires when the world is at its instant, and both times reach the target', async () => {
  const world = await begun()
  const { fired, time } = withTimers(world, [250, 10_000, 10_000, 31_000])
  const { from, to } = await advanceTogether(world, 'PT31S', time)
  expect(fired).toEqual([250, 10_000, 10_000, 31_000].map((at) => ({ at, world: at })))
  expect({ from, to }).toEqual({ from: '2026-01-15T09:00:00.000Z', to: '2026-01-15T09:00:31.000Z' })
})

test('the fake time arrives first when the world does something', async () => {
  const world = await begun({ settings: { batch: { phase: 'PT1S' } } })
  await batchIn(world)
  const { stops, time } = withTimers(world, [])
  const { ran } = await advanceTogether(world, 'PT10S', time)
  expect(ran.map(({ at, job }) => [at, job])).toEqual([
    ['2026-01-15T09:00:01.000Z', 'batches.prepare'],
    ['2026-01-15T09:00:02.000Z', 'batches.start'],
    ['2026-01-15T09:00:02.005Z', 'batches.operate'],
    ['2026-01-15T09:00:03.005Z', 'batches.finish'],
  ])
  expect(stops).toEqual(expect.arrayContaining([1_000, 2_000, 2_005, 3_005, 10_000]))
})

test('if both are due at once, the world goes first, and the fake time is a millisecond behind', async () => {
  const world = await begun({ settings: { batch: { phase: 'PT1S' } } })
  await batchIn(world)
  const { fired, stops, time } = withTimers(world, [1_000])
  await advanceTogether(world, 'PT1S', time)
  expect(stops).toEqual([999, 1_000])
  expect(fired).toEqual([{ at: 1_000, world: 1_000 }])
})

test('an advance with very many timers takes at most 500 steps', async () => {
  const world = await begun()
  const { fired, stops, time } = withTimers(
    world,
    Array.from({ length: 3_600 }, (_, i) => (i + 1) * 1_000),
  )
  await advanceTogether(world, 'PT1H', time)
  expect(fired).toHaveLength(3_600)
  expect(fired.slice(0, 400).every((each) => each.at === each.world)).toBe(true)
  expect(stops.length).toBeLessThanOrEqual(500)
  expect((await world.clock.get()).now).toBe('2026-01-15T10:00:00.000Z')
})

test('if timers are invisible, the advance goes in steps of seconds, at most about 60', async () => {
  const world = await begun()
  const passed: number[] = []
  const blind = { pass: async (ms: number) => passed.push(ms), pendingTimers: () => undefined }
  await advanceTogether(world, 2_500, blind)
  expect(passed).toEqual([1_000, 1_000, 500])
  passed.length = 0
  await advanceTogether(world, 'PT1H', blind)
  expect(passed).toEqual(Array.from({ length: 60 }, () => 60_000))
})

test('a call in flight is waited for', async () => {
  const world = await begun({ settings: { service_time: 50 } })
  const time = { pass: async () => void world.fetch('/ping'), pendingTimers: () => ({ isDue: false, next: 1_000 }) }
  await advanceTogether(world, 1_000, time)
  expect((await world.requests.list()).map(({ status }) => status)).toEqual([200])
})

test('a hanging call is abandoned', async () => {
  const world = await begun()
  await world.faults.add({ effect: { connection: 'hang' } })
  const hanging = new AbortController()
  const given: Promise<unknown>[] = []
  const pass = async (): Promise<void> => {
    if (given.length === 0) given.push(world.fetch('/ping', { signal: hanging.signal }).catch(() => 'broken off'))
  }
  await advanceTogether(world, 3_000, { pass, pendingTimers: () => ({ isDue: false, next: 1_000 }) })
  hanging.abort()
  expect(await Promise.all(given)).toEqual(['broken off'])
})

test('impossible advances are rejected', async () => {
  const world = await begun()
  const { time } = withTimers(world, [])
  await expect(advanceTogether(world, '31 seconds' as 'PT31S', time)).rejects.toThrow(
    `"31 seconds" is not a duration. Use one such as 'PT31S', or milliseconds.`,
  )
  await expect(advanceTogether(world, -1, time)).rejects.toThrow('-1 is not a duration.')
  await world.clock.set({ mode: 'realtime' })
  await expect(advanceTogether(world, 'PT1S', time)).rejects.toThrow("Freeze it with world.clock.set({ mode: 'frozen' })")
})
