import { describe, expect, test } from 'vitest'
import type { Body } from '../../mock.ts'
import { sendingWorld } from '../../outbound/delivery-world.ts'

const PATH = '/_control/delivery-faults'
const EXAMPLE = {
  match: { event: ['subscribe', 'upemail'], url: 'http://127.0.0.1:*/hooks/*', list_id: 'a1b2c3d4e5', webhook_id: '0a1b2c3d4e' },
  effect: { delay: 'PT5S' },
  when: { every: 3, times: 2, until: '2026-01-16T09:00:00.000Z' },
  must_fire: true,
}

/** A world whose webhooks receive subscribe events at an unreachable URL. */
const world = () => sendingWorld({ retries: [], timeout: 'PT2M' })

describe('createDeliveryFault', () => {
  test('createDeliveryFault returns the fault with its counters at zero', async () => {
    const { call } = await world()
    const { status, body } = await call(`POST ${PATH}`, EXAMPLE)
    expect({ status, body }).toEqual({
      status: 201,
      body: { id: 1, ...EXAMPLE, window: null, outage: null, used_up: false, seen: 0, fired: 0, last_fired_delivery: null },
    })
  })

  test('a delivery fault needs no property except its effect', async () => {
    const { call } = await world()
    expect((await call(`POST ${PATH}`, { effect: 'drop' })).body).toEqual({
      id: 1,
      match: {},
      effect: 'drop',
      when: {},
      must_fire: true,
      window: null,
      outage: null,
      used_up: false,
      seen: 0,
      fired: 0,
      last_fired_delivery: null,
    })
  })

  test.each([
    ['nothing', {}, '/effect', 'effect'],
    ['an unknown effect', { effect: 'droop' }, '/effect', 'Did you mean drop? There are: duplicate, drop, reorder.'],
    ['an effect of call faults', { effect: 7 }, '/effect', 'a text or an object'],
    ['an object without a value', { effect: {} }, '/effect', 'delay, omit'],
    ['two effects', { effect: { delay: 1, omit: ['/data/id'] } }, '/effect', 'Only one of delay, omit'],
    ['an unknown member of an effect', { effect: { wait: 2 } }, '/effect/wait', 'wait'],
    ['no fields to omit', { effect: { omit: [] } }, '/effect/omit', 'At least 1'],
    ['a field by its name in the form', { effect: { omit: ['/type', 'data[action]'] } }, '/effect/omit/1', 'use "/data/action".'],
    ['a malformed delay', { effect: { delay: 'soon' } }, '/effect/delay', '"soon"'],
    ['a delay of months', { effect: { delay: 'P1M' } }, '/effect/delay', '"P1M"'],
    ['a negative delay', { effect: { delay: -1 } }, '/effect/delay', 'not negative'],
    ['an endless delay', { effect: { delay: 1e300 } }, '/effect/delay', 'at most P365D'],
    ['an unknown event', { effect: 'drop', match: { event: 'subscrib' } }, '/match/event', 'Did you mean subscribe'],
    ['a list with an unknown event', { effect: 'drop', match: { event: ['profile', 'x'] } }, '/match/event/1', 'must be one of'],
    ['an empty list of events', { effect: 'drop', match: { event: [] } }, '/match/event', 'At least 1'],
    ['an unknown member of match', { effect: 'drop', match: { uri: '*' } }, '/match/uri', 'Did you mean url?'],
    ['an empty url', { effect: 'drop', match: { url: '' } }, '/match/url', 'blank'],
    ['an unknown member of when', { effect: 'drop', when: { always: true } }, '/when/always', 'always'],
    ['an invalid probability', { effect: 'drop', when: { probability: 2 } }, '/when/probability', 'at most 1'],
    ['a malformed instant', { effect: 'drop', when: { until: 'noon' } }, '/when/until', '"noon"'],
    ['an instant in the past', { effect: 'drop', when: { until: '2026-01-15T09:00:00Z' } }, '/when/until', 'after 2026-01-15'],
    ['a contradictory condition', { effect: 'drop', when: { first: 2, nth: 3 } }, '/when/nth', 'never matches'],
    ['an unknown member', { effect: 'drop', stage: 'after' }, '/stage', 'stage'],
  ])('a delivery fault with %s is rejected', async (_, given, pointer, message) => {
    const { call, handle } = await world()
    const before = handle().world
    expect((await call(`POST ${PATH}`, given)).body).toMatchObject({
      status: 422,
      errors: [{ pointer, message: expect.stringContaining(message) }],
    })
    expect(handle().world).toBe(before)
  })

  test('createDeliveryFault rejects more than a thousand delivery faults', async () => {
    const { call } = await world()
    for (let i = 0; i < 1_000; i++) await call(`POST ${PATH}`, { effect: 'drop', match: { list_id: 'nowhere' } })
    expect((await call(`POST ${PATH}`, { effect: 'drop' })).body).toMatchObject({
      status: 409,
      detail: expect.stringContaining('1000 delivery faults'),
    })
    await call(`DELETE ${PATH}/1`)
    expect((await call(`POST ${PATH}`, { effect: 'drop' })).body).toMatchObject({ id: 1_001 })
  })
})

describe('getDeliveryFaults', () => {
  const ids = ({ body }: Body) => body.delivery_faults.map(({ id }: Body) => id)

  test('getDeliveryFaults returns all delivery faults in the order of creation, with paging', async () => {
    const { call } = await world()
    for (const effect of ['drop', 'duplicate', 'reorder']) await call(`POST ${PATH}`, { effect })
    const { status, body } = await call(`GET ${PATH}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      total: 3,
      delivery_faults: [{ effect: 'drop' }, { effect: 'duplicate' }, { effect: 'reorder' }],
    })
    const page = await call(`GET ${PATH}?limit=1&offset=1`)
    expect([ids(page), page.body.total]).toEqual([[2], 3])
  })

  test('getDeliveryFaults with unfired=true returns the required faults that have not fired', async () => {
    const { call, hook, subscribe } = await world()
    await hook('http://127.0.0.1:9/')
    for (const must_fire of [true, false]) await call(`POST ${PATH}`, { effect: 'drop', when: { nth: 2 }, must_fire })
    await call(`POST ${PATH}`, { effect: 'drop', when: { first: 1 }, must_fire: true })
    expect(ids(await call(`GET ${PATH}?unfired=true`))).toEqual([1, 3])
    await subscribe()
    expect(ids(await call(`GET ${PATH}?unfired=true`))).toEqual([1])
    await subscribe()
    expect(ids(await call(`GET ${PATH}?unfired=true`))).toEqual([])
    expect(ids(await call(`GET ${PATH}?unfired=false`))).toEqual([1, 2, 3])
  })
})

describe('getDeliveryFault', () => {
  test('getDeliveryFault returns one delivery fault with its counters', async () => {
    const { call, hook, subscribe } = await world()
    await hook('http://127.0.0.1:9/')
    await call(`POST ${PATH}`, { effect: 'drop', when: { first: 1 } })
    for (let i = 0; i < 2; i++) await subscribe()
    expect((await call(`GET ${PATH}/1`)).body).toMatchObject({ id: 1, seen: 2, fired: 1, last_fired_delivery: 1 })
  })
})

describe('deleteDeliveryFault', () => {
  test('a deleted delivery fault has no further effect', async () => {
    const { call, hook, subscribe, deliveries } = await world()
    await hook('http://127.0.0.1:9/')
    for (let i = 0; i < 2; i++) await call(`POST ${PATH}`, { effect: 'drop', when: { nth: i + 1 } })
    const { status, text } = await call(`DELETE ${PATH}/1`)
    expect({ status, text }).toEqual({ status: 204, text: '' })
    expect((await call(`GET ${PATH}/1`)).status).toBe(404)
    for (let i = 0; i < 2; i++) await subscribe()
    expect((await deliveries()).map(({ delivery_fault }) => delivery_fault)).toEqual([undefined, 2])
  })
})

describe('deleteDeliveryFaults', () => {
  test('deleteDeliveryFaults deletes all delivery faults and keeps counting ids', async () => {
    const { call, hook, subscribe, deliveries } = await world()
    await hook('http://127.0.0.1:9/')
    for (let i = 0; i < 2; i++) await call(`POST ${PATH}`, { effect: 'drop' })
    expect((await call(`DELETE ${PATH}`)).status).toBe(204)
    expect((await call(`GET ${PATH}`)).body).toEqual({ delivery_faults: [], total: 0 })
    await subscribe()
    expect(await deliveries('?status=recorded')).toEqual([])
    expect((await call(`POST ${PATH}`, { effect: 'drop' })).body.id).toBe(3)
  })

  test('deleteDeliveryFaults does not change a world without delivery faults', async () => {
    const { call, handle } = await world()
    const before = handle().world
    expect((await call(`DELETE ${PATH}`)).status).toBe(204)
    expect(handle().world).toBe(before)
  })
})
