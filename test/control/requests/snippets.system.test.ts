import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type RunningServer } from '../../../src/index.ts'
import { connect, type World } from '../../../src/kit/client/index.ts'
import { complaintsAbout } from '../../client/check-types.ts'
import type { Body } from '../../mock.ts'
import { Project } from '../../testing/project.ts'

const shell = promisify(exec)
const LIST = 'aaaaaaaaaa'
const NEW = {
  email_address: "o'hara@acme.test",
  status: 'subscribed',
  merge_fields: { FNAME: 'Sam "S" \\ $x', LNAME: '' },
  shoe_size: 38,
}

let server: RunningServer
beforeAll(async () => {
  server = await startServer({ scenario: 'empty' })
})
afterAll(() => server.stop())

/** Makes a call and returns its code. */
async function snippetsOf(world: World, path: string, init?: RequestInit) {
  const { headers } = await world.fetch(path, init)
  return world.requests.snippets(headers.get('x-request-id') ?? '')
}

/** Runs code that may await. */
async function run(code: string, given: Readonly<Record<string, unknown>>): Promise<unknown> {
  const AsyncFunction: new (...parts: string[]) => (...values: unknown[]) => Promise<unknown> = Object.getPrototypeOf(
    async () => {},
  ).constructor
  return new AsyncFunction(...Object.keys(given), `return ${code}`)(...Object.values(given))
}

function post(body: unknown): RequestInit {
  return { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', 'x-run': "it's 7" } }
}

describe('the code of a call', () => {
  test.each([
    ['a read with parameters', `/lists?count=1&fields=${encodeURIComponent("lists.name,it's")}`, {}],
    ['a write with a nested body', `/lists/${LIST}/members`, post(NEW)],
    ['a call of another method', `/lists/${LIST}`, { method: 'PATCH', body: '{"name":"Ünïcode & more"}' }],
    ['a call that is refused', '/nowhere', { method: 'DELETE' }],
  ])('%s is made again by its curl command and by its call of fetch', async (_, path, init) => {
    const world = await connect(server).worlds.create({ scenario: 'starter' })
    const { curl, fetch: code } = await snippetsOf(world, path, init)
    const [first] = await world.requests.list()
    await shell(`${curl} -s`)
    await run(String(code), { fetch })
    const calls = await world.requests.list()
    expect(calls).toHaveLength(3)
    for (const { method, path: sent, query, request, operation } of calls) {
      expect({ method, sent, query, body: request.body, operation }).toEqual({
        method: first?.method,
        sent: first?.path,
        query: first?.query,
        body: first?.request.body,
        operation: first?.operation,
      })
      expect(request.headers['x-run']).toBe(first?.request.headers['x-run'])
    }
  })

  test('the expectation of a call passes once, and keeps nested members but nothing that was ignored', async () => {
    const world = await connect(server).worlds.create({ scenario: 'starter' })
    const { verify } = await snippetsOf(world, `/lists/${LIST}/members?nonsense=1`, post(NEW))
    await run(verify, { world })
    expect(verify).toContain('/merge_fields')
    expect(verify).not.toMatch(/shoe_size|nonsense/)
    const { verify: once } = await snippetsOf(world, '/ping')
    await run(once, { world })
    await world.fetch('/ping')
    await expect(run(once, { world })).rejects.toThrow('Expected exactly 1 call to match, but 2 did')
  })
})

/** A world in which several things led to a call: writes, reads, faults, triggers and time. */
async function story(): Promise<World> {
  const world = await connect(server).worlds.create({ scenario: 'starter', seed: 'story', settings: { max_lists: 7 } })
  await world.fetch('/lists')
  const list: Body = await (await world.fetch('/lists', post(LIST_BODY))).json()
  await world.fetch(`/lists/${list.id}/webhooks`, post({ url: server.url, events: { subscribe: true }, sources: { api: true } }))
  await world.fetch(`/lists/${list.id}/members`, post(NEW))
  await world.clock.advance('P1D')
  await world.trigger('member.unsubscribe', { list_id: list.id, email_address: NEW.email_address, reason: "it's too much" })
  await world.fetch(
    '/batches',
    post({ operations: [{ method: 'PATCH', path: `/lists/${list.id}`, body: '{"name":"By a batch"}' }] }),
  )
  await world.clock.advance({ until: 'idle' })
  await world.faults.add({ match: { operation: 'ping' }, when: { first: 1 }, effect: { problem: { preset: 'TooManyRequests' } } })
  await world.fetch('/ping')
  await world.fetch(`/lists/${list.id}/members?nonsense=1`, post(NEW))
  await world.fetch(`/lists/${list.id}?fields=name,stats.unsubscribe_count`)
  return world
}

const LIST_BODY = {
  name: 'Second',
  contact: { company: 'Acme', address1: '1 Main St', city: 'Atlanta', state: 'GA', zip: '30308', country: 'US' },
  permission_reminder: 'You signed up.',
  campaign_defaults: { from_name: 'Ada', from_email: 'ada@acme.test', subject: '', language: 'en' },
  email_type_option: false,
}

describe('the test of a call', () => {
  test('every test of a call compiles and passes, with the scenario, the seed and the steps before', async () => {
    const world = await story()
    const calls = (await world.requests.list()).filter(({ via }) => via === 'http')
    const tests = await Promise.all(calls.map(async ({ id }) => (await world.requests.snippets(id)).test))
    const files = tests.map((code, i) => ({ title: `call ${i}`, code: String(code), file: `call-${i}.test.ts` }))
    expect(complaintsAbout(files)).toEqual([])
    const project = await Project.of(Object.fromEntries(files.map(({ code, file }) => [file, code])))
    // They share nothing, so one process that loads the package once runs all of them.
    const { out, tests: results } = await project.vitest({}, '--no-isolate', '--maxWorkers=1')
    expect(
      Object.values(results).map(({ status, messages }) => [status, messages]),
      out,
    ).toEqual(calls.map(() => ['passed', '']))
  })

  test('the test of a call leaves out reads and ignored members, and repeats writes, triggers, faults and time', async () => {
    const world = await story()
    const [last, refused] = await world.requests.list({ order: 'desc', limit: 2 })
    const { test: code } = await world.requests.snippets(String(refused?.id))
    expect(code).toContain("scenario: 'starter', seed: 'story', settings: { max_lists: 7, webhooks: { mode: 'record' } }")
    expect(code).toContain('is answered with 400')
    expect(code).toContain('await world.faults.add(')
    expect(code).toContain("await world.trigger('member.unsubscribe', ")
    expect(code).toContain("await world.clock.advance({ to: '2026-01-16T09:00:00.000Z' })")
    expect(code).toContain('merge_fields: {')
    expect(code).not.toMatch(/shoe_size|nonsense|authorization/)
    expect(code?.match(/world\.fetch\('\/lists'/g)).toHaveLength(1)
    expect(ts.transpileModule(String(code), { reportDiagnostics: true }).diagnostics).toEqual([])
    expect((await world.requests.snippets(String(last?.id))).test).toContain('getList is answered with 200')
  })

  test('an operation of a batch and a call to a fork have no test, and the reason is given', async () => {
    const world = await story()
    const [operation] = await world.requests.list({ via: 'batch' })
    const { test: none, no_test } = await world.requests.snippets(String(operation?.id))
    expect([none, no_test]).toEqual([null, expect.stringContaining('The call that submitted the batch')])
    const fork = await world.fork()
    const { headers } = await fork.fetch('/ping')
    expect(await fork.requests.snippets(headers.get('x-request-id') ?? '')).toMatchObject({
      test: null,
      no_test: expect.stringContaining('it is a fork'),
    })
  })
})
