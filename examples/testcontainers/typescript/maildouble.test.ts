import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { connect, type Maildouble } from 'maildouble/client'
import { GenericContainer, RandomPortGenerator, type StartedTestContainer, Wait } from 'testcontainers'

/** The name of this machine in the container. */
const HOST = 'host.docker.internal'

let container: StartedTestContainer
let maildouble: Maildouble

before(async () => {
  // Answers contain the address of the server, so its port is chosen before the container starts.
  const port = await new RandomPortGenerator().generatePort()
  const url = `http://localhost:${port}`
  container = await new GenericContainer('maildouble')
    .withEnvironment({
      MAILDOUBLE_CONTROL_TOKEN: 'ci',
      MAILDOUBLE_PUBLIC_URL: url,
      MAILDOUBLE_SCENARIO_DIR: '/scenarios',
      MAILDOUBLE_ALLOW_EGRESS: HOST,
    })
    .withCopyDirectoriesToContainer([{ source: resolve(import.meta.dirname, '../scenarios'), target: '/scenarios' }])
    .withExposedPorts({ container: 4030, host: port })
    .withExtraHosts([{ host: HOST, ipAddress: 'host-gateway' }])
    .withWaitStrategy(Wait.forHealthCheck())
    .start()
  maildouble = connect({ url, controlToken: 'ci' })
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
