import { expect, test } from 'vitest'
import { postWebhook } from '../../../src/service/rules/deliveries/post.ts'
import { answering, HOOKS, LIST, receiving, sendingWorld } from '../../outbound/delivery-world.ts'
import { sent } from './resend-world.ts'

test('resendDelivery rejects a delivery in flight or queued with 409', async () => {
  const { hook, subscribe, call, handle } = await sendingWorld()
  const { url, got } = await receiving(() => {})
  await hook(url)
  for (let i = 0; i < 2; i++) await subscribe()
  await got(1)
  const before = handle().world
  for (const id of [1, 2]) {
    const detail = `The delivery ${id} is on its way already.`
    expect((await call(`POST /_control/deliveries/${id}/resend`)).body).toMatchObject({ status: 409, detail })
  }
  expect(handle().world).toBe(before)
})

test('resendDelivery rejects a delivery with a retry in flight with 409', async () => {
  const { hook, subscribe, call, advance } = await sendingWorld()
  let end = (): void => {}
  const { url, got } = await receiving((_request, response, count) => {
    if (count === 1) response.writeHead(500).end()
    else end = () => void response.end()
  })
  await hook(url)
  await subscribe()
  await advance({ by: 0 })
  const advanced = advance({ by: 'PT1M' })
  await got(2)
  expect((await call('GET /_control/deliveries/1')).body.status).toBe('retrying')
  expect((await call('POST /_control/deliveries/1/resend')).body).toMatchObject({
    status: 409,
    detail: 'The delivery 1 is on its way already.',
  })
  end()
  expect((await advanced).deliveries).toMatchObject([{ status: 'delivered', attempts: [{}, {}] }])
})

test('resendDelivery rejects a delivery of a deleted webhook with 409', async () => {
  const { resend, call, webhook, first } = await sent([500], { retries: [] })
  await call(`DELETE ${HOOKS}/${webhook.id}`)
  const detail = `The webhook ${webhook.id} was deleted, so it cannot receive the delivery 1.`
  expect((await resend()).body).toMatchObject({ status: 409, detail })
  expect(await first()).toMatchObject({ status: 'failed', attempts: [{}] })
})

test('resendDelivery rejects a delivery of a deleted list with 409', async () => {
  const { resend, call } = await sent([200])
  await call(`DELETE /3.0/lists/${LIST}`)
  expect((await resend()).status).toBe(409)
})

test('resendDelivery rejects a delivery whose receiver answered 410 with 409, until the webhook has a new URL', async () => {
  const { resend, call, webhook, advance } = await sent([410])
  expect((await resend()).body).toMatchObject({ status: 409, detail: expect.stringContaining('answered 410') })
  const there = await answering(200)
  await call(`PATCH ${HOOKS}/${webhook.id}`, { url: there.url })
  expect((await resend()).status).toBe(201)
  expect((await advance({ by: 0 })).deliveries).toMatchObject([{ status: 'delivered', attempts: [{}, {}] }])
})

test('resendDelivery rejects a body with members with 422', async () => {
  const { call } = await sent([200])
  expect((await call('POST /_control/deliveries/1/resend', { url: 'http://127.0.0.1/' })).status).toBe(422)
})

test('resendDelivery does not reach into other worlds', async () => {
  const { call } = await sent([200])
  await call('POST /_control/worlds', { id: 'other' })
  expect((await call('POST /_control/worlds/other/deliveries/1/resend')).status).toBe(404)
})

test('a resent delivery is not sent if its webhook is deleted while it is queued', async () => {
  const { resend, call, webhook, plant, advance, received } = await sent([200])
  const held: (() => void)[] = []
  const slow = await receiving((_request, response) => void held.push(() => response.end()))
  const post = { event: 'subscribe', url: slow.url, payload: {} } as const
  await plant((tx) => Array.from({ length: 16 }, (_, i) => postWebhook(tx, { ...post, webhook_id: `slow-${i}` })))
  await slow.got(16)
  await resend()
  await call(`DELETE ${HOOKS}/${webhook.id}`)
  for (const release of held) release()
  const { deliveries } = await advance({ by: 0 })
  expect(deliveries[0]).toMatchObject({ status: 'failed', reason: 'The webhook was deleted.', attempts: [{}] })
  expect(received).toHaveLength(1)
})
