import { gunzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createDouble } from '../../src/index.ts'
import { connect, type World, type WorldOptions } from '../../src/kit/client/index.ts'

// Behaviours of kits/behaviours.yaml, as a test suite meets them, that other tests of the client don't have.

const LIST = 'aaaaaaaaaa'
const MEMBERS = `/lists/${LIST}/members` as const
const LENA = { email_address: 'lena@acme.test', status: 'subscribed' } as const

const double = await createDouble({ scenario: 'empty' })
afterAll(() => double.stop())

const worldOf = (options: WorldOptions) => connect(double).worlds.create(options)
let world: World
beforeEach(async () => {
  world = await worldOf({ scenario: 'starter' })
  return () => world.delete()
})

// behaviour:frozen-time
test('the time of a world passes only when it is advanced', async () => {
  const before = await world.clock.get()
  expect((await world.clock.get()).now).toBe(before.now)
  const { to } = await world.clock.advance('PT5M')
  expect(Date.parse(to) - Date.parse(before.now)).toBe(300_000)
  expect((await world.clock.get()).now).toBe(to)
})

// behaviour:fault-once
test('a fault for the first call disturbs it, and the next one succeeds', async () => {
  await world.faults.add({
    match: { operation: 'addMember' },
    when: { first: 1 },
    effect: { problem: { preset: 'TooManyRequests' } },
  })
  expect((await world.post(MEMBERS, LENA)).status).toBe(429)
  expect((await world.post(MEMBERS, LENA)).status).toBe(200)
})

// behaviour:delivery-fault behaviour:trigger
test('a dropped webhook about a trigger does not arrive, and a later one does', async () => {
  await using hooks = await world.receiver({ list: LIST })
  await world.deliveryFaults.add({ match: { event: 'subscribe' }, effect: 'drop' })
  await world.trigger('member.subscribe', { list_id: LIST, email_address: 'eve@acme.test' })
  await world.trigger('member.unsubscribe', { list_id: LIST, email_address: 'eve@acme.test' })
  expect(await hooks.next()).toMatchObject({ type: 'unsubscribe', data: { email: 'eve@acme.test' } })
  expect(hooks.received).toHaveLength(1)
})

// behaviour:webhook-duplicate
test('a webhook that is delivered twice arrives twice', async () => {
  await using hooks = await world.receiver({ list: LIST })
  await world.deliveryFaults.add({ match: { event: 'subscribe' }, effect: 'duplicate' })
  await world.trigger('member.subscribe', { list_id: LIST, email_address: 'eve@acme.test' })
  await world.clock.advance({ until: 'idle' })
  expect(await hooks.next('subscribe')).toEqual(await hooks.next('subscribe'))
})

// behaviour:outage
test('a world starts in an outage of its scenario', async () => {
  await using flaky = await worldOf({ scenario: 'flaky', outage: 'black-friday' })
  const active = (await flaky.outages.list()).filter((each) => each.active)
  expect(active.map(({ outage }) => outage)).toEqual(['black-friday'])
})

// behaviour:batch
test('a batch is finished when time has passed, and its results can be read', async () => {
  const { body } = await world.post('/batches', { operations: [{ method: 'GET', path: '/lists', operation_id: 'lists' }] })
  expect(body.status).toBe('pending')
  await world.clock.advance({ until: 'idle' })
  const { body: finished } = await world.get(`/batches/${body.id ?? ''}`)
  expect(finished.status).toBe('finished')
  const archive = await (await world.fetch(finished.response_body_url ?? '')).arrayBuffer()
  expect(gunzipSync(archive).toString()).toContain('"operation_id":"lists"')
})

// behaviour:why
test('the history of a member says which call made it', async () => {
  await world.post(MEMBERS, LENA)
  const { history } = await world.why({ entity: 'member', id: LENA.email_address })
  expect(history.map(({ by, change }) => `${change} by ${by}`)).toEqual([`created by POST /3.0${MEMBERS}`])
})
