import { afterEach, describe, expect, test } from 'vitest'
import { mock, type Body } from '../../mock.ts'
import { removeFolders, scenarioNamedMine } from '../../scenarios/scenario-world.ts'
import { bundleOf, contentsOf, handleOf, journalOf, newWorld, replay } from './bundle-world.ts'

afterEach(removeFolders)

const LIST = '5a09000001'
const MEMBERS = `/3.0/lists/${LIST}/members`

const MINE = `
lists: [{ id: ${LIST}, name: News, webhooks: [{ url: 'http://127.0.0.1:9/hook', events: { subscribe: true, unsubscribe: true } }] }]
settings: { webhooks: { retries: [] } }
outages:
  black-friday:
    - { when: { between: [PT0S, PT30M], ramp: 0.9 }, effect: { answer: { preset: EdgeThrottled } } }
    - { match: { event: unsubscribe }, effect: { omit: [/data/action] } }
    - { match: { operation: createBatch }, effect: { stuck: { phase: preprocessing } } }
`

/** A world whose faults have happened, and its bundle. */
async function recorded(options: object, run: (world: Awaited<ReturnType<typeof newWorld>>) => Promise<unknown>) {
  const scenarios = scenarioNamedMine(MINE)
  const server = mock({ scenario: 'mine' }, { scenarios })
  const source = await newWorld(server, { scenario: 'mine', ...options })
  await run(source)
  // Receivers that refuse connections take a moment.
  await source.control('POST /clock/advance', { by: 0 })
  return { server, source, bundle: await bundleOf(source), another: () => mock({ scenario: 'mine' }, { scenarios }) }
}

/** Replays the bundle on another server and expects the same answers, rows, journal and tallies, and the same bundle again. */
async function expectSame({ server, source, bundle, another }: Awaited<ReturnType<typeof recorded>>) {
  const copy = await replay(bundle, another())
  expect(copy.replay).toEqual({ steps: bundle.steps.length, differences: [], differences_total: 0 })
  expect(contentsOf(copy.server, copy.id)).toEqual(contentsOf(server, source.id))
  expect(journalOf(copy.server, copy.id).map(withoutRealTime)).toEqual(journalOf(server, source.id).map(withoutRealTime))
  for (const kind of ['faults', 'delivery-faults', 'outages'])
    expect((await copy.control(`GET /${kind}`)).body).toEqual((await source.control(`GET /${kind}`)).body)
  expect(await bundleOf(copy)).toEqual(bundle)
  return copy
}

const withoutRealTime = ({ real_at: _at, duration_ms: _duration, real_duration_ms: _took, ...entry }: Body) => entry

describe('the replay of a bundle', () => {
  test('repeats the answers of the edge byte for byte: presets, own bodies, and bytes', async () => {
    const world = await recorded({}, async ({ control, service }) => {
      const answers = [
        { preset: 'EdgeBlocked' },
        { preset: 'GatewayTimeout', after: 1 },
        { preset: 'WrongContentType' },
        { preset: 'EmptyBody' },
        { status: 418, body: { text: 'kurz und bündig' } },
        { status: 200, body: { base64: '/wD+' } },
      ]
      for (const [i, answer] of answers.entries()) await control('POST /faults', { when: { nth: i + 1 }, effect: { answer } })
      await control('POST /faults', { when: { nth: 7 }, stage: 'after', effect: { answer: { preset: 'BadGateway' } } })
      for (let i = 0; i < 8; i++) {
        const email_address = `m${i}@acme.test`
        await service(`POST ${MEMBERS}`, { email_address, status: 'subscribed' }).catch(() => undefined)
      }
    })
    await expectSame(world)
  })

  test('repeats reads that lag behind: each is answered from the same earlier state', async () => {
    const world = await recorded({ settings: { staleness: { lag: 'PT10M' } } }, async ({ control, service }) => {
      await control('POST /faults', { match: { operation: 'getList' }, effect: { staleness: 'PT5M' } })
      for (let i = 0; i < 8; i++) {
        await service(`POST ${MEMBERS}`, { email_address: `m${i}@acme.test`, status: 'subscribed' })
        await control('POST /clock/advance', { by: 'PT3M' })
        await service(`GET ${MEMBERS}`)
        await service(`GET /3.0/lists/${LIST}`)
      }
    })
    const copy = await expectSame(world)
    const asOf = async ({ control }: Awaited<ReturnType<typeof newWorld>>) =>
      (await control('GET /requests?operation=getMembers')).body.requests.map(({ as_of }: Body) => as_of)
    expect((await asOf(copy)).at(-1)).toBe('2026-01-15T09:14:00.000Z')
    expect(await asOf(copy)).toEqual(await asOf(world.source))
  })

  test('repeats windows, daily outages and ramps', async () => {
    const world = await recorded({}, async ({ control, service }) => {
      const effect = { problem: { preset: 'TooManyRequests' } }
      await control('POST /faults', { when: { between: ['PT10M', 'PT40M'], ramp: 1 }, effect })
      await control('POST /faults', { when: { daily: { from: '10:00', for: 'PT20M' } }, effect: { latency: 1 } })
      await control('POST /faults', { when: { between: [0, 'P1D'], probability: 0.3 }, effect: { address: 'FakeAddress' } })
      for (let i = 0; i < 30; i++) {
        await control('POST /clock/advance', { by: 'PT3M' })
        await service(`POST ${MEMBERS}`, { email_address: `m${i}@acme.test`, status: 'subscribed' })
      }
    })
    const { bundle } = world
    const statuses = new Set(bundle.steps.flatMap(({ answer }: Body) => answer?.status ?? []))
    expect(statuses).toEqual(new Set([200, 400, 429]))
    await expectSame(world)
  })

  test('repeats an outage that a call starts and ends, with a held batch and a webhook without a field', async () => {
    const world = await recorded({}, async ({ control, service }) => {
      await service(`POST ${MEMBERS}`, { email_address: 'ada@acme.test', status: 'subscribed' })
      await control('PUT /outages/black-friday')
      await control('POST /clock/advance', { by: 'PT15M' })
      for (let i = 0; i < 10; i++) await service('GET /3.0/ping')
      await control('POST /clock/advance', { by: 'PT15M' })
      await service('POST /3.0/batches', { operations: [{ method: 'GET', path: '/ping' }] })
      await service(`PATCH ${MEMBERS}/ada@acme.test`, { status: 'unsubscribed' })
      await control('POST /clock/advance', { by: 'PT5H' })
      await control('DELETE /outages/black-friday')
      await control('POST /clock/advance', { by: 'PT1H' })
    })
    await expectSame(world)
  })

  test('repeats a world that started in an outage, and resets it to the outage', async () => {
    const world = await recorded({ outage: 'black-friday' }, async ({ control, service }) => {
      await control('POST /clock/advance', { by: 'PT15M' })
      for (let i = 0; i < 10; i++) await service('GET /3.0/ping')
      await control('DELETE /outages/black-friday')
      await service('GET /3.0/ping')
    })
    expect(world.bundle.origin.outage).toBe('black-friday')
    const copy = await expectSame(world)
    await copy.control('POST /reset')
    expect((await copy.control('GET /outages')).body.outages).toMatchObject([{ outage: 'black-friday', active: true }])
    const unknown = { ...world.bundle, origin: { ...world.bundle.origin, outage: 'none' } }
    const { body } = await world.another().call('POST /_control/worlds', { bundle: unknown })
    expect(body.errors).toMatchObject([{ pointer: '/bundle/origin/outage' }])
  })

  test('repeats triggers after calls, among them one that starts an outage', async () => {
    const world = await recorded({}, async ({ control, service }) => {
      await service(`POST ${MEMBERS}`, { email_address: 'ada@acme.test', status: 'subscribed' })
      const leave = { trigger: 'member.unsubscribe', list_id: LIST, email_address: 'ada@acme.test' }
      await control('POST /faults', { match: { operation: 'getMembers' }, effect: { trigger: leave } })
      await control('POST /faults', {
        when: { nth: 2 },
        effect: { trigger: { trigger: 'outage.start', outage: 'black-friday' } },
      })
      for (let i = 0; i < 3; i++) await service(`GET ${MEMBERS}`)
    })
    await expectSame(world)
  })

  test('repeats calls that take time of the world, with the jobs that ran meanwhile', async () => {
    const operations = { getBatch: { call: 'PT0.3S' }, getMembers: { row: 'PT0.02S' } }
    const world = await recorded({ settings: { service_times: { clock: 'world', operations } } }, async ({ service }) => {
      const { id } = (await service('POST /3.0/batches', { operations: [{ method: 'GET', path: '/ping' }] })).body
      for (let i = 0; i < 4; i++) await service(`GET /3.0/batches/${id}`)
      await Promise.all(['count=500', 'count=1000', 'count=10'].map((query) => service(`GET ${MEMBERS}?${query}`)))
    })
    const copy = await expectSame(world)
    expect(handleOf(copy.server, copy.id).world.clock.now).toBe(Date.UTC(2026, 0, 15, 9, 0, 21, 200))
  })
})
