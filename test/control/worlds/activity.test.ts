import { expect, test } from 'vitest'
import { HOOKS, MEMBERS, sendingWorld } from '../../outbound/delivery-world.ts'

test('getWorlds counts calls, refused calls, failed webhooks and armed faults of each world on demand', async () => {
  const { call } = await sendingWorld({ mode: 'deliver', validation: 'off' })
  expect((await call('GET /_control/worlds')).body.worlds[0]).not.toHaveProperty('activity')
  const activity = async (): Promise<unknown> => (await call('GET /_control/worlds?activity=true')).body.worlds[0].activity
  const nothing = { calls: 0, refused: 0, last_call: null, webhooks: 0, failed_webhooks: 0, emails: 0, armed_faults: 0 }
  expect(await activity()).toEqual(nothing)
  await call('POST /_control/faults', {
    when: { first: 1 },
    match: { operation: 'ping' },
    effect: { problem: { preset: 'TooManyRequests' } },
  })
  await call('POST /_control/faults', {
    when: { until: '2026-01-15T10:00:00Z' },
    match: { operation: 'getLists' },
    effect: { latency: 1 },
  })
  await call('POST /_control/delivery-faults', { match: { event: 'cleaned' }, effect: 'drop' })
  await call(`POST ${HOOKS}`, { url: 'http://127.0.0.1:1/hook', events: { subscribe: true }, sources: { api: true } })
  await call(`POST ${MEMBERS}`, { email_address: 'ada@acme.test', status: 'subscribed' })
  expect(await activity()).toMatchObject({ armed_faults: 3, refused: 0 })
  await call('GET /3.0/ping')
  await call('POST /_control/clock/advance', { by: 'PT1H' })
  expect(await activity()).toMatchObject({
    calls: 3,
    refused: 1,
    last_call: { at: '2026-01-15T09:00:00.000Z', method: 'GET', path: '/3.0/ping', status: 429 },
    webhooks: 1,
    failed_webhooks: 1,
    emails: 0,
    armed_faults: 1,
  })
})
