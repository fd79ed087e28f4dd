import { afterEach, describe, expect, test } from 'vitest'
import { mock } from '../../mock.ts'
import { removeFolders, scenarioNamedMine } from '../../scenarios/scenario-world.ts'

afterEach(removeFolders)

const MINE = `
outages:
  black-friday:
    - { when: { between: [PT0S, PT30M] }, effect: { answer: { preset: EdgeThrottled } } }
    - { match: { event: subscribe }, effect: { delay: PT10M } }
  stuck:
    - { match: { operation: createBatch }, effect: { stuck: { phase: started } } }
  bygone:
    - { when: { until: '2026-01-15T10:00:00Z' }, effect: { latency: 1 } }
`

/** A world of a scenario with outages. */
function world(options: Parameters<typeof mock>[0] = {}, text = MINE) {
  const double = mock({ scenario: 'mine', ...options }, { scenarios: scenarioNamedMine(text) })
  const { call } = double
  const ping = async () => (await call('GET /3.0/ping')).status
  return { ...double, ping }
}

describe('outages', () => {
  test('an outage is listed with its faults, begins by a call, and is over by another one', async () => {
    const { call, ping } = world()
    const { outages, total } = (await call('GET /_control/outages')).body
    expect([total, outages.map(({ outage, active }: { outage: string; active: boolean }) => [outage, active])]).toEqual([
      3,
      [
        ['black-friday', false],
        ['bygone', false],
        ['stuck', false],
      ],
    ])
    expect(await ping()).toBe(200)
    const { status, body } = await call('PUT /_control/outages/black-friday')
    expect([status, body]).toEqual([
      200,
      {
        outage: 'black-friday',
        active: true,
        faults: [1],
        delivery_faults: [1],
        consists_of: [
          { when: { between: ['PT0S', 'PT30M'] }, effect: { answer: { preset: 'EdgeThrottled' } } },
          { match: { event: 'subscribe' }, effect: { delay: 'PT10M' } },
        ],
      },
    ])
    expect(await ping()).toBe(429)
    expect((await call('GET /_control/faults')).body.faults).toMatchObject([
      { outage: 'black-friday', window: { state: 'active' } },
    ])
    expect((await call('GET /_control/delivery-faults')).body.delivery_faults).toMatchObject([{ outage: 'black-friday' }])
    expect((await call('DELETE /_control/outages/black-friday')).body).toMatchObject({
      active: false,
      faults: [],
      delivery_faults: [],
    })
    expect(await ping()).toBe(200)
  })

  test('the durations of an outage begin when it starts', async () => {
    const { call, ping } = world()
    await call('POST /_control/clock/advance', { by: 'P1D' })
    await call('PUT /_control/outages/black-friday')
    await call('POST /_control/clock/advance', { by: 'PT29M' })
    expect(await ping()).toBe(429)
    await call('POST /_control/clock/advance', { by: 'PT1M' })
    expect(await ping()).toBe(200)
  })

  test('an outage that starts twice has its faults once, and other faults stay when it ends', async () => {
    const { call } = world()
    await call('POST /_control/faults', { effect: { latency: 1 } })
    await call('PUT /_control/outages/black-friday')
    await call('PUT /_control/outages/black-friday')
    expect((await call('GET /_control/faults')).body.total).toBe(2)
    await call('DELETE /_control/outages/black-friday')
    await call('DELETE /_control/outages/black-friday')
    expect((await call('GET /_control/faults')).body.faults).toMatchObject([{ id: 1, outage: null }])
  })

  test('an outage whose faults are deleted is over, and can start again', async () => {
    const { call } = world()
    await call('PUT /_control/outages/stuck')
    await call('DELETE /_control/faults')
    expect((await call('GET /_control/outages')).body.outages[2]).toMatchObject({ outage: 'stuck', active: false })
    expect((await call('PUT /_control/outages/stuck')).body).toMatchObject({ active: true, faults: [2] })
  })

  test('the end of an outage releases the batches that it holds', async () => {
    const { call } = world()
    await call('PUT /_control/outages/stuck')
    const { id } = (await call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/ping' }] })).body
    await call('POST /_control/clock/advance', { by: 'PT7H' })
    expect((await call(`GET /3.0/batches/${id}`)).body.status).toBe('started')
    await call('DELETE /_control/outages/stuck')
    await call('POST /_control/clock/advance', { until: 'idle' })
    expect((await call(`GET /3.0/batches/${id}`)).body.status).toBe('finished')
  })

  test('an unknown outage is answered with 404 and the names that exist', async () => {
    const { call } = world()
    for (const method of ['PUT', 'DELETE']) {
      const { status, body } = await call(`${method} /_control/outages/black-fryday`)
      expect([status, body.detail]).toEqual([
        404,
        'The scenario of this world has no outage black-fryday. Did you mean black-friday?',
      ])
    }
  })

  test('an outage with a fault that could never fire any more does not start at all', async () => {
    const { call } = world()
    await call('POST /_control/clock/advance', { by: 'P1D' })
    const { status, body } = await call('PUT /_control/outages/bygone')
    expect([status, body.detail]).toEqual([
      409,
      expect.stringMatching(/^The outage bygone cannot start: \/when\/until: must be after/),
    ])
    expect((await call('GET /_control/faults')).body.total).toBe(0)
  })

  test('triggers start and end an outage', async () => {
    const { call, ping } = world()
    const started = await call('POST /_control/triggers', { trigger: 'outage.start', outage: 'black-friday' })
    expect(started.body).toMatchObject({ changed: [{ entity: 'outage', id: 'black-friday' }] })
    expect(await ping()).toBe(429)
    expect((await call('POST /_control/triggers', { trigger: 'outage.end', outage: 'black-friday' })).status).toBe(200)
    expect(await ping()).toBe(200)
    const unknown = await call('POST /_control/triggers', { trigger: 'outage.end', outage: 'none' })
    expect([unknown.status, unknown.body.errors]).toMatchObject([422, [{ pointer: '/outage' }]])
  })

  test('a timeline starts and ends an outage', async () => {
    const { call, ping } = world(
      {},
      `${MINE}timeline:
  - { at: PT1H, trigger: outage.start, with: { outage: black-friday } }
  - { at: PT1H10M, trigger: outage.end, with: { outage: black-friday } }
`,
    )
    const statuses = []
    for (const by of ['PT59M', 'PT1M', 'PT9M', 'PT1M']) {
      await call('POST /_control/clock/advance', { by })
      statuses.push(await ping())
    }
    expect(statuses).toEqual([200, 429, 429, 200])
  })

  test('a fault can start an outage: the first batch brings it', async () => {
    const { call, ping } = world()
    await call('POST /_control/faults', {
      match: { operation: 'createBatch' },
      effect: { trigger: { trigger: 'outage.start', outage: 'black-friday' } },
    })
    expect(await ping()).toBe(200)
    expect((await call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/ping' }] })).status).toBe(200)
    expect(await ping()).toBe(429)
  })

  test('a world can start in an outage, to which a reset and a fork return', async () => {
    const { call } = world()
    const { body: made } = await call('POST /_control/worlds', { scenario: 'mine', outage: 'black-friday' })
    const ping = async (key: string) =>
      (await call('GET /3.0/ping', undefined, { headers: { authorization: `Bearer ${key}` } })).status
    const at = `/_control/worlds/${made.id}`
    expect(await ping(made.api_key)).toBe(429)
    const { body: fork } = await call(`POST ${at}/fork`)
    await call(`DELETE ${at}/outages/black-friday`)
    expect([await ping(made.api_key), await ping(fork.api_key)]).toEqual([200, 429])
    await call(`POST ${at}/reset`)
    expect(await ping(made.api_key)).toBe(429)
  })

  test.each([
    ['none', 'The scenario of this world has no outage none. There are: black-friday, bygone, stuck.'],
    ['blackfriday', 'Did you mean black-friday?'],
  ])('a new world with the unknown outage %s is refused', async (outage, message) => {
    const { call } = world()
    const { status, body } = await call('POST /_control/worlds', { scenario: 'mine', outage })
    expect([status, body.errors]).toEqual([422, [{ pointer: '/outage', message: expect.stringContaining(message) }]])
  })
})
