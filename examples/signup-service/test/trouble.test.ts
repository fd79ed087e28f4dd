import { BUSY_FOR_TWO_MINUTES, expect, test, UNAVAILABLE } from './service.js'

const ADA = 'ada@example.com'
// The email service has done the call, and the connection breaks before the response.
const LOST = { when: { first: 1 }, stage: 'after', effect: { connection: 'reset' } }
const EXISTS = { when: { first: 1 }, effect: { problem: { preset: 'MemberExists' } } }

test.for([
  ['a call is attempted a third time after two failures', { when: { first: 2 }, effect: UNAVAILABLE }, 202, [503, 503, 200], 1],
  ['no person waits in front of a form for two minutes', { effect: BUSY_FOR_TWO_MINUTES }, 503, [429], 0],
  ['a lost response does not create a duplicate member', LOST, 202, [null, 200], 1],
  ['a person added by a concurrent call is told to check the inbox', EXISTS, 202, [400], 0],
  ['an outage ends in a message after several attempts', { effect: { connection: 'close' } }, 503, [null, null, null, null], 0],
])('%s', async ([, fault, status, firstAnswers, emails], { world, service }) => {
  await service.fail('setMember', fault)
  const answer = await service.signUp(ADA)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, status === 503 ? '60' : null])
  expect((await service.answersTo('setMember')).slice(0, 4)).toEqual(firstAnswers)
  expect(await world.emails.list({ to: ADA })).toHaveLength(emails)
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
