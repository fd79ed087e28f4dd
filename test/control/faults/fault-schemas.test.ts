import { expect, test } from 'vitest'
import { edgeAnswers } from '../../../src/kernel/contract/generated/edge-answers.ts'
import { errorCatalogue, routes } from '../../../src/kernel/contract/service.ts'
import { mock, type Body } from '../../mock.ts'

const schemas = async (): Promise<Body> => (await mock().call('GET /_control/contract/faults')).body

test('the schemas of faults have no references and describe every member of a fault', async () => {
  const { fault, delivery_fault } = await schemas()
  expect(JSON.stringify([fault, delivery_fault])).not.toContain('$ref')
  expect(Object.keys(fault.properties)).toEqual(['match', 'when', 'effect', 'stage', 'must_fire'])
  expect(fault.properties.effect.properties.connection.enum).toContain('reset')
  expect(delivery_fault.properties.match.properties).toHaveProperty('event')
})

test('the schemas of faults name every problem of the catalogue once, and each can be injected', async () => {
  const { call } = mock()
  const { presets } = (await call('GET /_control/contract/faults')).body
  expect(presets.map(({ preset }: Body) => preset).toSorted()).toEqual(Object.keys(errorCatalogue).toSorted())
  for (const { preset, status, title } of presets) {
    await call('POST /_control/faults', { when: { first: 1 }, effect: { problem: { preset } } })
    expect((await call('GET /3.0/ping')).body).toMatchObject({ status, title })
    await call('DELETE /_control/faults')
  }
})

test('the schemas of faults name every answer of the edge, with what the client sees, and each can be injected', async () => {
  const { call } = mock()
  const { answers } = (await call('GET /_control/contract/faults')).body
  expect(answers.map(({ preset }: Body) => preset)).toEqual(Object.keys(edgeAnswers))
  for (const { preset, status, seen } of answers) {
    expect(seen).toMatch(/\.$/)
    await call('POST /_control/faults', { effect: { answer: { preset, after: 0 } } })
    expect((await call('GET /3.0/template-folders')).status).toBe(status)
    await call('DELETE /_control/faults')
  }
})

test('the schemas of faults name every reason to refuse an address, with the problem that the client sees', async () => {
  const { fault, addresses } = await schemas()
  expect(addresses.map(({ preset }: Body) => preset)).toEqual(fault.properties.effect.properties.address.enum)
  expect(addresses[0]).toEqual({
    preset: 'FakeAddress',
    seen: 'ada@acme.test looks fake or invalid, please enter a real email address.',
  })
})

test('the schemas of faults have delivery faults to begin with, one for each effect, and each can be created', async () => {
  const { call } = mock()
  const { deliveries } = (await call('GET /_control/contract/faults')).body
  expect(deliveries.map(({ preset, title }: Body) => [preset, title])).toEqual([
    ['twice', 'Twice'],
    ['late', 'Late'],
    ['out_of_order', 'Out of order'],
    ['lost', 'Lost'],
    ['field_missing', 'Field missing'],
  ])
  for (const { delivery_fault, seen } of deliveries) {
    expect(seen).toMatch(/\.$/)
    expect((await call('POST /_control/delivery-faults', delivery_fault)).status).toBe(201)
  }
})

test('the schemas of faults have faults of calls to begin with, each with what the client sees, and each can be created', async () => {
  const { call } = mock()
  const { calls } = (await call('GET /_control/contract/faults')).body
  expect(calls.map(({ title }: Body) => title)).toEqual(expect.arrayContaining(['Too many requests', 'Answer is lost']))
  expect(new Set(calls.map(({ title }: Body) => title)).size).toBe(calls.length)
  for (const { fault, seen } of calls) {
    expect(seen).toMatch(/\.$/)
    expect((await call('POST /_control/faults', fault)).status).toBe(201)
  }
})

test.each([
  [{ first: 1 }, [true]],
  [{ nth: 2 }, [false, true]],
  [{ times: 1 }, [true]],
  [{ every: 1 }, [false, false]],
  [{ first: 2, times: 1 }, [true, true]],
])('a fault for %j is used up once it can fire no more', async (when, expected) => {
  const { call } = mock()
  await call('POST /_control/faults', { when, effect: { latency: 0 } })
  for (const isUsedUp of expected) {
    await call('GET /3.0/ping')
    expect((await call('GET /_control/faults/1')).body.used_up).toBe(isUsedUp)
  }
})

test('a fault is used up once its window or its time is over, and a delivery fault is as well', async () => {
  const { call } = mock()
  const usedUp = async (): Promise<boolean[]> =>
    [
      ...(await call('GET /_control/faults')).body.faults,
      ...(await call('GET /_control/delivery-faults')).body.delivery_faults,
    ].map((fault: Body) => fault.used_up)
  await call('POST /_control/faults', { when: { between: ['PT1M', 'PT2M'] }, effect: { latency: 0 } })
  await call('POST /_control/faults', { when: { until: '2026-01-15T09:02:00Z' }, effect: { latency: 0 } })
  await call('POST /_control/delivery-faults', { when: { between: ['PT1M', 'PT2M'] }, effect: 'drop' })
  expect(await usedUp()).toEqual([false, false, false])
  await call('POST /_control/clock/advance', { by: 'PT2M' })
  expect(await usedUp()).toEqual([true, true, true])
})

test('the schemas of faults name every operation with the problems that its contract documents', async () => {
  const { presets, operations } = await schemas()
  const words = new Set(presets.map(({ preset }: Body) => preset))
  const service = operations.filter(({ contract }: Body) => contract === 'service')
  expect(service.map(({ operation }: Body) => operation)).toEqual(routes.map(({ id }) => id))
  for (const { presets: own, summary } of operations) {
    expect(summary).not.toBe('')
    expect(own.filter((word: string) => !words.has(word))).toEqual([])
  }
  const addMember = operations.find(({ operation }: Body) => operation === 'addMember')
  expect(addMember).toMatchObject({ method: 'POST', path: '/lists/{list_id}/members', resource: 'members' })
  expect(addMember.presets).toEqual(expect.arrayContaining(['MemberExists', 'TooManyRequests']))
  expect(operations.map(({ operation }: Body) => operation)).toContain('issueToken')
})

test('the schemas of faults are the same for every world, so that a parameter is refused', async () => {
  expect((await mock().call('GET /_control/contract/faults?world=default')).status).toBe(422)
})
