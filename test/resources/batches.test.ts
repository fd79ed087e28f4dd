import { describe, expect, test } from 'vitest'
import { deliveries } from '../../src/service/model/deliveries/delivery.ts'
import { makeBatch } from '../../src/service/rules/batches/make.ts'
import { addition, PING, plantBatchWebhook, withBatches } from './batch-world.ts'

const BASE = 'http://maildouble.test'
const NOWHERE = { method: 'GET', path: '/nowhere' }

describe('createBatch', () => {
  test('a new batch is pending, and none of its operations has run', async () => {
    const { submitBatch } = await withBatches()
    const { body } = await submitBatch(PING)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{10}$/),
      status: 'pending',
      total_operations: 0,
      finished_operations: 0,
      errored_operations: 0,
      submitted_at: '2026-01-15T09:00:00+00:00',
      completed_at: '',
      response_body_url: '',
      _links: expect.any(Array),
    })
  })

  test('a batch rejects DELETE as the method of an operation and lists the allowed methods', async () => {
    const { submitBatch } = await withBatches()
    const { body } = await submitBatch(PING, { method: 'DELETE', path: '/lists/x' })
    expect(body).toMatchObject({
      title: 'Invalid Resource',
      errors: [{ field: 'operations.item:1.method', message: 'Value must be one of: GET, POST, PUT, PATCH.' }],
    })
  })

  test('another batch is rejected while 500 are pending, until one of them has started', async () => {
    const { submitBatch, plant, pass, handle } = await withBatches()
    await plant((tx) => {
      for (let i = 0; i < 500; i++) makeBatch(tx, { operations: [PING] })
    })
    const before = handle().world
    expect((await submitBatch(PING)).body).toMatchObject({ title: 'Too Many Requests', status: 429 })
    expect(handle().world).toBe(before)
    await pass('PT0.2S')
    expect((await submitBatch(PING)).status).toBe(200)
    expect((await submitBatch(PING)).status).toBe(429)
  })

  test('another batch is rejected while 500 announcements are outstanding', async () => {
    const { submitBatch, plant, pass } = await withBatches({ settings: { webhooks: { mode: 'record' } } })
    await plant((tx) => {
      plantBatchWebhook(tx)
      makeBatch(tx, { operations: [PING] })
    })
    await pass('PT10S')
    await plant((tx) => {
      const one = tx.range(deliveries.key).first()
      if (!one) throw new Error('Nothing was announced.')
      const { seq: _seq, ...fields } = one
      const postponed = { ...fields, status: 'retrying', turn: 'later' } as const
      for (let i = 0; i < 500; i++) tx.insert(deliveries, { ...postponed, id: 1_000 + i })
    })
    expect((await submitBatch(PING)).body).toMatchObject({ title: 'Too Many Requests', status: 429 })
  })
})

describe('getBatch', () => {
  test('a batch goes through its phases, and its counters grow once it has started', async () => {
    const { submitBatch, getBatch, pass } = await withBatches()
    const { id } = (await submitBatch(PING, NOWHERE, PING)).body
    const steps: unknown[] = []
    for (const wait of ['PT0S', 'PT0.199S', 'PT0.001S', 'PT0.2S', 'PT0.005S', 'PT0.005S', 'PT0.005S', 'PT0.199S', 'PT0.001S']) {
      await pass(wait)
      const { status, total_operations, finished_operations, errored_operations } = await getBatch(id)
      steps.push([status, total_operations, finished_operations, errored_operations])
    }
    expect(steps).toEqual([
      ['pending', 0, 0, 0],
      ['pending', 0, 0, 0],
      ['preprocessing', 0, 0, 0],
      ['started', 3, 0, 0],
      ['started', 3, 1, 0],
      ['started', 3, 2, 1],
      ['finalizing', 3, 3, 1],
      ['finalizing', 3, 3, 1],
      ['finished', 3, 3, 1],
    ])
  })

  test("the durations of a batch's phases and operations are settings", async () => {
    const { submitBatch, getBatch, pass } = await withBatches({ settings: { batch: { phase: 'PT1H', operation: 'PT1M' } } })
    const { id } = (await submitBatch(PING, PING)).body
    await pass('PT3H1M59S')
    expect(await getBatch(id)).toMatchObject({ status: 'finalizing' })
    await pass('PT1S')
    expect(await getBatch(id)).toMatchObject({
      status: 'finished',
      submitted_at: '2026-01-15T09:00:00+00:00',
      completed_at: '2026-01-15T12:02:00+00:00',
    })
  })

  test('only a finished batch has a results URL, generated anew for each call', async () => {
    const { submitBatch, getBatch, pass } = await withBatches()
    const { id } = (await submitBatch(PING)).body
    await pass('PT0.604S')
    expect((await getBatch(id)).response_body_url).toBe('')
    await pass('PT0.396S')
    const first = (await getBatch(id)).response_body_url
    expect(first).toMatch(new RegExp(`^${BASE}/_files/batches/${id}\\.tar\\.gz\\?expires=1768468201&sig=[0-9a-f]{64}$`))
    expect((await getBatch(id)).response_body_url).toBe(first)
    await pass('PT1M')
    expect((await getBatch(id)).response_body_url).not.toBe(first)
  })

  test('a batch has no results seven days after it finished', async () => {
    const { submitBatch, getBatch, pass } = await withBatches()
    const { id } = (await submitBatch(PING)).body
    await pass('P6DT23H59M59S')
    expect((await getBatch(id)).response_body_url).not.toBe('')
    await pass('PT1S')
    expect(await getBatch(id)).toMatchObject({ status: 'finished', response_body_url: '' })
  })

  test('expired results of a batch are evicted when another batch is created', async () => {
    const { submitBatch, getBatch, call, pass } = await withBatches()
    const kept = async () => (await call('GET /_control/worlds/default')).body.counts.batch_results
    const ids: string[] = []
    for (const count of [3, 2, 4, 1]) {
      ids.push((await submitBatch(...Array.from({ length: count }, () => PING))).body.id)
      await pass('P1D')
    }
    await pass('P2DT23H59M')
    expect(await kept()).toBe(10)
    await submitBatch(PING)
    expect(await kept()).toBe(10)
    await pass('P1DT1M')
    expect(await kept()).toBe(11)
    await submitBatch(PING)
    expect(await kept()).toBe(6)
    await pass('P8D')
    await submitBatch(PING)
    await pass('PT10S')
    expect(await kept()).toBe(1)
    for (const id of ids) expect(await getBatch(id)).toMatchObject({ status: 'finished', response_body_url: '' })
  })

  test('a batch of another world is answered with 404', async () => {
    const { call, submitBatch } = await withBatches()
    const { id } = (await submitBatch(PING)).body
    await call('POST /_control/worlds', { id: 'other', scenario: 'empty', settings: { credentials: 'any' } })
    expect((await call(`GET /_worlds/other/3.0/batches/${id}`)).body).toMatchObject({ status: 404 })
  })
})

describe('getBatches', () => {
  test('getBatches lists the batches of the last seven days, newest first', async () => {
    const { submitBatch, call, pass } = await withBatches()
    const ids: string[] = []
    for (const wait of ['PT0S', 'P1D', 'PT1S', 'PT0S']) {
      await pass(wait)
      ids.push((await submitBatch(PING)).body.id)
    }
    const listed = async (query = '') => {
      const { body } = await call(`GET /3.0/batches${query}`)
      return [body.batches.map(({ id }: { id: string }) => ids.indexOf(id)), body.total_items]
    }
    expect(await listed()).toEqual([[3, 2, 1, 0], 4])
    expect(await listed('?count=2')).toEqual([[3, 2], 4])
    expect(await listed('?count=2&offset=3')).toEqual([[0], 4])
    await pass('P5DT23H59M58S')
    expect(await listed()).toEqual([[3, 2, 1, 0], 4])
    await pass('PT1S')
    expect(await listed()).toEqual([[3, 2, 1], 3])
    await pass('P1D')
    expect(await listed()).toEqual([[3, 2], 2])
    await pass('PT1S')
    expect(await listed()).toEqual([[], 0])
  })
})

describe('deleteBatch', () => {
  test('a running batch that is deleted stops: completed operations stay, the others do not run, and no webhook is called', async () => {
    const { submitBatch, call, pass, plant } = await withBatches({ settings: { webhooks: { mode: 'record' } } })
    await plant(plantBatchWebhook)
    const { id } = (await submitBatch(addition('ada'), addition('bob'), addition('cyd'))).body
    await pass('PT0.411S')
    expect(await call(`DELETE /3.0/batches/${id}`)).toMatchObject({ status: 204, text: '' })
    await pass('PT1M')
    expect((await call('GET /3.0/lists/a1b2c3d4e5/members')).body.members).toMatchObject([
      { email_address: 'ada@acme.test' },
      { email_address: 'bob@acme.test' },
    ])
    expect(await plant((tx) => tx.range(deliveries.key).count)).toBe(0)
    expect((await call('GET /3.0/batches')).body.total_items).toBe(0)
  })

  test('a finished batch is deleted with its results, whose URL is no longer found', async () => {
    const { submitBatch, call, pass, getBatch, app } = await withBatches()
    const { id } = (await submitBatch(PING)).body
    await pass('PT10S')
    const { response_body_url: url } = await getBatch(id)
    expect((await app.request(url)).status).toBe(200)
    await call(`DELETE /3.0/batches/${id}`)
    expect((await app.request(url)).status).toBe(404)
    const { counts } = (await call('GET /_control/worlds/default')).body
    for (const table of ['batches', 'batch_orders', 'batch_results']) expect(counts[table]).toBeUndefined()
  })
})
