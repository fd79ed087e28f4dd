import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { after, before, test } from 'node:test'
import type { Maildouble } from 'maildouble/client'
import { HOST, MaildoubleContainer, type StartedMaildoubleContainer } from 'maildouble-testcontainers'

let container: StartedMaildoubleContainer
let maildouble: Maildouble

before(async () => {
  const scenarios = resolve(import.meta.dirname, '../scenarios')
  container = await new MaildoubleContainer('maildouble').withScenarioDir(scenarios).start()
  maildouble = container.client()
})

after(() => container.stop())

test('a webhook of a new member reaches this machine', async (t) => {
  // A world is an account of its own. Configure the application with these two.
  const world = await maildouble.worlds.create({ scenario: 'team' })
  const { baseUrl, apiKey } = world

  // Listens on all addresses, since the container does not come from this machine's loopback address.
  const hooks = await world.receiver({ host: HOST, list: '7ea0000001', events: ['subscribe'], sources: ['api'] })
  t.after(() => hooks.close())
  const { status } = await fetch(`${baseUrl}/3.0/lists/7ea0000001/members`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email_address: 'grace@example.com', status: 'subscribed' }),
  })
  assert.equal(status, 200)
  const { data } = await hooks.next('subscribe')
  assert.equal(data.email, 'grace@example.com')
})
