import { describe, expect, test } from 'vitest'
import type { NewWorldOptions } from '../../src/service/scenarios/world-options.ts'
import { mock } from '../mock.ts'

type Times = NonNullable<NonNullable<NewWorldOptions['settings']>['service_times']>

/** A world whose calls take time of its clock, and a function that returns how many seconds of it a call took. */
function timed(operations: Times['operations'] = {}, settings: NewWorldOptions['settings'] = {}) {
  const double = mock({ settings: { ...settings, service_times: { clock: 'world', operations } } })
  const { call, handle, ready } = double
  const seconds = async (line: string, body?: unknown) => {
    await ready
    const before = handle().world.clock.now
    await call(line, body)
    return (handle().world.clock.now - before) / 1000
  }
  return { ...double, seconds }
}

describe('service_times', () => {
  test('a call takes time by the rows that it asks for and the rows that it skips', async () => {
    const { seconds } = timed({ getLists: { call: 'PT0.5S', row: 'PT0.02S', skipped: 1 } })
    expect(await seconds('GET /3.0/lists?count=1000')).toBe(20.5)
    expect(await seconds('GET /3.0/lists?count=100&offset=4000')).toBe(6.5)
    // The default of the operation, and its maximum.
    expect(await seconds('GET /3.0/lists')).toBe(0.7)
    expect(await seconds('GET /3.0/lists?count=5000')).toBe(20.5)
  })

  test('a thousand rows of email activity take their twenty seconds', async () => {
    const { seconds } = timed({ getEmailActivity: { row: 'PT0.02S' } })
    expect(await seconds('GET /3.0/reports/none/email-activity?count=1000')).toBe(20)
  })

  test('an operation without a time of its own takes that of *, and else service_time', async () => {
    const { seconds, call } = timed({ getLists: { row: 0 }, '*': { call: 'PT3S' } }, { service_time: 'PT1S' })
    expect([await seconds('GET /3.0/lists'), await seconds('GET /3.0/ping')]).toEqual([1, 3])
    await call('PATCH /_control/settings', { 'service_times.operations': {} })
    expect([await seconds('GET /3.0/lists'), await seconds('GET /3.0/ping')]).toEqual([1, 1])
  })

  test('a call takes ten minutes at most', async () => {
    const { seconds } = timed({ getLists: { row: 'PT10M' } })
    expect(await seconds('GET /3.0/lists?count=1000')).toBe(600)
  })

  test('what is due while a call takes time happens before its operation, and the answer has the later time', async () => {
    const { call } = timed({ getBatch: { call: 'PT1M' } })
    const { id } = (await call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/ping' }] })).body
    const { status, completed_at } = (await call(`GET /3.0/batches/${id}`)).body
    expect([status, completed_at]).toEqual(['finished', '2026-01-15T09:00:00+00:00'])
    expect((await call('GET /_control/clock')).body.now).toBe('2026-01-15T09:01:00.000Z')
  })

  test('calls that arrive together take their time together, and count as in flight', async () => {
    const { call, handle, ready } = timed({ '*': { call: 'PT5S' } }, { connections: 2 })
    await ready
    const answers = await Promise.all(Array.from({ length: 3 }, () => call('GET /3.0/ping')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(handle().world.clock.now).toBe(Date.UTC(2026, 0, 15, 9, 0, 5))
  })

  test('with a running clock, a call waits until the clock has moved', async () => {
    const { call } = mock({
      clock: { mode: 'scaled', rate: 100_000 },
      settings: { service_times: { clock: 'world', operations: { ping: { call: 'PT10M' } } } },
    })
    const now = async () => Date.parse((await call('GET /_control/clock')).body.now)
    const before = await now()
    await call('GET /3.0/ping')
    // A timer may be early by a millisecond, which is 100 seconds here.
    expect((await now()) - before).toBeGreaterThan(400_000)
  })

  test('an answer of the edge takes no time of the service', async () => {
    const { seconds, call } = timed({ '*': { call: 'PT5S' } })
    await call('POST /_control/faults', { effect: { answer: { preset: 'EdgeBlocked' } } })
    expect(await seconds('GET /3.0/ping')).toBe(0)
  })

  test('a real time by row keeps a call in flight and leaves a frozen clock alone', async () => {
    const { call, handle } = mock({ settings: { connections: 1, service_times: { operations: { getLists: { row: 1 } } } } })
    const together = async (line: string) => (await Promise.all([call(line), call(line)])).map(({ status }) => status)
    expect(await together('GET /3.0/lists?count=20')).toEqual([200, 429])
    expect(await together('GET /3.0/lists?count=0')).toEqual([200, 200])
    expect(handle().world.clock.now).toBe(Date.UTC(2026, 0, 15, 9))
  })

  test('the name of an operation that does not exist is refused', async () => {
    const { call } = mock()
    const refused = async (name: string) =>
      (await call('PATCH /_control/settings', { service_times: { operations: { [name]: { row: 1 } } } })).body.errors
    expect(await refused('getListz')).toEqual([
      {
        pointer: '/service_times/operations/getListz',
        message: 'There is no value getListz here. Did you mean getList or getLists?',
      },
    ])
    expect((await refused('everything'))[0].message).toMatch(/^There is no value everything here\. There are: \*, .* \.\.\.$/)
  })
})
