import { describe, expect, test } from 'vitest'
import { yieldToEventLoop } from '../../../src/kernel/support/time.ts'
import { PING, withBatches } from '../../resources/batch-world.ts'
import { type Body } from '../../mock.ts'

describe('getClock', () => {
  test('getClock shows the pending jobs, next one first', async () => {
    const { call, submitBatch } = await withBatches()
    const { id } = (await submitBatch(PING)).body
    await call('POST /3.0/account-exports', { include_stages: ['audiences'] })
    expect((await call('GET /_control/clock')).body.pending).toEqual([
      { due_at: '2026-01-15T09:00:00.200Z', job: 'batches.prepare', subject: id },
      { due_at: '2026-01-15T09:00:02.000Z', job: 'account-exports.begin', subject: '1' },
    ])
  })

  test('getClock shows at most a thousand jobs', async () => {
    const { call, plant } = await withBatches()
    await plant((tx) => {
      for (let i = 0; i < 1_001; i++) tx.schedule('batches.prepare', 1_001 - i, `gone-${i}`)
    })
    const { pending } = (await call('GET /_control/clock')).body
    expect([pending.length, pending[0].subject]).toEqual([1_000, 'gone-1000'])
  })
})

describe('advanceClock', () => {
  test('an advance runs each job at its own instant and reports its state changes', async () => {
    const { submitBatch, pass } = await withBatches()
    const { id } = (await submitBatch(PING)).body
    const { body } = await pass('PT1H')
    const about = (at: string, job: string, from_state: string, to_state: string) => ({
      at: `2026-01-15T09:00:00.${at}Z`,
      job,
      subject: id,
      from_state,
      to_state,
    })
    expect(body.ran).toEqual([
      about('200', 'batches.prepare', 'pending', 'preprocessing'),
      about('400', 'batches.start', 'preprocessing', 'started'),
      about('405', 'batches.operate', 'started', 'finalizing'),
      about('605', 'batches.finish', 'finalizing', 'finished'),
    ])
    expect([body.to, body.ran_total]).toEqual(['2026-01-15T10:00:00.000Z', 4])
  })

  test('an advance reports no states if the subject of the job is gone', async () => {
    const { submitBatch, pass, call } = await withBatches()
    const { id } = (await submitBatch(PING)).body
    await call(`DELETE /3.0/batches/${id}`)
    expect((await pass('PT1S')).body.ran).toEqual([{ at: '2026-01-15T09:00:00.200Z', job: 'batches.prepare', subject: id }])
  })

  test('an advance reports the first thousand jobs and counts all', async () => {
    const { submitBatch, pass } = await withBatches()
    await submitBatch(...Array.from({ length: 1_100 }, () => PING))
    const { ran, ran_total } = (await pass('PT1H')).body
    expect([ran.length, ran_total, ran.at(-1).at]).toEqual([1_000, 1_103, '2026-01-15T09:00:05.390Z'])
  })

  test('an advance until idle stops at the last job, before later expirations', async () => {
    const { submitBatch, getBatch, call } = await withBatches()
    const { id } = (await submitBatch(PING)).body
    const { body } = await call('POST /_control/clock/advance', { until: 'idle' })
    expect([body.from, body.to]).toEqual(['2026-01-15T09:00:00.000Z', '2026-01-15T09:00:00.605Z'])
    expect((await getBatch(id)).response_body_url).not.toBe('')
    expect((await call('GET /_control/clock')).body.pending).toEqual([])
  })

  test('a job runs when the clock is advanced to its due time, but not when it is advanced to the instant before', async () => {
    const { submitBatch, getBatch, call } = await withBatches()
    const { id } = (await submitBatch(PING)).body
    await call('POST /_control/clock/advance', { to: '2026-01-15T09:00:00.199Z' })
    expect((await getBatch(id)).status).toBe('pending')
    await call('POST /_control/clock/advance', { to: '2026-01-15T09:00:00.200Z' })
    expect((await getBatch(id)).status).toBe('preprocessing')
  })

  test('concurrent advances of one world are queued, and jobs of one do not run in the next', async () => {
    const { submitBatch, call } = await withBatches()
    await submitBatch(...Array.from({ length: 1_000 }, () => PING))
    const advances = ['PT1S', 'PT1H', 'PT1H'].map((by) => call('POST /_control/clock/advance', { by }))
    const totals = (await Promise.all(advances)).map(({ body }) => [
      body.from.slice(11, 19),
      body.to.slice(11, 19),
      body.ran_total,
    ])
    expect(totals).toEqual([
      ['09:00:00', '09:00:01', 122],
      ['09:00:01', '10:00:01', 881],
      ['10:00:01', '11:00:01', 0],
    ])
  })

  test('calls during an advance are served, and see the instant reached so far', async () => {
    const { submitBatch, pass, getBatch, call } = await withBatches()
    const { id } = (await submitBatch(...Array.from({ length: 10_000 }, () => PING))).body
    const state = { going: true }
    const moving = pass('P1D').finally(() => (state.going = false))
    const seen = new Set<number>()
    while (state.going) {
      const [clock, batch]: Body[] = [(await call('GET /_control/clock')).body, await getBatch(id)]
      expect(batch.finished_operations).toBeGreaterThanOrEqual(Math.max(...seen, 0))
      expect(clock.now < '2026-01-16T09:00:00.000Z' || batch.status === 'finished').toBe(true)
      seen.add(batch.finished_operations)
      // In-process calls do not yield to other work by themselves.
      await yieldToEventLoop()
    }
    await moving
    expect(seen.size).toBeGreaterThan(2)
  })
})

describe('updateClock', () => {
  test.each([{ mode: 'realtime' }, { mode: 'scaled', rate: 10 }])(
    'due jobs run without further calls after updateClock with %j',
    async (clock) => {
      const { submitBatch, handle, call, ready } = await withBatches({ settings: { batch: { phase: 'PT0.01S' } } })
      await ready
      const { id } = (await submitBatch(PING)).body
      await call('PATCH /_control/clock', clock)
      // No further call reaches the server.
      await expect.poll(() => handle().log.jobCount).toBe(4)
      await call('PATCH /_control/clock', { mode: 'frozen' })
      expect((await call(`GET /3.0/batches/${id}`)).body.status).toBe('finished')
    },
  )

  test('a scaled clock defaults to a minute per second and keeps a given rate', async () => {
    const { call } = await withBatches()
    expect((await call('PATCH /_control/clock', { mode: 'scaled' })).body).toMatchObject({ mode: 'scaled', rate: 60 })
    expect((await call('PATCH /_control/clock', { rate: 0.5 })).body).toMatchObject({ mode: 'scaled', rate: 0.5 })
    expect((await call('PATCH /_control/clock', { mode: 'scaled' })).body).toMatchObject({ mode: 'scaled', rate: 0.5 })
  })
})

describe('createWorld', () => {
  test("a real-time world starts at the machine's time, which relative times of the scenario refer to", async () => {
    const { call } = await withBatches()
    const began = Date.now()
    const { body } = await call('POST /_control/worlds', { id: 'now', scenario: 'starter', clock: { mode: 'realtime' } })
    expect(Date.parse(body.now)).toBeGreaterThanOrEqual(began - 1)
    expect(Date.parse(body.now)).toBeLessThanOrEqual(Date.now())
    const ages = await Promise.all(
      ['now', 'then'].map(async (id) => {
        const world = id === 'now' ? body : (await call('POST /_control/worlds', { id, scenario: 'starter' })).body
        const headers = { authorization: `Bearer ${world.api_key}` }
        const { date_created } = (await call('GET /3.0/lists/aaaaaaaaaa', undefined, { headers })).body
        return Math.floor(Date.parse(world.now) / 1000) - Date.parse(date_created) / 1000
      }),
    )
    expect(ages[0]).toBe(ages[1])
  })
})
