import { expect, test } from 'vitest'
import { connect } from '../../src/kit/client/index.ts'
import { operations } from '../../src/kernel/contract/generated/client/operations.ts'
import { createDouble } from '../../src/index.ts'
import { BOB, clientAndWorld } from './targets.ts'
import { documents } from '../../src/kernel/contract/documents.ts'

const control = await documents.control()

const known = Object.entries(operations).map(([id, { method, path }]) => ({
  id,
  method,
  pattern: new RegExp(`^/_control${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  // If two paths match, the one with fewer variables is called: `/requests/verify` is not the request with the id `verify`.
  variables: path.split('{').length,
}))

test('every operation of the control API is reachable through the client', async () => {
  await using double = await createDouble({ scenario: 'empty', clock: { mode: 'frozen', rate: 0 } })
  const reached = new Set<string>()
  const fetch = (input: string, init: RequestInit) => {
    const { pathname } = new URL(input)
    const matching = known.filter(({ method, pattern }) => method === init.method && pattern.test(pathname))
    const [first] = matching.toSorted((a, b) => a.variables - b.variables)
    if (first) reached.add(first.id)
    return double.fetch(input, init)
  }
  const { maildouble, world } = await clientAndWorld({ ...double, fetch })
  const { worlds, scenarios, contract } = maildouble

  await maildouble.health()
  await maildouble.metrics()
  await worlds.list()
  await (await worlds.get()).reset()
  await (await world.fork()).delete()
  await world.bundle()

  await world.clock.get()
  await world.clock.set({ mode: 'frozen' })
  await world.fetch('/batches', { method: 'POST', body: '{"operations":[{"method":"GET","path":"/ping"}]}' })
  const [job] = await world.clock.jobs()
  await world.clock.job(job?.id ?? 0)
  await world.clock.advance({ until: 'idle' })
  await world.settings.get()
  await world.settings.update({ connections: 5 })
  await world.snapshot('kept')
  await world.snapshots.list()
  await world.restore('kept')
  await world.snapshots.delete('kept')

  const { rows } = await world.state.table('lists')
  await world.state.tables()
  await world.state.row('lists', String(rows[0]?.['id']))
  await world.diff()
  await world.changes()
  await world.why({ entity: 'member', id: BOB.email_address })

  for (const [faults, fault] of [
    [world.faults, await world.faults.add({ effect: { latency: 1 } })],
    [world.deliveryFaults, await world.deliveryFaults.add({ effect: 'drop' })],
  ] as const) {
    await faults.list()
    await faults.get(fault.id)
    await faults.delete(fault.id)
    await faults.clear()
  }

  await using flaky = await maildouble.worlds.create({ scenario: 'flaky', outage: 'maintenance' })
  await flaky.outages.list()
  await flaky.outages.end('maintenance')
  await flaky.outages.start('maintenance')

  const call = await world.fetch('/ping')
  await world.requests.list()
  await world.requests.get(call.headers.get('x-request-id') ?? '')
  await world.requests.snippets(call.headers.get('x-request-id') ?? '')
  await world.requests.resend(call.headers.get('x-request-id') ?? '')
  await world.requests.steps()
  await world.timeline()
  await world.requests.har()
  await world.requests.verify()
  await world.requests.clear()

  await world.triggers()
  const { deliveries } = await world.trigger('member.unsubscribe', BOB)
  await world.deliveries.waitFor()
  await world.deliveries.get(deliveries[0] ?? 0)
  await world.deliveries.resend(deliveries[0] ?? 0)
  await world.deliveries.clear()
  await world.fetch('/verified-domains', { method: 'POST', body: '{"verification_email":"ada@acme.test"}' })
  const [email] = await world.emails.list()
  await world.emails.get(email?.id ?? 0)
  const events = world.events()
  await events.listening
  await events.return()

  await scenarios.list()
  await scenarios.schema()
  await scenarios.validate('name: mine')
  await contract.openapi()
  await contract.coverage()
  await contract.assumptions()
  await contract.faults()
  await contract.violations()
  await contract.clearCoverage()

  const missing = known.filter(({ id }) => !reached.has(id)).map(({ id }) => id)
  expect(missing).toEqual([])
  expect(known.length).toBe(
    Object.values(control.paths)
      .flatMap((item = {}) => Object.values(item))
      .filter((each) => 'operationId' in Object(each)).length,
  )
})

test('a client has the same URL, whether it connects to a double or by URL and fetch', async () => {
  await using double = await createDouble({ scenario: 'empty' })
  expect(connect(double).url).toBe(connect({ url: double.url, fetch: double.fetch }).url)
})
