import { describe, expect, test } from 'vitest'
import { realDelay } from '../../../src/kernel/support/time.ts'
import { mock } from '../../mock.ts'

const OPENED = Date.parse('2026-01-15T09:00:00Z')

describe('getClock', () => {
  test('getClock returns the time, the mode and the pending jobs', async () => {
    expect((await mock().call('GET /_control/clock')).body).toEqual({
      now: '2026-01-15T09:00:00.000Z',
      mode: 'frozen',
      rate: 0,
      pending: [],
    })
  })
})

describe('advanceClock', () => {
  test.each([
    [{ by: 'PT31S' }, '2026-01-15T09:00:31.000Z'],
    [{ by: 1500 }, '2026-01-15T09:00:01.500Z'],
    [{ by: 'P1D' }, '2026-01-16T09:00:00.000Z'],
    [{ to: '2026-02-01T00:00:00Z' }, '2026-02-01T00:00:00.000Z'],
    [{ to: '2026-02-01T00:00:00.250+01:00' }, '2026-01-31T23:00:00.250Z'],
    [{ until: 'idle' }, '2026-01-15T09:00:00.000Z'],
  ])('the advance %j leads to the instant %s', async (request, to) => {
    const { call } = mock()
    const { status, body } = await call('POST /_control/clock/advance', request)
    expect({ status, ...body }).toEqual({
      status: 200,
      from: '2026-01-15T09:00:00.000Z',
      to,
      ran: [],
      ran_total: 0,
      deliveries: [],
      deliveries_total: 0,
    })
    expect((await call('GET /_control/clock')).body.now).toBe(to)
  })

  test.each([
    [{}, ''],
    [{ by: 'PT1S', to: '2026-02-01' }, ''],
    [{ by: 'P1M' }, '/by'],
    [{ by: 'soon' }, '/by'],
    [{ by: '-PT5S' }, '/by'],
    [{ by: -5 }, '/by'],
    [{ by: true }, '/by'],
    [{ by: 1e300 }, '/by'],
    [{ by: 'P9999999D' }, '/by'],
    [{ to: 'tomorrow' }, '/to'],
    [{ to: '2020-01-01' }, '/to'],
    [{ to: '9999-01-01T00:00:01Z' }, '/to'],
    [{ until: 'dawn' }, '/until'],
    [{ bye: 'PT1S' }, '/bye'],
  ])('the advance %j is rejected at %j and does not move the time', async (request, pointer) => {
    const { call } = mock()
    expect((await call('POST /_control/clock/advance', request)).body).toMatchObject({ status: 422, errors: [{ pointer }] })
    expect((await call('GET /_control/clock')).body.now).toBe('2026-01-15T09:00:00.000Z')
  })

  test('concurrent advances of one world are queued, and each starts where the one before ended', async () => {
    const { call } = mock()
    const both = await Promise.all([{ by: 'PT5M' }, { by: 'PT1H' }].map((by) => call('POST /_control/clock/advance', by)))
    expect(both.map(({ body }) => [body.from, body.to])).toEqual([
      ['2026-01-15T09:00:00.000Z', '2026-01-15T09:05:00.000Z'],
      ['2026-01-15T09:05:00.000Z', '2026-01-15T10:05:00.000Z'],
    ])
  })

  test('an advance moves the time of the named world only', async () => {
    const { call } = mock()
    await call('POST /_control/worlds', { id: 'a', scenario: 'empty' })
    await call('POST /_control/worlds/a/clock/advance', { by: 'P1D' })
    expect((await call('GET /_control/clock')).body.now).toBe('2026-01-15T09:00:00.000Z')
  })
})

describe('updateClock', () => {
  test('a running clock stops at the end of representable time', async () => {
    const { call } = mock({ now: '9998-12-31T23:59:59Z' })
    await call('PATCH /_control/clock', { rate: 1_000_000 })
    await expect.poll(async () => (await call('GET /_control/clock')).body.now).toBe('9999-01-01T00:00:00.000Z')
    expect((await call('GET /3.0/lists')).status).toBe(200)
  })

  test('updateClock starts the clock and freezes it again', async () => {
    const { call } = mock()
    expect((await call('PATCH /_control/clock', { mode: 'realtime' })).body).toMatchObject({ mode: 'realtime', rate: 1 })
    expect((await call('PATCH /_control/clock', { rate: 3600 })).body).toMatchObject({ mode: 'scaled', rate: 3600 })
    expect((await call('PATCH /_control/clock', { mode: 'frozen' })).body).toMatchObject({ mode: 'frozen', rate: 0 })
    const { now } = (await call('GET /_control/clock')).body
    expect((await call('GET /_control/clock')).body.now).toBe(now)
  })

  test('a clock runs from the moment it is started, whether or not a call observes it', async () => {
    const { call } = mock()
    await call('PATCH /_control/clock', { rate: 1_000_000 })
    await realDelay(5)
    expect(Date.parse((await call('GET /_control/worlds')).body.worlds[0].now)).toBeGreaterThan(OPENED + 4_000_000)
  })

  test('a restarted clock continues from where it stopped', async () => {
    const { call } = mock({ clock: { mode: 'scaled', rate: 1_000 } })
    await call('PATCH /_control/clock', { mode: 'frozen' })
    const { now } = (await call('GET /_control/clock')).body
    await realDelay(150)
    const began = Date.now()
    await call('PATCH /_control/clock', { mode: 'scaled', rate: 1_000 })
    const later = (await call('GET /_control/clock')).body.now
    // At most as long as it has run since then, to the millisecond.
    const ran = Date.now() + 1 - began
    expect(Date.parse(later) - Date.parse(now)).toBeLessThanOrEqual(ran * 1_000)
  })

  test('a running clock can still be advanced', async () => {
    const { call } = mock()
    await call('PATCH /_control/clock', { mode: 'realtime' })
    const { body } = await call('POST /_control/clock/advance', { by: 'P1D' })
    expect(Date.parse(body.to) - Date.parse(body.from)).toBeGreaterThanOrEqual(86_400_000)
    expect((await call('GET /_control/clock')).body.now >= body.to).toBe(true)
  })

  test('updateClock rejects a rate for a mode without one', async () => {
    const { call } = mock()
    expect((await call('PATCH /_control/clock', { mode: 'realtime', rate: 2 })).body).toMatchObject({
      status: 422,
      errors: [{ pointer: '/rate' }],
    })
  })
})
