import { expect, test } from 'vitest'
import { HOOKS, MEMBERS, sendingWorld } from '../../outbound/delivery-world.ts'
import type { Body } from '../../mock.ts'

const URL = 'http://127.0.0.1:9/hook'

test('a listed call counts the webhooks and emails that it caused, without validations of URLs', async () => {
  const { call } = await sendingWorld({ mode: 'record', validation: 'send' })
  await call(`POST ${HOOKS}`, { url: URL, events: { subscribe: true } })
  await call(`POST ${MEMBERS}`, { email_address: 'ada@acme.test', status: 'subscribed' })
  await call(`POST ${MEMBERS}`, { email_address: 'bob@acme.test', status: 'pending' })
  await call('GET /3.0/ping')
  const { requests } = (await call('GET /_control/requests')).body
  expect(requests.map(({ operation, effects }: Body) => [operation, effects])).toEqual([
    ['createListWebhook', { webhooks: 0, emails: 0 }],
    ['addMember', { webhooks: 1, emails: 0 }],
    ['addMember', { webhooks: 0, emails: 1 }],
    ['ping', { webhooks: 0, emails: 0 }],
  ])
})

test('a listed call that submits a batch counts its operations, and the webhook of the finished batch', async () => {
  const { call } = await sendingWorld({ mode: 'record', validation: 'off' })
  await call('POST /3.0/batch-webhooks', { url: URL })
  const operations = [
    { method: 'GET', path: '/lists' },
    { method: 'GET', path: '/lists/nothing' },
  ]
  await call('POST /3.0/batches', { operations })
  const effects = async (): Promise<unknown> =>
    (await call('GET /_control/requests?operation=createBatch')).body.requests[0].effects
  expect(await effects()).toEqual({ webhooks: 0, emails: 0, batch: { operations: 2, finished: 0, refused: 0 } })
  await call('POST /_control/clock/advance', { until: 'idle' })
  expect(await effects()).toEqual({ webhooks: 1, emails: 0, batch: { operations: 2, finished: 2, refused: 1 } })
})

test('an operation of a batch counts the webhooks that it caused, as the call does that submitted the batch', async () => {
  const { call } = await sendingWorld({ mode: 'record', validation: 'off' })
  await call(`POST ${HOOKS}`, { url: URL, events: { subscribe: true }, sources: { api: true } })
  const add = (email_address: string) => ({
    method: 'POST',
    path: MEMBERS.replace('/3.0', ''),
    body: JSON.stringify({ email_address, status: 'subscribed' }),
  })
  await call('POST /3.0/batches', { operations: [add('ada@acme.test'), { method: 'GET', path: '/ping' }, add('bob@acme.test')] })
  await call('POST /_control/clock/advance', { until: 'idle' })
  const { requests } = (await call('GET /_control/requests')).body
  expect(requests.map(({ operation, effects: { webhooks } }: Body) => [operation, webhooks])).toEqual([
    ['createListWebhook', 0],
    ['createBatch', 2],
    ['addMember', 1],
    ['ping', 0],
    ['addMember', 1],
  ])
})
