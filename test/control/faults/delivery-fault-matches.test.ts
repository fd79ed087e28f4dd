import { describe, expect, test } from 'vitest'
import { postWebhook } from '../../../src/service/rules/deliveries/post.ts'
import { answering, HOOKS, LIST, sendingWorld } from '../../outbound/delivery-world.ts'

const FAULTS = '/_control/delivery-faults'
const URL = 'http://127.0.0.1:9/hooks/list'
const POST = { event: 'subscribe', webhook_id: 'a1', list_id: LIST, url: URL, payload: {} } as const

/** How often a fault has matched and fired once the given deliveries are queued, and the last delivery it fired for. */
async function faultTally(fault: object, posts: readonly object[] = [POST]) {
  const { call, plant } = await sendingWorld({ retries: [] })
  await call(`POST ${FAULTS}`, { effect: 'drop', ...fault })
  await plant((tx) => {
    for (const post of posts) postWebhook(tx, { ...POST, ...post })
  })
  const { seen, fired, last_fired_delivery } = (await call(`GET ${FAULTS}/1`)).body
  return [seen, fired, last_fired_delivery]
}

describe('the match of a delivery fault', () => {
  test.each([
    [{}, true],
    [{ event: 'subscribe' }, true],
    [{ event: ['profile', 'subscribe'] }, true],
    [{ event: 'profile' }, false],
    [{ event: ['profile', 'upemail'] }, false],
    [{ webhook_id: 'a1' }, true],
    [{ webhook_id: 'a' }, false],
    [{ list_id: LIST }, true],
    [{ list_id: 'other' }, false],
    [{ event: 'subscribe', list_id: 'other' }, false],
    [{ url: URL }, true],
    [{ url: 'http://127.0.0.1:9/hooks' }, false],
    [{ url: 'http://127.0.0.1:9/*' }, true],
    [{ url: '*' }, true],
    [{ url: '*/list' }, true],
    [{ url: 'http://*/hooks/*' }, true],
    [{ url: '*9*hooks*list*' }, true],
    [{ url: '*list*hooks*' }, false],
    [{ url: 'http://127.0.0.1:9/hooks/*list*list' }, false],
    [{ url: 'http://127.0.0.1:9/hooks/list*list' }, false],
    [{ url: 'http://127.0.0.1?9/*' }, false],
    [{ url: '/hooks/' }, false],
  ])('a delivery fault with the match %j covers the delivery: %s', async (match, matches) => {
    expect(await faultTally({ match })).toEqual(matches ? [1, 1, 1] : [0, 0, null])
  })

  test('a delivery fault matches deliveries to batch webhooks, which belong to no list', async () => {
    const post = { event: 'batch_operation_completed', list_id: '' }
    expect(await faultTally({}, [post])).toEqual([1, 1, 1])
    expect(await faultTally({ match: { event: 'batch_operation_completed' } }, [post])).toEqual([1, 1, 1])
    expect(await faultTally({ match: { list_id: LIST } }, [post])).toEqual([0, 0, null])
  })

  test('a delivery fault matches the validation of a URL only by its event name', async () => {
    const post = { event: 'validation' }
    expect(await faultTally({}, [post])).toEqual([0, 0, null])
    expect(await faultTally({ match: { event: 'validation' } }, [post])).toEqual([1, 1, 1])
  })
})

describe('a delivery fault fires', () => {
  const five = Array.from({ length: 5 }, () => POST)
  const firedAt = async (when: object, seed = 'test') => {
    const { call, plant, handle } = await sendingWorld({ retries: [] })
    handle().world = { ...handle().world, seed }
    await call(`POST ${FAULTS}`, { effect: 'drop', when })
    await plant((tx) => five.forEach((post) => postWebhook(tx, post)))
    const { deliveries } = (await call('GET /_control/deliveries')).body
    return deliveries.flatMap(({ id, delivery_fault }: { id: number; delivery_fault?: number }) => (delivery_fault ? [id] : []))
  }

  test.each([
    [{}, [1, 2, 3, 4, 5]],
    [{ first: 2 }, [1, 2]],
    [{ nth: 3 }, [3]],
    [{ every: 2 }, [2, 4]],
    [{ after: 3 }, [4, 5]],
    [{ every: 2, times: 1 }, [2]],
    [{ probability: 0 }, []],
    [{ probability: 1 }, [1, 2, 3, 4, 5]],
    [{ until: '2026-01-15T09:00:01Z' }, [1, 2, 3, 4, 5]],
  ])('a delivery fault with the condition %j fires on the deliveries %j', async (when, ids) =>
    expect(await firedAt(when)).toEqual(ids),
  )

  test('a delivery fault fires until an instant of the world, exclusively', async () => {
    const { call, plant, pass } = await sendingWorld({ retries: [] })
    await call(`POST ${FAULTS}`, { effect: 'drop', when: { until: '2026-01-15T09:00:02Z' } })
    for (let i = 0; i < 3; i++) {
      await plant((tx) => void postWebhook(tx, POST))
      await pass('PT1S')
    }
    expect((await call(`GET ${FAULTS}/1`)).body).toMatchObject({ seen: 3, fired: 2, last_fired_delivery: 2 })
  })

  test('a delivery fault fires with a probability determined by the seed', async () => {
    const when = { probability: 0.5 }
    const all = await Promise.all(['a', 'b', 'c', 'd'].map((seed) => firedAt(when, seed)))
    expect(new Set(all.map(String)).size).toBeGreaterThan(1)
    expect(await firedAt(when, 'a')).toEqual(all[0])
  })
})

test('the oldest of several matching delivery faults applies, and each counts the deliveries it saw', async () => {
  const { call, plant } = await sendingWorld({ retries: [] })
  for (const when of [{ nth: 2 }, {}, {}]) await call(`POST ${FAULTS}`, { effect: 'drop', when })
  await plant((tx) => {
    for (let i = 0; i < 3; i++) postWebhook(tx, POST)
  })
  expect((await call(`GET ${FAULTS}`)).body.delivery_faults).toMatchObject([
    { seen: 3, fired: 1, last_fired_delivery: 2 },
    { seen: 3, fired: 2, last_fired_delivery: 3 },
    { seen: 3, fired: 0, last_fired_delivery: null },
  ])
})

describe('a delivery fault ignores', () => {
  const seen = async (call: Awaited<ReturnType<typeof sendingWorld>>['call']) => (await call(`GET ${FAULTS}/1`)).body.seen

  test('a delivery fault ignores deliveries that are only recorded', async () => {
    const { call, hook, subscribe } = await sendingWorld({ mode: 'record' })
    await hook(URL)
    await call(`POST ${FAULTS}`, { effect: 'duplicate' })
    await subscribe()
    expect((await call('GET /_control/deliveries')).body).toMatchObject({ total: 1 })
    expect(await seen(call)).toBe(0)
  })

  test('a delivery fault ignores retries, resends, and its own duplicates', async () => {
    const { call, hook, subscribe, advance } = await sendingWorld()
    const { url, received } = await answering(500, 500, 200)
    await hook(url)
    await call(`POST ${FAULTS}`, { effect: 'duplicate' })
    await subscribe()
    await advance({ until: 'idle' })
    await call('POST /_control/deliveries/1/resend')
    await advance({ by: 0 })
    expect(received).toHaveLength(5)
    expect(await seen(call)).toBe(1)
  })

  test('a delivery fault ignores the validation of a URL before its webhook was created', async () => {
    const { call, deliveries } = await sendingWorld({ validation: 'strict' })
    const { url, received } = await answering(200)
    await call(`POST ${FAULTS}`, { effect: 'drop', match: { event: 'validation' } })
    await call(`POST ${HOOKS}`, { url, events: {} })
    expect(await deliveries('?event=validation')).toMatchObject([{ status: 'delivered' }])
    expect(received).toHaveLength(1)
    expect(await seen(call)).toBe(0)
  })

  test('a delivery fault ignores deliveries of another world', async () => {
    const { call, hook, subscribe } = await sendingWorld()
    await hook(URL)
    await call(`POST ${FAULTS}`, { effect: 'drop' })
    await call('POST /_control/worlds', { id: 'other' })
    expect((await call('GET /_control/worlds/other/delivery-faults')).body.total).toBe(0)
    await subscribe()
    expect(await seen(call)).toBe(1)
  })
})

describe('the delivery faults of a world', () => {
  const counters = async (call: Awaited<ReturnType<typeof sendingWorld>>['call'], id: string) =>
    (await call(`GET /_control/worlds/${id}/delivery-faults`)).body.delivery_faults

  test('the delivery faults of a world are copied to a fork with their counters at zero', async () => {
    const { call, hook, subscribe } = await sendingWorld({ retries: [] })
    await hook(URL)
    await call(`POST ${FAULTS}`, { effect: 'drop', when: { first: 1 } })
    await subscribe()
    const { body: fork } = await call('POST /_control/fork', { id: 'fork' })
    expect(await counters(call, 'fork')).toMatchObject([{ id: 1, effect: 'drop', seen: 0, fired: 0, last_fired_delivery: null }])
    expect(await counters(call, 'default')).toMatchObject([{ seen: 1, fired: 1, last_fired_delivery: 1 }])
    const headers = { authorization: `Bearer ${fork.api_key}` }
    await call(`POST /3.0/lists/${LIST}/members`, { email_address: 'fork@acme.test', status: 'subscribed' }, { headers })
    expect(await counters(call, 'fork')).toMatchObject([{ seen: 1, fired: 1, last_fired_delivery: 2 }])
    expect(await counters(call, 'default')).toMatchObject([{ seen: 1 }])
  })

  test('the delivery faults of a world are dropped by a reset, and restored from a snapshot with their counters', async () => {
    const { call, hook, subscribe } = await sendingWorld({ retries: [] })
    await hook(URL)
    await call(`POST ${FAULTS}`, { effect: 'drop', when: { nth: 2 } })
    await subscribe()
    await call('POST /_control/snapshots', { name: 'one' })
    await subscribe()
    await call('POST /_control/snapshots/one/restore')
    expect(await counters(call, 'default')).toMatchObject([{ seen: 1, fired: 0 }])
    await call('POST /_control/reset')
    expect(await counters(call, 'default')).toEqual([])
  })
})
