import { expect, test } from 'vitest'
import { mock } from '../../mock.ts'
import { LIST, requestWorld } from './request-world.ts'

test('a call that is sent again is a second call with the same headers and body', async () => {
  const { call, latest, requests, subscribe } = await requestWorld()
  await subscribe('ada@acme.test')
  const first = await latest()
  const { body } = await call(`POST /_control/requests/${first.id}/resend`)
  const [, second, ...others] = await requests()
  expect(others).toEqual([])
  expect(body).toEqual({ id: second.id, status: 400 })
  expect(second.request).toEqual(first.request)
  expect(second.error).toBe('MemberExists')
})

test('a call that is sent again while a reset of the connection is armed is made once', async () => {
  const { call, latest, requests } = await requestWorld()
  await call('GET /3.0/ping')
  const { id } = await latest()
  await call('POST /_control/faults', { when: { first: 1 }, effect: { connection: 'reset' } })
  const { body } = await call(`POST /_control/requests/${id}/resend`)
  const all = await requests()
  expect(all).toHaveLength(2)
  expect(body).toEqual({ id: all[1].id, status: null })
  expect(all[1].faults).toMatchObject([{ effect: 'reset' }])
})

test('an operation of a batch is sent again as a direct call', async () => {
  const { call, requests } = await requestWorld()
  await call('POST /3.0/batches', { operations: [{ method: 'PATCH', path: `/lists/${LIST}`, body: '{"name":"Other"}' }] })
  await call('POST /_control/clock/advance', { until: 'idle' })
  const [operation] = await requests('?via=batch')
  expect((await call(`POST /_control/requests/${operation.id}/resend`)).body).toMatchObject({ status: 200 })
  expect((await requests('?operation=updateList')).map(({ via }) => via)).toEqual(['batch', 'http'])
})

test('a call that is sent again is a step of a bundle, which replays without differences', async () => {
  const { call } = mock({ scenario: 'starter' })
  await call(`POST /3.0/lists/${LIST}/members`, { email_address: 'zoe@acme.test', status: 'subscribed' })
  const { requests } = (await call('GET /_control/requests')).body
  await call(`POST /_control/requests/${requests[0].id}/resend`)
  const bundle = (await call('GET /_control/bundle')).body
  expect(bundle.steps.map(({ step }: { step: string }) => step)).toEqual(['request', 'request'])
  const { status, body } = await call('POST /_control/worlds', { id: 'replayed', bundle })
  expect([status, body.replay]).toEqual([201, { steps: 2, differences_total: 0, differences: [] }])
})
