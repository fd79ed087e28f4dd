import { describe, expect, test } from 'vitest'
import { mock, type Body } from '../../mock.ts'

const FIRST_TWO = { match: { operation: 'createBatch' }, when: { first: 2 }, effect: { problem: { preset: 'TooManyRequests' } } }
const PING = { operations: [{ method: 'GET', path: '/ping' }] }

describe('createFault', () => {
  test('a fault on the first two batches answers them with 429, and the third one works', async () => {
    const { call } = mock()
    const { status, body: fault } = await call('POST /_control/faults', {
      ...FIRST_TWO,
      effect: { ...FIRST_TWO.effect, headers: { 'Retry-After': '30' } },
      must_fire: true,
    })
    expect(status).toBe(201)
    expect(fault).toEqual({
      id: 1,
      match: { operation: 'createBatch' },
      when: { first: 2 },
      effect: { problem: { preset: 'TooManyRequests' }, headers: { 'Retry-After': '30' } },
      stage: 'before',
      must_fire: true,
      window: null,
      outage: null,
      used_up: false,
      seen: 0,
      fired: 0,
      last_fired_request: null,
    })
    const answers = [
      await call('POST /3.0/batches', PING),
      await call('POST /3.0/batches', PING),
      await call('POST /3.0/batches', PING),
    ]
    expect(answers.map((each) => each.status)).toEqual([429, 429, 200])
    const [, second] = answers
    expect(second?.headers.get('retry-after')).toBe('30')
    expect(second?.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(second?.body).toEqual({
      type: 'http://maildouble.test/docs/errors',
      title: 'Too Many Requests',
      status: 429,
      detail: 'Injected by the fault 1 of maildouble.',
      instance: second?.headers.get('x-request-id'),
    })
    expect((await call('GET /3.0/batches')).body.total_items).toBe(1)
    expect((await call('GET /_control/faults/1')).body).toMatchObject({
      seen: 3,
      fired: 2,
      last_fired_request: second?.headers.get('x-request-id'),
    })
  })

  test('a fault with a complete problem object returns it as given', async () => {
    const { call } = mock()
    const problem = {
      type: 'https://example.test/problems/1',
      title: 'Compliance Related',
      status: 503,
      detail: 'Come back tomorrow.',
      instance: 'abc',
      errors: [{ field: 'name', message: 'is odd' }],
    }
    await call('POST /_control/faults', { effect: { problem } })
    const { status, body } = await call('GET /3.0/lists')
    expect(status).toBe(503)
    expect(body).toEqual(problem)
  })

  test('members beside the preset of a fault override the preset', async () => {
    const { call } = mock()
    await call('POST /_control/faults', { effect: { problem: { preset: 'TooManyRequests', status: 503, detail: 'Soon.' } } })
    expect((await call('GET /3.0/lists')).body).toMatchObject({ status: 503, title: 'Too Many Requests', detail: 'Soon.' })
  })

  test('a call that several faults match gets the problem of the oldest, and the others do not count the call', async () => {
    const { call } = mock()
    for (const status of [502, 503])
      await call('POST /_control/faults', { when: { first: 1 }, effect: { problem: { status, title: 'No' } } })
    const statuses = [(await call('GET /3.0/ping')).status, (await call('GET /3.0/ping')).status]
    expect(statuses).toEqual([502, 200])
    const { faults } = (await call('GET /_control/faults')).body
    expect(faults.map(({ seen, fired }: Body) => [seen, fired])).toEqual([
      [2, 1],
      [2, 0],
    ])
  })

  test('a fault does not match a call that is not authenticated', async () => {
    const { call } = mock()
    await call('POST /_control/faults', { effect: { problem: { preset: 'InternalServerError' } } })
    expect((await call('GET /3.0/lists', undefined, { anonymous: true })).status).toBe(401)
    expect((await call('GET /3.0/nowhere')).status).toBe(404)
    expect((await call('GET /_control/faults/1')).body).toMatchObject({ seen: 0, fired: 0 })
  })

  test('a fault never matches calls of the control API', async () => {
    const { call } = mock()
    await call('POST /_control/faults', { effect: { problem: { preset: 'InternalServerError' } } })
    expect((await call('GET /_control/clock')).status).toBe(200)
    expect((await call('GET /_control/faults/1')).body.seen).toBe(0)
  })

  test('X-Trigger-Error returns a problem without any fault', async () => {
    const { call } = mock()
    const headers = { 'x-trigger-error': 'TooManyRequests' }
    expect((await call('GET /3.0/lists', undefined, { headers })).body).toMatchObject({ status: 429, title: 'Too Many Requests' })
    expect((await call('GET /_control/faults')).body).toEqual({ faults: [], total: 0 })
  })

  test('a fault ends at a given instant of the world', async () => {
    const { call, pass } = mock()
    await call('POST /_control/faults', { when: { until: '2026-01-15T09:05:00Z' }, effect: { problem: { preset: 'Conflict' } } })
    expect((await call('GET /_control/faults/1')).body.when).toEqual({ until: '2026-01-15T09:05:00.000Z' })
    await pass('PT4M59S')
    expect((await call('GET /3.0/ping')).status).toBe(409)
    await pass('PT1S')
    expect((await call('GET /3.0/ping')).status).toBe(200)
  })
})

describe('getFaults', () => {
  test('getFaults with unfired=true lists the required faults that have not fired', async () => {
    const { call } = mock()
    const problem = { preset: 'Conflict' }
    await call('POST /_control/faults', { match: { operation: 'getBatches' }, effect: { problem } })
    await call('POST /_control/faults', { match: { operation: 'getLists' }, effect: { problem } })
    await call('POST /_control/faults', { match: { operation: 'getLists' }, effect: { problem }, must_fire: false })
    await call('GET /3.0/batches')
    const { body } = await call('GET /_control/faults?unfired=true')
    expect(body.total).toBe(1)
    expect(body.faults.map(({ id }: Body) => id)).toEqual([2])
    expect((await call('GET /_control/faults?unfired=false')).body.total).toBe(3)
  })

  test.each(['yes', 'TRUE', '2', ''])('getFaults rejects %j as the value of unfired', async (word) => {
    const { status, body } = await mock().call(`GET /_control/faults?unfired=${word}`)
    expect([status, body.detail]).toEqual([422, 'The query parameter unfired: Value must be true or false.'])
  })

  test('getFaults is paged by count and offset', async () => {
    const { call } = mock()
    for (let i = 0; i < 3; i++) await call('POST /_control/faults', FIRST_TWO)
    const { body } = await call('GET /_control/faults?limit=1&offset=1')
    expect(body.total).toBe(3)
    expect(body.faults.map(({ id }: Body) => id)).toEqual([2])
  })
})

describe('deleteFault', () => {
  test('a deleted fault has no further effect', async () => {
    const { call } = mock()
    await call('POST /_control/faults', { effect: { problem: { preset: 'Conflict' } } })
    expect((await call('DELETE /_control/faults/1')).status).toBe(204)
    expect((await call('GET /3.0/ping')).status).toBe(200)
    expect((await call('DELETE /_control/faults/1')).status).toBe(404)
  })
})

describe('deleteFaults', () => {
  test('deleteFaults deletes all faults and keeps counting ids', async () => {
    const { call } = mock()
    for (let i = 0; i < 2; i++) await call('POST /_control/faults', FIRST_TWO)
    expect((await call('DELETE /_control/faults')).status).toBe(204)
    expect((await call('DELETE /_control/faults')).status).toBe(204)
    expect((await call('GET /_control/faults')).body).toEqual({ faults: [], total: 0 })
    expect((await call('POST /_control/faults', FIRST_TWO)).body.id).toBe(3)
  })
})
