import { describe, expect, test } from 'vitest'
import { Coverage, COVERED_WORLDS_MAX } from '../../../src/server/log/coverage/coverage.ts'
import { routes } from '../../../src/kernel/contract/service.ts'
import { mock } from '../../mock.ts'
import { coveredOperation } from './covered.ts'

test('coverage by world is counted in total and can be narrowed to one world', async () => {
  const double = mock()
  await double.call('POST /_control/worlds', { id: 'other', scenario: 'empty' })
  const key = (await double.call('GET /_control/worlds/other')).body.api_key
  await double.call('GET /3.0/ping')
  await double.call('GET /3.0/ping', undefined, { headers: { authorization: `Bearer ${key}` } })
  expect((await coveredOperation(double, 'ping')).calls).toBe(2)
  expect((await coveredOperation(double, 'ping', '?world=other')).calls).toBe(1)
  const { body } = await double.call('GET /_control/contract/coverage?world=other')
  expect(body).toMatchObject({ world: 'other', calls: 1, worlds: { counted: 2 } })
})

test('coverage by world survives a reset and the deletion of its world', async () => {
  const double = mock()
  await double.call('POST /_control/worlds', { id: 'short', scenario: 'empty' })
  await double.call('GET /_worlds/short/3.0/ping', undefined, { anonymous: true })
  await double.call('POST /_control/worlds/short/reset')
  await double.call('DELETE /_control/worlds/short')
  expect((await coveredOperation(double, 'ping')).calls).toBe(1)
  expect((await coveredOperation(double, 'ping', '?world=short')).calls).toBe(1)
})

test('coverage by world is empty for a world without calls', async () => {
  const { call } = mock()
  await call('POST /_control/worlds', { id: 'quiet', scenario: 'empty' })
  await call('GET /3.0/ping')
  expect((await call('GET /_control/contract/coverage?world=quiet')).body).toMatchObject({ world: 'quiet', calls: 0 })
})

test('coverage by world rejects a world that never existed, with suggestions', async () => {
  const { call } = mock()
  await call('POST /_control/worlds', { id: 'checkout', scenario: 'empty' })
  const { status, body } = await call('GET /_control/contract/coverage?world=chekout')
  expect(status).toBe(404)
  expect(body.detail).toBe('There is no world chekout, and no calls to it were counted. Did you mean checkout?')
})

test('coverage by world rejects an unknown output format', async () => {
  const { call } = mock()
  const { status, body } = await call('GET /_control/contract/coverage?format=xml')
  expect(status).toBe(422)
  expect(body.detail).toBe('The query parameter format: Value must be one of: json, html, markdown.')
  expect((await call('GET /_control/contract/coverage?format=markdwon')).body.detail).toBe(
    'The query parameter format: There is no value markdwon here. Did you mean markdown? There are: json, html, markdown.',
  )
})

test('the coverage of deleted worlds is evicted beyond the limit, but stays in the total', async () => {
  const { call, handle } = mock()
  await call('GET /3.0/ping')
  const [logged = raise()] = handle().log.journal.all()
  const coverage = new Coverage((world) => world === 'w0')
  await coverage.load()
  const pinged = { contract: 'service', logged, route: ping, query: new Map(), body: undefined } as const
  for (let i = 0; i < COVERED_WORLDS_MAX + 5; i++) coverage.note({ ...pinged, world: `w${i}` })
  expect(coverage.worlds()).toHaveLength(COVERED_WORLDS_MAX)
  expect(coverage.worlds().slice(0, 2)).toEqual(['w0', 'w6'])
  expect(coverage.evicted).toBe(5)
  const [plan] = await coverage.plans('service', [ping])
  expect(plan && coverage.all.find(plan)?.counts[0]).toBe(COVERED_WORLDS_MAX + 5)
})

describe('deleteCoverage', () => {
  test('deleteCoverage resets the counts, in total and by world', async () => {
    const double = mock()
    await double.call('GET /3.0/ping')
    await double.call('GET /3.0/nowhere')
    expect((await double.call('DELETE /_control/contract/coverage')).status).toBe(204)
    expect((await double.call('GET /_control/contract/coverage')).body).toMatchObject({
      calls: 0,
      astray: 0,
      worlds: { counted: 0 },
      totals: { all: { met: 0 } },
    })
    expect((await double.call('GET /_control/contract/violations')).body.total).toBe(0)
    expect((await double.call('GET /_control/contract/assumptions?leaned=true')).body.total).toBe(0)
  })
})

const ping = routes.find(({ id }) => id === 'ping') ?? raise()

function raise(): never {
  throw new Error('There is no ping.')
}
