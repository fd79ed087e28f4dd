import { expect, test } from 'vitest'
import type { Body } from '../mock.ts'
import { answering, HOOKS, sendingWorld } from './delivery-world.ts'

const GIVE_UP = { give_up: { rate: 0.5, within: 'PT1H', least: 4 }, retries: [] } as const

test('the service stops sending to a webhook once half of its attempts within an hour have failed, and the API does not tell', async () => {
  const { hook, subscribe, advance, deliveries, call } = await sendingWorld(GIVE_UP)
  const { url, received } = await answering(200, 200, 500)
  const { id } = await hook(url)
  const before = (await call(`GET ${HOOKS}/${id}`)).body
  for (let i = 0; i < 4; i++) {
    await subscribe()
    await advance({ by: 'PT1M' })
  }
  await subscribe()
  await advance({ by: 'PT1M' })
  expect(received).toHaveLength(4)
  expect((await deliveries()).map(({ status }: Body) => status)).toEqual(['delivered', 'delivered', 'failed', 'failed'])
  expect((await call(`GET ${HOOKS}/${id}`)).body).toEqual(before)
})

test('deliveries that wait when the service gives up a webhook fail with the reason', async () => {
  const { hook, subscribe, advance, deliveries } = await sendingWorld({ ...GIVE_UP, give_up: { ...GIVE_UP.give_up, least: 1 } })
  const { url } = await answering(500)
  await hook(url)
  await subscribe()
  await subscribe()
  await advance({ by: 0 })
  const reason =
    'The service gave up this webhook at 2026-01-15T09:00:00.000Z, after 1 of 1 attempts had failed (setting webhooks.give_up).'
  expect(await deliveries()).toMatchObject([
    { status: 'failed', attempts: [{}] },
    { status: 'failed', attempts: [], reason },
  ])
})

test('a webhook with a new URL is sent to again, and starts with no failed attempts', async () => {
  const { hook, subscribe, advance, call } = await sendingWorld(GIVE_UP)
  const broken = await answering(500)
  const { id } = await hook(broken.url)
  for (let i = 0; i < 5; i++) {
    await subscribe()
    await advance({ by: 'PT1M' })
  }
  expect(broken.received).toHaveLength(4)
  const mended = await answering(500, 200)
  await call(`PATCH ${HOOKS}/${id}`, { url: mended.url })
  for (let i = 0; i < 3; i++) {
    await subscribe()
    await advance({ by: 'PT1M' })
  }
  expect(mended.received).toHaveLength(3)
})

test('failures that are older than the period do not make the service give up a webhook', async () => {
  const { hook, subscribe, advance } = await sendingWorld(GIVE_UP)
  const { url, received } = await answering(500)
  await hook(url)
  for (let i = 0; i < 8; i++) {
    await subscribe()
    await advance({ by: 'PT25M' })
  }
  expect(received).toHaveLength(8)
})

test('by default the service never gives up a webhook', async () => {
  const { hook, subscribe, advance } = await sendingWorld({ retries: [] })
  const { url, received } = await answering(500)
  await hook(url)
  for (let i = 0; i < 30; i++) {
    await subscribe()
    await advance({ by: 0 })
  }
  expect(received).toHaveLength(30)
})
