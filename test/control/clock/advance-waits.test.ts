import { describe, expect, test } from 'vitest'
import { receiving, sendingWorld } from '../../outbound/delivery-world.ts'

describe('advanceClock', () => {
  test('an advance finishes every attempt due at an instant before it moves on', async () => {
    const { hook, subscribe, advance, call } = await sendingWorld()
    const finishers: (() => void)[] = []
    const { url, got } = await receiving((_request, response) => void finishers.push(() => response.end()))
    await hook(url)
    for (let i = 0; i < 2; i++) await subscribe()
    const moving = advance({ by: 'PT1M' })
    for (const count of [1, 2]) {
      await got(count)
      expect((await call('GET /_control/clock')).body.now).toBe('2026-01-15T09:00:00.000Z')
      finishers[count - 1]?.()
    }
    const { to, deliveries, deliveries_total, ...rest } = await moving
    expect({ to, deliveries_total }).toEqual({ to: '2026-01-15T09:01:00.000Z', deliveries_total: 2 })
    expect(deliveries).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }])
    expect(rest).not.toHaveProperty('stopped')
  })

  test('an advance stops where it is when receivers take longer than its total wait, and can continue later', async () => {
    const { hook, subscribe, advance, call } = await sendingWorld()
    const finishers: (() => void)[] = []
    const { url, got } = await receiving((_request, response) => void finishers.push(() => response.end()))
    await hook(url)
    await subscribe()
    await got(1)
    expect(await advance({ by: 'PT1H', max_wait: 30 })).toMatchObject({
      from: '2026-01-15T09:00:00.000Z',
      to: '2026-01-15T09:00:00.000Z',
      stopped: 'waiting',
      ran: [],
      deliveries: [{ status: 'pending' }],
    })
    expect((await call('GET /_control/clock')).body.now).toBe('2026-01-15T09:00:00.000Z')
    finishers[0]?.()
    expect(await advance({ by: 'PT1H', max_wait: 'PT2M' })).toMatchObject({ to: '2026-01-15T10:00:00.000Z' })
  })

  test('an advance waits for each attempt for at most its longest possible duration', async () => {
    const { hook, subscribe, advance } = await sendingWorld({ timeout: 'PT0.05S', retries: ['PT1M'] })
    const { url } = await receiving(() => {})
    await hook(url)
    await subscribe()
    const error = 'There was no complete answer within 50 ms.'
    const { to, deliveries } = await advance({ until: 'idle' })
    expect(to).toBe('2026-01-15T09:01:00.000Z')
    expect(deliveries).toMatchObject([{ status: 'failed', attempts: [{ error, response: null }, { error }] }])
  })

  test('an advance waits at the instant of each job for the deliveries that the job causes', async () => {
    const { call, advance } = await sendingWorld()
    const { url, received } = await receiving()
    await call('POST /3.0/batch-webhooks', { url })
    await call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/ping' }] })
    const { deliveries, ran } = await advance({ by: 'P1D' })
    const { at } = ran.find(({ job }: { job: string }) => job === 'batches.finish')
    expect(deliveries).toMatchObject([{ event: 'batch_operation_completed', created_at: at, attempts: [{ at }] }])
    expect(received).toHaveLength(1)
  })

  test('an advance until idle leaves no delivery outstanding and no job pending', async () => {
    const { hook, subscribe, advance, call } = await sendingWorld({ retries: ['PT1M', 'PT2M'] })
    const { url, received } = await receiving((_request, response) => response.writeHead(500).end())
    await hook(url)
    await subscribe()
    expect(await advance({ until: 'idle' })).toMatchObject({ to: '2026-01-15T09:02:00.000Z', ran_total: 2 })
    expect(received).toHaveLength(3)
    expect((await call('GET /_control/clock')).body.pending).toEqual([])
  })

  test('an advance also waits in a world with a running clock', async () => {
    const { hook, subscribe, advance } = await sendingWorld({}, { mode: 'realtime', rate: 1 })
    const { url, received } = await receiving()
    await hook(url)
    await subscribe()
    expect((await advance({ by: 'PT1M' })).deliveries).toMatchObject([{ status: 'delivered' }])
    expect(received).toHaveLength(1)
  })

  test.each(['soon', -1, '-PT1S', 'P1M'])('an advance with the maximum wait %s is rejected', async (max_wait) => {
    const { call } = await sendingWorld()
    expect((await call('POST /_control/clock/advance', { by: 1, max_wait })).body).toMatchObject({
      status: 422,
      errors: [{ pointer: '/max_wait' }],
    })
  })

  test('an advance with max_wait as its only member is rejected', async () => {
    const { call } = await sendingWorld()
    expect((await call('POST /_control/clock/advance', { max_wait: 1 })).body).toMatchObject({
      status: 422,
      errors: [{ pointer: '' }],
    })
  })
})
