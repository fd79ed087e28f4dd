import { BUSY_FOR_TWO_MINUTES, expect, test, UNAVAILABLE } from './service.js'

const ADA = 'ada@example.com'

test('a call is attempted a third time after two failures of the service', async ({ service }) => {
  await service.fail('setMember', { when: { first: 2 }, effect: UNAVAILABLE })
  expect((await service.signUp(ADA)).status).toBe(202)
  expect(await service.answersTo('setMember')).toEqual([503, 503, 200])
})

test('no person waits in front of a form for two minutes', async ({ service }) => {
  await service.fail('setMember', { effect: BUSY_FOR_TWO_MINUTES })
  expect((await service.signUp(ADA)).status).toBe(503)
  expect(await service.answersTo('setMember')).toEqual([429])
})

test('a lost response does not create a duplicate member', async ({ world, service }) => {
  // The email service has done the call, and the connection breaks before the response.
  await service.fail('setMember', { when: { first: 1 }, stage: 'after', effect: { connection: 'reset' } })
  expect((await service.signUp(ADA)).status).toBe(202)
  expect(await service.answersTo('setMember')).toHaveLength(2)
  expect(await world.emails.list({ to: ADA })).toHaveLength(1)
})

test('an outage ends in a readable message with a time to come back', async ({ service }) => {
  await service.fail('setMember', { effect: { connection: 'close' } })
  const answer = await service.signUp(ADA)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
  expect((await service.answersTo('setMember')).length).toBeGreaterThanOrEqual(4)
})

test('thirty concurrent sign-ups all succeed', async ({ world, service }) => {
  await world.settings.update({ service_time: 50 })
  const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => service.signUp(`person${at}@example.com`)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
  expect(await world.requests.list({ status: 429 })).toEqual([])
})

test('a sign-up waits while another program uses all ten connections', async ({ world, service }) => {
  await service.fail('getLists', { effect: { connection: 'hang' } })
  const other = new AbortController()
  const held = Array.from({ length: 10 }, () => world.fetch('/lists', { signal: other.signal }).catch(() => 'gone'))
  await world.requests.verify({ match: { operation: 'getLists' }, count: { at_least: 10 }, within: 'PT2M' })
  service.onPause = () => other.abort()
  expect((await service.signUp(ADA)).status).toBe(202)
  expect((await service.answersTo('setMember'))[0]).toBe(429)
  await Promise.all(held)
})
