import { expect, test } from 'vitest'
import { requestWorld } from './request-world.ts'

const PING = { operation: 'ping' }

test('a call that is to come is waited for', async () => {
  const { call, verify } = await requestWorld()
  const waiting = verify({ match: PING, count: { at_least: 2 }, within: 'PT2M' })
  await call('GET /3.0/ping')
  await call('GET /3.0/ping')
  expect(await waiting).toMatchObject({ verdict: 'pass', matched: 2 })
})

test('one call too many decides at once', async () => {
  const { call, verify } = await requestWorld()
  const atMost = verify({ match: PING, count: { at_most: 1 }, within: 'PT2M' })
  const exactly = verify({ match: PING, count: { exactly: 1 }, within: 'PT2M' })
  await call('GET /3.0/ping')
  await call('GET /3.0/ping')
  expect(await atMost).toMatchObject({ verdict: 'fail', matched: 2 })
  expect(await exactly).toMatchObject({ verdict: 'fail', matched: 2 })
})

test.each([{ at_most: 1 }, { exactly: 1 }])('%j passes only once the time is over', async (count) => {
  const { call, verify } = await requestWorld()
  await call('GET /3.0/ping')
  // What is called for the first time is loaded first.
  await call('GET /3.0/lists')
  const order: string[] = []
  const waiting = verify({ match: PING, count, within: 200 }).then((verdict) => (order.push('verdict'), verdict))
  await call('GET /3.0/lists')
  order.push('another call')
  expect(await waiting).toMatchObject({ verdict: 'pass', matched: 1 })
  expect(order).toEqual(['another call', 'verdict'])
})

test('what did not come in time fails', async () => {
  const { verify } = await requestWorld()
  expect(await verify({ match: PING, within: 10 })).toMatchObject({ verdict: 'fail', matched: 0 })
})

test('a status is waited for until the call is answered', async () => {
  const { call, verify } = await requestWorld({ settings: { service_time: 20 } })
  const answer = call('GET /3.0/ping')
  const arrived = verify({ match: PING, within: 'PT2M' })
  const answered = verify({ match: { ...PING, status: 200 }, within: 'PT2M' })
  expect(await arrived).toMatchObject({ verdict: 'pass', matched: 1 })
  expect(await answered).toMatchObject({ verdict: 'pass', matched: 1 })
  await answer
})

test('a body is waited for until it has been read', async () => {
  const { call, verify } = await requestWorld()
  const waiting = verify({ match: { body: { '/name': 'News' } }, within: 'PT2M' })
  await call('POST /3.0/lists', { name: 'News' })
  expect(await waiting).toMatchObject({ verdict: 'pass' })
})

test('the wait ends with a reset', async () => {
  const { call, verify } = await requestWorld()
  await call('GET /3.0/ping')
  const waiting = verify({ match: PING, count: { at_least: 2 }, within: 'PT2M' })
  // What was asked later and is answered has let the first one begin.
  await verify({})
  await call('POST /_control/reset')
  expect(await waiting).toMatchObject({ verdict: 'fail', matched: 0 })
})

test('the wait ends with the world', async () => {
  const { call } = await requestWorld()
  await call('POST /_control/worlds', { id: 'other', scenario: 'empty' })
  const waiting = call('POST /_control/worlds/other/requests/verify', { within: 'PT2M' })
  await call('POST /_control/worlds/other/requests/verify', {})
  await call('DELETE /_control/worlds/other')
  expect((await waiting).status).toBe(404)
})

test('what was forgotten meanwhile does not count', async () => {
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
