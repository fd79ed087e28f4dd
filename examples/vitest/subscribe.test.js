import { expect, test } from 'maildouble/vitest'
import { subscribe } from './subscribe.js'

const LIST = 'aaaaaaaaaa'
const ADA = 'ada.byron@acme.test'

/** The configuration of an application. */
const configOf = (world) => ({ apiUrl: `${world.baseUrl}/3.0`, apiKey: world.apiKey })

test('a call to a busy service is retried once', async ({ world }) => {
  const match = { operation: 'addMember' }
  await world.faults.add({ match, when: { first: 1 }, effect: { problem: { preset: 'TooManyRequests' } }, must_fire: true })
  expect(await subscribe(configOf(world), LIST, ADA)).toMatchObject({ email_address: ADA, status: 'subscribed' })
  await world.requests.verify({ match, count: { exactly: 2 } })
})

test('a person who subscribes twice is on the list once', async ({ world }) => {
  await subscribe(configOf(world), LIST, ADA)
  await expect(subscribe(configOf(world), LIST, ADA)).rejects.toThrow('Member Exists')
})

test('the member count of a list is updated after five minutes', async ({ world }) => {
  const count = async () => (await (await world.fetch(`/lists/${LIST}`)).json()).stats.member_count
  const before = await count()
  await subscribe(configOf(world), LIST, ADA)
  await world.clock.advance('PT5M')
  expect(await count()).toBe(before + 1)
})
