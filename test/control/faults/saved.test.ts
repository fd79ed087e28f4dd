import { describe, expect, test } from 'vitest'
import { mock } from '../../mock.ts'

const FAULT = { match: { operation: 'ping' }, effect: { problem: { preset: 'Conflict' } } }

/** A world with a fault that has fired twice. */
async function fired() {
  const { call, ...world } = mock()
  await call('POST /_control/snapshots', { name: 'before' })
  await call('POST /_control/faults', FAULT)
  await call('POST /_control/snapshots', { name: 'armed' })
  for (let i = 0; i < 2; i++) await call('GET /3.0/ping')
  const fault = async (base = '') => (await call(`GET /_control${base}/faults/1`)).body
  return { ...world, call, fault }
}

test('the counters of a fault are kept when the world is restored from a snapshot', async () => {
  const { call, fault } = await fired()
  await call('POST /_control/snapshots/armed/restore', {})
  expect(await fault()).toMatchObject({ seen: 2, fired: 2 })
})

test('the counters of a fault start at zero for a different fault with the same id', async () => {
  const { call, fault } = await fired()
  await call('POST /_control/snapshots/before/restore', {})
  expect((await fault()).status).toBe(404)
  expect((await call('POST /_control/faults', { ...FAULT, must_fire: false })).body).toMatchObject({ id: 1, seen: 0, fired: 0 })
  await call('POST /_control/snapshots/armed/restore', {})
  expect(await fault()).toMatchObject({ seen: 2, fired: 2, must_fire: true })
})

test('the counters of a fault are dropped by a reset together with the fault', async () => {
  const { call, fault } = await fired()
  await call('POST /_control/reset', {})
  expect((await fault()).status).toBe(404)
  expect((await call('GET /3.0/ping')).status).toBe(200)
})

test('the counters of a fault start at zero in a fork, which has the same faults', async () => {
  const { call, fault } = await fired()
  const { api_key } = (await call('POST /_control/fork', { id: 'branch' })).body
  expect(await fault('/worlds/branch')).toMatchObject({ seen: 0, fired: 0, last_fired_request: null })
  await call('GET /3.0/ping', undefined, { headers: { authorization: `Bearer ${api_key}` } })
  expect(await fault('/worlds/branch')).toMatchObject({ seen: 1, fired: 1 })
  expect(await fault()).toMatchObject({ seen: 2, fired: 2 })
})

describe('the probability of a fault', () => {
  /** Which of the first twenty calls a fault with probability 0.5 rejects. */
  async function refused(seed: string): Promise<number[]> {
    const { call } = mock({ seed })
    await call('POST /_control/faults', { ...FAULT, when: { probability: 0.5 } })
    const statuses: number[] = []
    for (let i = 0; i < 20; i++) statuses.push((await call('GET /3.0/ping')).status)
    return statuses.flatMap((status, place) => (status === 409 ? [place] : []))
  }

  test('the probability of a fault depends only on the seed of the world', async () => {
    const [one, again, other] = [await refused('one'), await refused('one'), await refused('other')]
    expect(again).toEqual(one)
    expect(other).not.toEqual(one)
    expect(one.length).toBeGreaterThan(2)
    expect(one.length).toBeLessThan(18)
  })
})
