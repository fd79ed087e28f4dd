import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createDouble } from 'maildouble'
import { connect } from 'maildouble/client'
import { newsletter } from './newsletter.js'

const LIST = 'd0b1e00001'
const ADA = 'ada@example.com'

describe('the newsletter', () => {
  let double, world, letters
  before(async () => (double = await createDouble()))
  after(() => double.stop())
  beforeEach(async () => {
    world = await connect(double).worlds.create({ scenario: 'double-opt-in' })
    letters = newsletter({
      apiUrl: `${world.baseUrl}/3.0`,
      apiKey: world.apiKey,
      // There is no socket: calls go straight to the double.
      fetch: double.fetch,
      pause: (ms) => world.clock.advance(ms),
    })
  })

  test('the newsletter app subscribes a person who opens the link in the email', async () => {
    assert.equal(await letters.invite(LIST, ADA), 'pending')
    const { links } = await world.emails.waitFor({ to: ADA, kind: 'confirm_subscription' })
    await double.fetch(links[0])
    assert.equal(await letters.invite(LIST, ADA), 'subscribed')
  })

  test('the newsletter app retries after a minute if the service is busy for a minute', async () => {
    const effect = { problem: { preset: 'TooManyRequests' }, headers: { 'retry-after': '60' } }
    await world.faults.add({ match: { operation: 'setMember' }, when: { first: 1 }, effect })
    const { now } = await world.clock.get()
    assert.equal(await letters.invite(LIST, ADA), 'pending')
    const [refused, accepted] = await world.requests.list({ operation: 'setMember' })
    assert.deepEqual([refused.status, accepted.status], [429, 200])
    assert.equal(Date.parse(accepted.at) - Date.parse(now), 60_000)
  })
})
