import { describe, expect, test } from 'vitest'
import { makeList } from '../../../src/service/rules/lists/make.ts'
import type { NewWorldOptions } from '../../../src/service/scenarios/world-options.ts'
import { mock, type Body } from '../../mock.ts'

const LIST = 'a1b2c3d4e5'
const MEMBERS = `/3.0/lists/${LIST}/members`

/** A world with a list, whose clock has moved on after the settings and faults were made. */
async function lagging(settings: NewWorldOptions['settings'], ...faults: object[]) {
  // Cached stats would lag behind as well.
  const double = mock({ settings: { stats_cache: 0, ...settings } })
  const { call, pass } = double
  await double.plant((tx) => makeList(tx, { id: LIST, name: 'Acme News' }))
  for (const fault of faults) expect((await call('POST /_control/faults', fault)).status).toBe(201)
  await pass('PT1H')
  return {
    ...double,
    add: (name: string) => call(`POST ${MEMBERS}`, { email_address: `${name}@acme.test`, status: 'subscribed' }),
    listed: async (path = MEMBERS): Promise<string[]> =>
      (await call(`GET ${path}`)).body.members.map(({ email_address }: Body) => email_address),
    lastCall: async () => (await call('GET /_control/requests?order=desc&limit=1')).body.requests[0],
  }
}

const TEN_MINUTES = { staleness: { lag: 'PT10M' } } as const

describe('the setting staleness', () => {
  test('a new member is not listed until the lag is over, and is read by its hash at once', async () => {
    const { add, listed, call, pass } = await lagging(TEN_MINUTES)
    const { id } = (await add('ada')).body
    expect(await listed()).toEqual([])
    expect((await call(`GET ${MEMBERS}/${id}`)).body.email_address).toBe('ada@acme.test')
    await pass('PT9M59S')
    expect(await listed()).toEqual([])
    await pass('PT1S')
    expect(await listed()).toEqual(['ada@acme.test'])
  })

  test('each state of the last minutes is listed in turn', async () => {
    const { add, listed, pass } = await lagging(TEN_MINUTES)
    for (const name of ['ada', 'bob', 'cyd']) {
      await add(name)
      await pass('PT1M')
    }
    const counts: number[] = []
    for (let minute = 3; minute < 14; minute++) {
      counts.push((await listed()).length)
      await pass('PT1M')
    }
    expect(counts).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 3])
  })

  test('writes are current: an address that is not listed yet is refused as a duplicate', async () => {
    const { add, listed } = await lagging(TEN_MINUTES)
    await add('ada')
    expect(await listed()).toEqual([])
    expect((await add('ada')).body.title).toBe('Member Exists')
  })

  test('only the chosen kinds of reads lag behind', async () => {
    const { add, listed, call } = await lagging({ staleness: { lag: 'PT10M', reads: ['search'] } })
    await add('ada')
    expect(await listed()).toEqual(['ada@acme.test'])
    expect((await call('GET /3.0/search-members?query=ada')).body.exact_matches.members).toEqual([])
  })

  test('the journal and why tell as of when a read was answered', async () => {
    const { add, listed, call, lastCall, pass } = await lagging(TEN_MINUTES)
    await add('ada')
    await pass('PT4M')
    await listed()
    expect(await lastCall()).toMatchObject({ operation: 'getMembers', as_of: '2026-01-15T09:54:00.000Z' })
    await call(`GET ${MEMBERS}/ada@acme.test`)
    expect((await lastCall()).as_of).toBeNull()
    const { hints } = (await call(`GET /_control/why?entity=member&id=ada@acme.test`)).body
    expect(hints).toEqual([
      'Reads that lag behind (staleness) are answered as of 2026-01-15T09:54:00.000Z, when it did not exist yet.',
    ])
  })

  test('a reset forgets earlier states, and a world without the setting keeps none', async () => {
    const { add, listed, call, handle, pass } = await lagging(TEN_MINUTES)
    await add('ada')
    await call('POST /_control/reset')
    expect(handle().past.at(0, handle().world)).toBeUndefined()
    const plain = await lagging({})
    await plain.add('ada')
    await plain.pass('PT1S')
    expect(plain.handle().past.at(0, plain.handle().world)).toBeUndefined()
    expect(await listed().catch(() => [])).toEqual([])
    await pass('PT1S')
  })

  test('earlier states are forgotten once no read can need them', async () => {
    const { handle, pass, add } = await lagging(TEN_MINUTES)
    for (let i = 0; i < 30; i++) {
      await add(`m${i}`)
      await pass('PT1M')
    }
    const { now } = handle().world.clock
    expect(handle().past.at(0, handle().world)?.clock.now).toBeGreaterThanOrEqual(now - 11 * 60_000)
  })
})

describe('the effect staleness', () => {
  const fault = (value: unknown, match: object = { operation: 'getMembers' }) => ({ match, effect: { staleness: value } })

  test('reads of the chosen operations lag behind, from the creation of the fault on', async () => {
    const { add, listed, call, pass } = await lagging({}, fault('PT5M'))
    await add('ada')
    expect(await listed()).toEqual([])
    expect((await call(`GET /3.0/lists/${LIST}`)).body.stats.member_count).toBe(1)
    await pass('PT5M')
    expect(await listed()).toEqual(['ada@acme.test'])
    expect((await call('GET /_control/faults/1')).body).toMatchObject({ seen: 2, fired: 2 })
  })

  test('what is added right after the fault is not listed either, although the clock stands still', async () => {
    const { add, listed, lastCall, call, pass } = await lagging({})
    await add('ada')
    await call('POST /_control/faults', fault('PT5M'))
    await add('bob')
    expect(await listed()).toEqual(['ada@acme.test'])
    expect(await lastCall()).toMatchObject({ as_of: '2026-01-15T10:00:00.000Z' })
    await pass('PT4M59S')
    await add('cleo')
    expect(await listed()).toEqual(['ada@acme.test'])
    await pass('PT1S')
    expect(await listed()).toEqual(['ada@acme.test', 'bob@acme.test'])
    await call('DELETE /_control/faults')
    await call('POST /_control/faults', fault('PT5M'))
    expect(await listed()).toHaveLength(3)
  })

  test('a write that matches is not affected', async () => {
    const { add, call } = await lagging({}, fault('PT5M', {}))
    expect((await add('ada')).status).toBe(200)
    expect((await call('GET /_control/faults/1')).body).toMatchObject({ seen: 1, fired: 0 })
  })

  test.each([['P8D'], [-1], ['soon']])('the staleness %j is refused', async (value) => {
    const { status, body } = await mock().call('POST /_control/faults', fault(value))
    expect(status).toBe(422)
    expect(body.errors[0].pointer).toBe('/effect/staleness')
  })
})

test('after the lag, every lagging read agrees with a current one', async () => {
  const { add, call, pass } = await lagging(TEN_MINUTES)
  for (let i = 0; i < 20; i++) {
    await add(`m${i}`)
    if (i % 3 === 0) await call(`PATCH ${MEMBERS}/m${i}@acme.test`, { status: 'unsubscribed' })
    await pass('PT37S')
  }
  await pass('PT10M')
  const paths = [MEMBERS, '/3.0/lists', `/3.0/lists/${LIST}/segments`, '/3.0/search-members?query=acme.test', '/3.0/reports']
  const read = () => Promise.all(paths.map(async (path) => (await call(`GET ${path}`)).text))
  const lagged = await read()
  await call('PATCH /_control/settings', { staleness: { lag: 0 } })
  expect(await read()).toEqual(lagged)
})
