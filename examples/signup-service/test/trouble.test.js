import { expect, test } from './service.js'

const ADA = 'ada@example.com'
const UPSERT = { operation: 'setMember' }

test('a call is attempted a third time after two failures of the service', async ({ world, service }) => {
  const effect = { problem: { status: 503, title: 'Service Unavailable', detail: 'Back soon.' } }
  await world.faults.add({ match: UPSERT, when: { first: 2 }, effect, must_fire: true })
  expect((await service.signUp(ADA)).status).toBe(202)
  expect(await statuses(world)).toEqual([503, 503, 200])
})

test('no person waits in front of a form for two minutes', async ({ world, service }) => {
  const effect = { problem: { preset: 'TooManyRequests' }, headers: { 'retry-after': '120' } }
  await world.faults.add({ match: UPSERT, effect, must_fire: true })
  expect((await service.signUp(ADA)).status).toBe(503)
  expect(await statuses(world)).toEqual([429])
})

test('a lost response does not create a duplicate member', async ({ world, service }) => {
  // The email service has done the call, and the connection breaks before the response.
  await world.faults.add({ match: UPSERT, when: { first: 1 }, stage: 'after', effect: { connection: 'reset' }, must_fire: true })
  expect((await service.signUp(ADA)).status).toBe(202)
  await world.requests.verify({ match: UPSERT, count: { exactly: 2 } })
  expect(await world.emails.list({ to: ADA })).toHaveLength(1)
})

test('an outage ends in a readable message with a time to come back', async ({ world, service }) => {
  await world.faults.add({ match: UPSERT, effect: { connection: 'close' }, must_fire: true })
  const answer = await service.signUp(ADA)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
  await world.requests.verify({ match: UPSERT, count: { at_least: 4 } })
})

test('thirty concurrent sign-ups all succeed', async ({ world, service }) => {
  await world.settings.update({ service_time: 50 })
  const people = Array.from({ length: 30 }, (_, at) => `person${at}@example.com`)
  const answers = await Promise.all(people.map((email) => service.signUp(email)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
  expect(await world.requests.list({ status: 429 })).toEqual([])
})

test('a sign-up waits while another program uses all ten connections', async ({ world, service }) => {
  await world.faults.add({ match: { operation: 'getLists' }, effect: { connection: 'hang' }, must_fire: true })
  const other = new AbortController()
  const held = Array.from({ length: 10 }, () => world.fetch('/lists', { signal: other.signal }).catch(() => 'gone'))
  await world.requests.verify({ match: { operation: 'getLists' }, count: { at_least: 10 }, within: 'PT2M' })

  service.onPause(() => other.abort())
  expect((await service.signUp(ADA)).status).toBe(202)
  expect((await statuses(world)).at(0)).toBe(429)
  await Promise.all(held)
})

/** The service's responses to each upsert. */
async function statuses(world) {
  return (await world.requests.list(UPSERT)).map(({ status }) => status)
}
