import { describe, expect, test } from 'vitest'
import { realDelay } from '../../src/kernel/support/time.ts'
import type { Body } from '../mock.ts'
import { addition, PING, withBatches } from './batch-world.ts'

const MEMBERS = '/3.0/lists/a1b2c3d4e5/members'
const AT_ONCE = { batch: { phase: 'PT0S', operation: 'PT0S' } } as const

describe('createBatch', () => {
  test('batches run one at a time, oldest first, each starting when the one before it ends', async () => {
    const { submitBatch, getBatch, pass } = await withBatches()
    const ids: string[] = []
    for (const count of [2, 1, 1]) ids.push((await submitBatch(...Array.from({ length: count }, () => PING))).body.id)
    const statuses = async () => Promise.all(ids.map(async (id) => (await getBatch(id)).status))
    await pass('PT0.2S')
    expect(await statuses()).toEqual(['preprocessing', 'pending', 'pending'])
    await pass('PT0.41S')
    expect(await statuses()).toEqual(['finished', 'pending', 'pending'])
    await pass('PT0.2S')
    expect(await statuses()).toEqual(['finished', 'preprocessing', 'pending'])
    await pass('PT0.405S')
    expect(await statuses()).toEqual(['finished', 'finished', 'pending'])
    await pass('PT0.605S')
    expect(await statuses()).toEqual(['finished', 'finished', 'finished'])
  })

  test('batches created at the same instant finish in the order of their creation', async () => {
    const { submitBatch, pass, call } = await withBatches()
    await submitBatch(addition('ada'))
    await submitBatch(addition('bob'))
    await pass('PT10S')
    expect((await call(`GET ${MEMBERS}`)).body.members).toMatchObject([
      { email_address: 'ada@acme.test' },
      { email_address: 'bob@acme.test' },
    ])
  })

  test('time passes between the operations of a batch: each runs at its own instant', async () => {
    const { submitBatch, pass, call } = await withBatches({ settings: { batch: { operation: 'PT1H' } } })
    await submitBatch(addition('ada'), addition('bob'))
    await pass('P1D')
    expect((await call(`GET ${MEMBERS}?fields=members.timestamp_opt`)).body.members).toEqual([
      { timestamp_opt: '2026-01-15T10:00:00+00:00' },
      { timestamp_opt: '2026-01-15T11:00:00+00:00' },
    ])
  })

  test('each phase of a batch takes as long as the setting of its own says', async () => {
    const { submitBatch, getBatch, call } = await withBatches({
      settings: { batch: { phases: { preprocessing: 'PT7M', started: 'PT1H', finalizing: 0 } } },
    })
    const { id } = (await submitBatch(PING)).body
    const { ran } = (await call('POST /_control/clock/advance', { until: 'idle' })).body
    expect(ran.map(({ at, to_state }: Body) => [at, to_state])).toEqual([
      ['2026-01-15T09:00:00.200Z', 'preprocessing'],
      ['2026-01-15T09:07:00.200Z', 'started'],
      ['2026-01-15T10:07:00.200Z', 'finalizing'],
      ['2026-01-15T10:07:00.200Z', 'finished'],
    ])
    expect(await getBatch(id)).toMatchObject({ status: 'finished', finished_operations: 1 })
  })

  test('a batch has the same result whether the clock is advanced in one step or in several', async () => {
    const ended = async (...waits: readonly string[]) => {
      const { submitBatch, pass, call } = await withBatches()
      for (const name of ['ada', 'bob', 'cyd']) await submitBatch(addition(name), PING)
      for (const wait of waits) await pass(wait)
      return (await call('GET /3.0/batches')).text
    }
    expect(await ended('PT0.3S', 'PT0.105S', 'PT0.205S', 'PT1.39S')).toBe(await ended('PT2S'))
  })

  test('a batch does not progress while the clock stands still', async () => {
    const { submitBatch, getBatch } = await withBatches()
    const { id } = (await submitBatch(PING)).body
    await realDelay(30)
    expect(await getBatch(id)).toMatchObject({ status: 'pending' })
  })

  test('a batch of zero duration is finished at the next call, even on a stopped clock', async () => {
    const { submitBatch, getBatch, call } = await withBatches({ settings: AT_ONCE })
    await call('GET /3.0/ping')
    const { body } = await submitBatch(addition('ada'), PING)
    expect(body).toMatchObject({ status: 'pending' })
    await expect.poll(() => getBatch(body.id)).toMatchObject({ status: 'finished', finished_operations: 2 })
    expect((await call('GET /_control/clock')).body.now).toBe('2026-01-15T09:00:00.000Z')
  })
})

describe('deleteBatch', () => {
  test('the deletion of the current batch starts the next one, whatever phase the deleted one was in', async () => {
    const { submitBatch, getBatch, pass, call } = await withBatches()
    const ids: string[] = []
    for (const name of ['ada', 'bob', 'cyd']) ids.push((await submitBatch(addition(name))).body.id)
    await pass('PT0.1S')
    await call(`DELETE /3.0/batches/${ids[0]}`)
    await pass('PT0.1S')
    expect(await getBatch(ids[1] ?? '')).toMatchObject({ status: 'pending' })
    await pass('PT0.1S')
    expect(await getBatch(ids[1] ?? '')).toMatchObject({ status: 'preprocessing' })
    await pass('PT0.2S')
    await call(`DELETE /3.0/batches/${ids[1]}`)
    await pass('PT0.605S')
    expect(await getBatch(ids[2] ?? '')).toMatchObject({ status: 'finished' })
    expect((await call(`GET ${MEMBERS}`)).body.members).toMatchObject([{ email_address: 'cyd@acme.test' }])
  })

  test('the deletion of a waiting batch does not affect the others', async () => {
    const { submitBatch, getBatch, pass, call } = await withBatches()
    const ids: string[] = []
    for (const name of ['ada', 'bob', 'cyd']) ids.push((await submitBatch(addition(name))).body.id)
    await pass('PT0.1S')
    await call(`DELETE /3.0/batches/${ids[1]}`)
    await pass('PT0.505S')
    expect(await getBatch(ids[0] ?? '')).toMatchObject({ status: 'finished' })
    await pass('PT0.605S')
    expect(await getBatch(ids[2] ?? '')).toMatchObject({ status: 'finished' })
  })
})

describe('in a world with a running clock', () => {
  const RUNNING = { clock: { mode: 'scaled', rate: 20 } } as const
  /** A batch of two thousand operations takes a hundred real seconds, so it is running whenever a test looks. */
  const SLOWLY = { ...RUNNING, settings: { batch: { operation: 'PT1S' } } } as const

  test('a batch in a world with a running clock goes through its phases without further calls', async () => {
    const { submitBatch, getBatch } = await withBatches(RUNNING)
    const { id } = (await submitBatch(addition('ada'), PING)).body
    await expect.poll(() => getBatch(id)).toMatchObject({ status: 'finished', finished_operations: 2 })
  })

  test('a call in a world with a running clock sees the results of due jobs even if no timer has fired yet', async () => {
    const { submitBatch, getBatch } = await withBatches({ ...RUNNING, settings: { batch: { phase: 'PT1S', operation: 'PT0S' } } })
    const { id } = (await submitBatch(addition('ada'))).body
    const until = performance.now() + 160
    while (performance.now() < until);
    // On a busy machine not all jobs that are due fit into the time that they may take from one call.
    expect((await getBatch(id)).status).not.toBe('pending')
    await expect.poll(() => getBatch(id)).toMatchObject({ status: 'finished', finished_operations: 1 })
  })

  test('the deletion of a running batch stops it', async () => {
    const { submitBatch, call, getBatch } = await withBatches(SLOWLY)
    const { id } = (await submitBatch(...Array.from({ length: 2_000 }, (_, i) => addition(`m${i}`)))).body
    await expect.poll(() => getBatch(id)).toMatchObject({ status: 'started' })
    await call(`DELETE /3.0/batches/${id}`)
    const { total_items: made } = (await call(`GET ${MEMBERS}?count=0`)).body
    await realDelay(30)
    expect((await call(`GET ${MEMBERS}?count=0`)).body.total_items).toBe(made)
    expect(made).toBeLessThan(2_000)
  })

  test('a reset ends a running batch', async () => {
    const { submitBatch, call, getBatch, handle } = await withBatches(SLOWLY)
    const { id } = (await submitBatch(...Array.from({ length: 2_000 }, (_, i) => addition(`m${i}`)))).body
    await expect.poll(() => getBatch(id)).toMatchObject({ status: 'started' })
    await call('POST /_control/reset')
    await realDelay(30)
    expect((await call(`GET /3.0/batches/${id}`)).status).toBe(404)
    expect(handle().world.tables).toEqual(handle().origin.tables)
  })

  test('a stopped clock pauses the batch, and a clock that is started again resumes the batch', async () => {
    const { submitBatch, call, getBatch } = await withBatches(SLOWLY)
    const { id } = (await submitBatch(...Array.from({ length: 2_000 }, (_, i) => addition(`m${i}`)))).body
    await expect.poll(() => getBatch(id)).toMatchObject({ status: 'started' })
    const { now } = (await call('PATCH /_control/clock', { mode: 'frozen' })).body
    const stopped = await getBatch(id)
    await realDelay(30)
    expect(await getBatch(id)).toEqual(stopped)
    expect((await call('GET /_control/clock')).body.now).toBe(now)
    await call('PATCH /_control/clock', { mode: 'scaled', rate: 100_000 })
    await expect.poll(() => getBatch(id)).toMatchObject({ status: 'finished', finished_operations: 2_000 })
  })
})
