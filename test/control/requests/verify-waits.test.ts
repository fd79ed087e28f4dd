import { expect, test } from 'vitest'
import { requestWorld } from './request-world.ts'

const PING = { operation: 'ping' }

test('verifyRequests waits for a call that is still to come', async () => {
  const { call, verify } = await requestWorld()
  const waiting = verify({ match: PING, count: { at_least: 2 }, within: 'PT2M' })
  await call('GET /3.0/ping')
  await call('GET /3.0/ping')
  expect(await waiting).toMatchObject({ verdict: 'pass', matched: 2 })
})

test('verifyRequests fails as soon as there is one call too many', async () => {
  const { call, verify } = await requestWorld()
  const atMost = verify({ match: PING, count: { at_most: 1 }, within: 'PT2M' })
  const exactly = verify({ match: PING, count: { exactly: 1 }, within: 'PT2M' })
  await call('GET /3.0/ping')
  await call('GET /3.0/ping')
  expect(await atMost).toMatchObject({ verdict: 'fail', matched: 2 })
  expect(await exactly).toMatchObject({ verdict: 'fail', matched: 2 })
})

test.each([{ at_most: 1 }, { exactly: 1 }])('verifyRequests with %j passes only when the time is over', async (count) => {
  const { call, verify } = await requestWorld()
  await call('GET /3.0/ping')
  // The first call of an operation loads its module.
  await call('GET /3.0/lists')
  const order: string[] = []
  const waiting = verify({ match: PING, count, within: 200 }).then((verdict) => (order.push('verdict'), verdict))
  await call('GET /3.0/lists')
  order.push('another call')
  expect(await waiting).toMatchObject({ verdict: 'pass', matched: 1 })
  expect(order).toEqual(['another call', 'verdict'])
})

test('verifyRequests fails if the call did not come in time', async () => {
  const { verify } = await requestWorld()
  expect(await verify({ match: PING, within: 10 })).toMatchObject({ verdict: 'fail', matched: 0 })
})

test('verifyRequests waits for a status until the call is answered', async () => {
  const { call, verify } = await requestWorld({ settings: { service_time: 20 } })
  const answer = call('GET /3.0/ping')
  const arrived = verify({ match: PING, within: 'PT2M' })
  const answered = verify({ match: { ...PING, status: 200 }, within: 'PT2M' })
  expect(await arrived).toMatchObject({ verdict: 'pass', matched: 1 })
  expect(await answered).toMatchObject({ verdict: 'pass', matched: 1 })
  await answer
})

test('verifyRequests waits for a body until it has been read', async () => {
  const { call, verify } = await requestWorld()
  const waiting = verify({ match: { body: { '/name': 'News' } }, within: 'PT2M' })
  await call('POST /3.0/lists', { name: 'News' })
  expect(await waiting).toMatchObject({ verdict: 'pass' })
})

test('a reset ends the wait of verifyRequests', async () => {
  const { call, verify } = await requestWorld()
  await call('GET /3.0/ping')
  const waiting = verify({ match: PING, count: { at_least: 2 }, within: 'PT2M' })
  // A later call that is answered shows that the first one has started to wait.
  await verify({})
  await call('POST /_control/reset')
  expect(await waiting).toMatchObject({ verdict: 'fail', matched: 0 })
})

test('deleting the world ends the wait of verifyRequests', async () => {
  const { call } = await requestWorld()
  await call('POST /_control/worlds', { id: 'other', scenario: 'empty' })
  const waiting = call('POST /_control/worlds/other/requests/verify', { within: 'PT2M' })
  await call('POST /_control/worlds/other/requests/verify', {})
  await call('DELETE /_control/worlds/other')
  expect((await waiting).status).toBe(404)
})

test('calls deleted during the wait of verifyRequests do not count', async () => {
  const { call, verify } = await requestWorld()
  await call('GET /3.0/ping')
  const waiting = verify({ match: PING, count: { at_least: 2 }, within: 'PT2M' })
  await verify({})
  await call('DELETE /_control/requests')
  await call('GET /3.0/ping')
  await call('GET /3.0/lists')
  await call('GET /3.0/ping')
  expect(await waiting).toMatchObject({ verdict: 'pass', matched: 2 })
})
