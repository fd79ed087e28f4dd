import { expect, test } from 'vitest'
import type { Body } from '../../mock.ts'
import { LIST, requestWorld } from './request-world.ts'

test('getSteps lists advances, triggers and other actions with the number of calls that came after each', async () => {
  const { call, subscribe } = await requestWorld()
  await subscribe('ada@acme.test')
  await call('POST /_control/clock/advance', { by: 'PT1H' })
  await call('POST /_control/triggers', { trigger: 'member.unsubscribe', list_id: LIST, email_address: 'ada@acme.test' })
  await call('GET /3.0/ping')
  await call('POST /_control/faults', { effect: { latency: 1 } })
  const { body } = await call('GET /_control/steps')
  expect(body.total).toBe(3)
  expect(body.steps.map(({ kind, summary, at, calls_after }: Body) => [kind, summary, at, calls_after])).toEqual([
    ['advance', 'The clock advanced by PT1H', '2026-01-15T10:00:00.000Z', 1],
    ['trigger', 'member.unsubscribe ada@acme.test', '2026-01-15T10:00:00.000Z', 1],
    ['other', 'POST /faults', '2026-01-15T10:00:00.000Z', 0],
  ])
  expect(body.steps[0]).toMatchObject({ method: 'POST', path: '/clock/advance', body: { by: 'PT1H' } })
})

test('getSteps filters by kind, pages, and lists the latest action first on demand', async () => {
  const { call } = await requestWorld()
  await call('POST /_control/clock/advance', { to: '2026-01-16T09:00:00Z' })
  await call('POST /_control/faults', { effect: { latency: 1 } })
  await call('POST /_control/clock/advance', { until: 'idle' })
  const summaries = async (query: string): Promise<string[]> =>
    (await call(`GET /_control/steps?${query}`)).body.steps.map(({ summary }: Body) => summary)
  const [to, idle] = ['The clock advanced to 2026-01-16T09:00:00Z', 'The clock advanced until idle']
  expect(await summaries('kind=advance&order=desc')).toEqual([idle, to])
  expect(await summaries('limit=1&offset=1')).toEqual(['POST /faults'])
  expect(await summaries('kind=trigger')).toEqual([])
})

test('an operation of a batch comes before the advance that ran it, and a call after the advance comes after it', async () => {
  const { call } = await requestWorld()
  await call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/lists' }] })
  await call('POST /_control/clock/advance', { until: 'idle' })
  await call('GET /3.0/ping')
  expect((await call('GET /_control/steps')).body.steps).toMatchObject([{ kind: 'advance', calls_after: 1 }])
  expect((await call('GET /_control/requests')).body.total).toBe(3)
})

test('secrets in the bodies of actions are redacted, and a reset clears the list of actions', async () => {
  const { call } = await requestWorld()
  const { api_key } = (await call('GET /_control/worlds/default')).body
  await call('POST /_control/faults', { match: { headers: { 'x-key': api_key } }, effect: { latency: 1 } })
  const { steps } = (await call('GET /_control/steps')).body
  expect(steps).toMatchObject([{ body: { match: { headers: { 'x-key': '{{api_key}}' } } } }])
  await call('POST /_control/reset')
  expect((await call('GET /_control/steps')).body).toEqual({ steps: [], total: 0 })
})
