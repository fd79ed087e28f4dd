import { expect, test } from 'vitest'
import { Scheduler } from '../../src/server/runtime/scheduler.ts'
import { WorldHandle } from '../../src/server/runtime/world-handle.ts'
import { realDelay, realNow, yieldToEventLoop } from '../../src/kernel/support/time.ts'
import { transact, type Tx, type WorldRules } from '../../src/kernel/world/tx.ts'
import { worldOfThings, rules, things } from './things.ts'

function cellWith(plan: (tx: Tx) => void): WorldHandle {
  const { world } = transact(worldOfThings(), rules, plan)
  return new WorldHandle(world, world)
}

const colours = (handle: WorldHandle) =>
  transact(handle.world, rules, (tx) =>
    tx
      .range(things.key)
      .all()
      .map((row) => row.colour),
  ).result

test('each job runs at its own instant, ordered by due time and creation', async () => {
  const handle = cellWith((tx) => {
    tx.schedule('thing.chain', 30, 'xyz')
    tx.schedule('thing.chain', 10, 'abc')
    tx.schedule('thing.chain', 10, 'def')
  })
  const { ran } = await new Scheduler(rules).advance(handle, 100)
  expect(ran).toEqual([
    { at: 10, job: 'thing.chain', subject: 'abc' },
    { at: 10, job: 'thing.chain', subject: 'def' },
    { at: 30, job: 'thing.chain', subject: 'xyz' },
  ])
  expect(handle.world.clock.now).toBe(100)
})

test('a job scheduled by a job joins the same advance, immediately if it is due', async () => {
  const handle = cellWith((tx) => tx.schedule('thing.chain', 10, 'a'))
  await new Scheduler(rules).advance(handle, 12)
  expect(colours(handle)).toEqual(['a@10', 'a+@10'])
  await new Scheduler(rules).advance(handle, 15)
  expect(colours(handle)).toEqual(['a@10', 'a+@10', 'a++@15'])
})

test('a job that is unscheduled never runs, and unscheduling it again, or no job, changes nothing', async () => {
  const handle = cellWith((tx) => {
    const { id } = tx.schedule('thing.chain', 10, 'abc')
    tx.schedule('thing.chain', 20, 'xyz')
    for (const each of [id, id, 0, undefined]) tx.unschedule(each)
  })
  const { ran } = await new Scheduler(rules).advance(handle, 100)
  expect(ran).toEqual([{ at: 20, job: 'thing.chain', subject: 'xyz' }])
})

test('an advance until idle stops at the last job', async () => {
  const handle = cellWith((tx) => tx.schedule('thing.chain', 10, 'a'))
  const { total } = await new Scheduler(rules).advance(handle, 'idle')
  expect(total).toBe(3)
  expect(handle.world.clock.now).toBe(15)
})

test('an advance in two steps gives the same result as in one', async () => {
  const plan = (tx: Tx) => ['a', 'b', 'c'].forEach((subject, i) => tx.schedule('thing.chain', i * 7, subject))
  const [once, twice] = [cellWith(plan), cellWith(plan)]
  await new Scheduler(rules).advance(once, 40)
  for (const to of [3, 9, 14, 40]) await new Scheduler(rules).advance(twice, to)
  expect(twice.world.clock).toEqual(once.world.clock)
  expect(colours(twice)).toEqual(colours(once))
})

test('twenty thousand due jobs yield to other work between slices', async () => {
  const handle = cellWith((tx) => {
    for (let i = 0; i < 20_000; i++) tx.schedule('thing.break', i % 100, '1')
  })
  const moving = new Scheduler(rules).advance(handle, 1_000)
  let served = 0
  const serve = () => void setImmediate(() => (served++, handle.world.clock.now < 1_000 && serve()))
  serve()
  expect((await moving).total).toBe(20_000)
  expect(served).toBeGreaterThan(3)
})

/** A job that writes, and then pauses until it is released. Its last write tells how often it began, and the rows that it saw. */
function withPausingJob() {
  const state = { released: false, began: 0 }
  const pausing: WorldRules = {
    ...rules,
    jobs: {
      *'thing.pause'(tx) {
        const add = (id: number, colour: string) => tx.insert(things, { id, colour, size: 0, status: 'new' })
        const seen = tx.range(things.key).count
        const began = ++state.began
        add(1, 'begun')
        while (!state.released) yield
        add(2, `began ${began}, saw ${seen}`)
      },
    },
  }
  const handle = cellWith((tx) => tx.schedule('thing.pause', 10, '1'))
  return { state, handle, pausing, scheduler: new Scheduler(pausing) }
}

test('a long job pauses for other calls, which see the world before the job', async () => {
  const { state, handle, scheduler } = withPausingJob()
  const moving = scheduler.advance(handle, 20)
  await yieldToEventLoop()
  await yieldToEventLoop()
  expect([state.began, colours(handle), handle.world.clock.now]).toEqual([1, [], 0])
  state.released = true
  expect(await moving).toEqual({ from: 0, ran: [{ at: 10, job: 'thing.pause', subject: '1' }], total: 1 })
  expect([colours(handle), handle.log.jobCount]).toEqual([['begun', 'began 1, saw 0'], 1])
})

test('a long job begins again if a call writes while it is paused', async () => {
  const { state, handle, pausing, scheduler } = withPausingJob()
  const moving = scheduler.advance(handle, 20)
  await yieldToEventLoop()
  handle.apply(transact(handle.world, pausing, (tx) => tx.insert(things, { id: 3, colour: 'red', size: 0, status: 'new' })))
  state.released = true
  expect((await moving).total).toBe(1)
  expect(colours(handle)).toEqual(['begun', 'began 2, saw 1', 'red'])
})

test('a long job that began again no longer pauses, however many calls write', async () => {
  const { handle } = withPausingJob()
  let parts = 0
  const scheduler = new Scheduler({
    ...rules,
    jobs: {
      *'thing.pause'() {
        const began = realNow()
        // As long as several slices.
        while (realNow() - began < 50) yield void parts++
      },
    },
  })
  const moving = scheduler.advance(handle, 20)
  const writes: number[] = []
  const state = { going: true }
  const write = (): void => {
    if (!state.going) return
    handle.world = { ...handle.world }
    writes.push(parts)
    setImmediate(write)
  }
  setImmediate(write)
  expect((await moving).total).toBe(1)
  state.going = false
  expect(new Set(writes).size).toBeLessThanOrEqual(3)
})

test('a reset drops a long job that is paused', async () => {
  const { state, handle, scheduler } = withPausingJob()
  const moving = scheduler.advance(handle, 20)
  await yieldToEventLoop()
  handle.reset()
  state.released = true
  expect((await moving).total).toBe(0)
  expect(handle.world).toBe(handle.origin)
})

test('a reset drops an advance in progress', async () => {
  const handle = cellWith((tx) => {
    for (let i = 0; i < 20_000; i++) tx.schedule('thing.break', i % 100, '1')
  })
  const moving = new Scheduler(rules).advance(handle, 1_000)
  await new Promise((resolve) => setImmediate(resolve))
  handle.reset()
  await moving
  expect(handle.world).toBe(handle.origin)
})

test('a reset drops queued advances as well', async () => {
  const handle = cellWith(() => {})
  const scheduler = new Scheduler(rules)
  const moving = [scheduler.advance(handle, 1_000), scheduler.advance(handle, 2_000)]
  handle.reset()
  await Promise.all(moving)
  expect(handle.world).toBe(handle.origin)
  await scheduler.advance(handle, 5)
  expect(handle.world.clock.now).toBe(5)
})

test('a job of an unknown kind raises a Defect that names it', async () => {
  const handle = cellWith((tx) => tx.schedule('thing.unheard_of', 1, '1'))
  await expect(new Scheduler(rules).advance(handle, 5)).rejects.toThrow('No handler for jobs of the kind thing.unheard_of.')
})

test('a job with a Defect is dropped: the advance fails in the end, and time continues', async () => {
  const logged: string[] = []
  const handle = cellWith((tx) => {
    tx.schedule('thing.unheard_of', 1, '1')
    tx.schedule('thing.chain', 2, 'abc')
    tx.schedule('thing.unheard_of', 3, '2')
  })
  const scheduler = new Scheduler(rules, (message) => logged.push(message))
  await expect(scheduler.advance(handle, 5)).rejects.toThrow(
    '2 of 3 jobs of this advance failed; the first with: No handler for jobs',
  )
  expect([colours(handle), handle.world.clock.now]).toEqual([['abc@2'], 5])
  expect(logged.map((line) => line.split('\n')[0])).toEqual([
    expect.stringContaining('DEFECT of maildouble in the world test: The job thing.unheard_of of 1 failed.'),
    expect.stringContaining('DEFECT of maildouble in the world test: The job thing.unheard_of of 2 failed.'),
  ])
  expect(await scheduler.advance(handle, 6)).toMatchObject({ total: 0 })
})

test('a job with a Defect can be replaced by another action at the same instant', async () => {
  const handle = cellWith((tx) => tx.schedule('thing.unheard_of', 3, 'a'))
  const instead = {
    'thing.unheard_of': (tx: Tx, subject: string, defect: unknown) =>
      void tx.insert(things, { id: 1, colour: `${subject}@${tx.nowMs}: ${String(defect)}`, size: 0, status: 'new' }),
  }
  await expect(new Scheduler({ ...rules, onDefect: instead }, () => {}).advance(handle, 5)).rejects.toThrow('1 of 1')
  expect(colours(handle)).toEqual(['a@3: Defect: No handler for jobs of the kind thing.unheard_of.'])
})

test('a failing job in a running world is logged and stops nothing', async () => {
  const handle = cellWith((tx) => tx.schedule('thing.unheard_of', 0, '1'))
  const logged = await new Promise<string>((resolve) => {
    new Scheduler(rules, resolve).setClock(handle, 'realtime', 1)
  })
  expect(logged).toContain('DEFECT of maildouble in the world test: ')
  expect(logged).toContain('No handler for jobs of the kind thing.unheard_of.')
})

test('jobs after a failed one in a running world run without further calls', async () => {
  const handle = cellWith((tx) => {
    tx.schedule('thing.unheard_of', 1, '1')
    tx.schedule('thing.chain', 2, 'abc')
  })
  new Scheduler(rules, () => {}).setClock(handle, 'scaled', 1_000)
  await expect.poll(() => colours(handle)).toHaveLength(1)
})

/** A world in which the given number of jobs are due at once, some of them later than others. */
const busy = (count: number) =>
  cellWith((tx) => {
    for (let i = 0; i < count; i++) tx.schedule('thing.break', i % 100, '1')
  })

test('a call sees the results of due jobs', () => {
  const handle = cellWith((tx) => tx.schedule('thing.chain', 0, 'a'))
  new Scheduler(rules).sync(handle)
  expect(colours(handle)).toEqual(['a@0', 'a+@0'])
})

test('jobs due immediately in a frozen world run without further calls', async () => {
  const handle = cellWith((tx) => tx.schedule('thing.chain', 0, 'a'))
  new Scheduler(rules).startTimer(handle)
  await expect.poll(() => colours(handle)).toEqual(['a@0', 'a+@0'])
  expect(handle.world.clock.now).toBe(0)
})

test('a clock frozen while it catches up stays where it is', async () => {
  const handle = busy(20_000)
  const scheduler = new Scheduler(rules)
  scheduler.setClock(handle, 'scaled', 1_000_000)
  await realDelay(2)
  // One slice runs now, and the rest between calls.
  scheduler.sync(handle)
  const { now } = handle.world.clock
  expect(now).toBeLessThan(99)
  scheduler.setClock(handle, 'frozen', 0)
  await realDelay(30)
  expect(handle.world.clock).toEqual({ now, mode: 'frozen', rate: 0 })
  expect((await scheduler.advance(handle, 100)).total).toBeGreaterThan(0)
})

test('calls during an advance see the instant reached so far', async () => {
  const handle = busy(20_000)
  const scheduler = new Scheduler(rules)
  const moving = scheduler.advance(handle, 1_000)
  await new Promise((resolve) => setImmediate(resolve))
  const { world } = handle
  scheduler.sync(handle)
  expect(handle.world).toBe(world)
  expect((await moving).total).toBe(20_000)
})

test('no job runs in a deleted world', async () => {
  const handle = cellWith((tx) => tx.schedule('thing.chain', 0, 'a'))
  handle.deleted = true
  new Scheduler(rules).startTimer(handle)
  await realDelay(10)
  expect(colours(handle)).toEqual([])
})
