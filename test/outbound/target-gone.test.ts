import { expect, test } from 'vitest'
import { postWebhook } from '../../src/service/rules/deliveries/post.ts'
import type { Body } from '../mock.ts'
import { answering, HOOKS, LIST, receiving, sendingWorld } from './delivery-world.ts'

test('a response of 410 disables the webhook: neither this nor any other delivery is sent to it', async () => {
  const { hook, subscribe, advance, call } = await sendingWorld()
  const { url, received } = await answering(500, 410)
  const { id } = await hook(url)
  for (let i = 0; i < 4; i++) await subscribe()
  const { deliveries } = await advance({ until: 'idle' })
  expect(deliveries.map(({ status, attempts, reason }: Body) => [status, attempts.length, reason])).toEqual([
    ['failed', 1, 'The receiver had answered 410 before.'],
    ['failed', 1, undefined],
    ['failed', 0, 'The receiver had answered 410 before.'],
    ['failed', 0, 'The receiver had answered 410 before.'],
  ])
  await subscribe()
  await advance({ by: 0 })
  expect(received).toHaveLength(2)
  expect((await call(`GET ${HOOKS}/${id}`)).status).toBe(200)
})

test('a response of 410 cancels pending retries permanently, so that another url does not revive them', async () => {
  const { hook, subscribe, advance, deliveries, call } = await sendingWorld()
  const { url, received } = await answering(500, 410)
  const { id } = await hook(url)
  for (let i = 0; i < 2; i++) await subscribe()
  await advance({ by: 0 })
  expect(await deliveries()).toMatchObject([{ status: 'failed', attempts: [{}] }, { status: 'failed' }])
  await call(`PATCH ${HOOKS}/${id}`, { url: (await answering()).url })
  await advance({ until: 'idle' })
  expect(received).toHaveLength(2)
})

test('a response of 410 cancels queued deliveries while the maximum number is in flight', async () => {
  const { call, hook, subscribe, advance, deliveries, plant } = await sendingWorld()
  const slow = await receiving(() => {})
  let end = (): void => {}
  const { url, received, got } = await receiving((_request, response, count) => {
    if (count === 1) response.writeHead(500).end()
    else end = () => void response.writeHead(410).end()
  })
  await hook(url)
  await subscribe()
  const advanced = advance({ by: 'PT1M', max_wait: 'PT10M' })
  await got(2)
  const to = { event: 'subscribe', list_id: LIST, url: slow.url, payload: {} } as const
  await plant((tx) => Array.from({ length: 15 }, (_, i) => postWebhook(tx, { ...to, webhook_id: `slow-${i}` })))
  await slow.got(15)
  await subscribe()
  end()
  expect(await deliveries('?status=failed&at_least=2&wait=PT2M')).toMatchObject([
    { attempts: [{}, { response: { status: 410 } }] },
    { attempts: [], reason: 'The receiver had answered 410 before.' },
  ])
  // The stop would wait for receivers that never answer.
  await call('POST /_control/reset')
  await advanced
  expect(received).toHaveLength(2)
})

test('a response of 410 is forgotten once the webhook has another url', async () => {
  const { hook, subscribe, advance, call } = await sendingWorld()
  const gone = await answering(410)
  const there = await answering()
  const { id } = await hook(gone.url)
  await subscribe()
  await advance({ by: 0 })
  await call(`PATCH ${HOOKS}/${id}`, { url: there.url })
  await subscribe()
  await advance({ by: 0 })
  expect(there.received).toHaveLength(1)
})

test('a response of 410 disables a batch webhook as well', async () => {
  const { call, advance } = await sendingWorld()
  const { url, received } = await answering(410)
  const { body } = await call('POST /3.0/batch-webhooks', { url, enabled: true })
  for (let i = 0; i < 2; i++) {
    await call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/ping' }] })
    await advance({ by: 'PT10S' })
  }
  expect(received).toHaveLength(1)
  expect((await call(`GET /3.0/batch-webhooks/${body.id}`)).body).toMatchObject({ enabled: false })
})

test('a response of 410 is forgotten once a batch webhook is enabled again', async () => {
  const { call, advance } = await sendingWorld()
  const { url, received } = await answering(410, 200)
  const { body } = await call('POST /3.0/batch-webhooks', { url })
  const finishOne = async () => {
    await call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/ping' }] })
    await advance({ by: 'PT10S' })
  }
  await finishOne()
  expect((await call(`PATCH /3.0/batch-webhooks/${body.id}`, { enabled: false })).body).toMatchObject({ enabled: false })
  await finishOne()
  expect((await call(`PATCH /3.0/batch-webhooks/${body.id}`, { enabled: true })).body).toMatchObject({ enabled: true })
  await finishOne()
  expect(received).toHaveLength(2)
})
