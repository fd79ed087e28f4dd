import { expect, test } from 'vitest'
import type { Body } from '../../mock.ts'
import { answering, HOOKS, receiving, sendingWorld } from '../../outbound/delivery-world.ts'

type World = Awaited<ReturnType<typeof sendingWorld>>

const turn = ({ call }: World, mode: 'deliver' | 'record') => call('PATCH /_control/settings', { webhooks: { mode } })
const standing = (deliveries: Body[]) => deliveries.map(({ id, status, attempts }) => [id, status, attempts.length])

test('a world in mode record records deliveries in full and sends nothing', async () => {
  const world = await sendingWorld()
  const { url, received } = await answering(200)
  const webhook = await world.hook(url)
  expect((await turn(world, 'record')).body.webhooks.mode).toBe('record')
  const { headers } = await world.subscribe()
  const { deliveries } = await world.advance({ until: 'idle' })
  expect(deliveries).toEqual([
    {
      id: 1,
      event: 'subscribe',
      webhook_id: webhook.id,
      list_id: webhook.list_id,
      url,
      cause: { request: headers.get('x-request-id') },
      created_at: '2026-01-15T09:00:00.000Z',
      status: 'recorded',
      payload: expect.objectContaining({ type: 'subscribe' }),
      body: expect.stringContaining('m1%40acme.test'),
      attempts: [],
    },
  ])
  expect(received).toEqual([])
})

test('a world in mode record ends waits for deliveries immediately', async () => {
  const world = await sendingWorld({ mode: 'record' })
  await world.hook('http://127.0.0.1:9/')
  const waiting = world.deliveries('?status=recorded&wait=PT2M')
  await world.subscribe()
  expect(standing(await waiting)).toEqual([[1, 'recorded', 0]])
})

test('a world in mode record validates no URL, however strict the validation is', async () => {
  const { call, deliveries } = await sendingWorld({ mode: 'record', validation: 'strict' })
  const { url, received } = await answering(500)
  expect((await call(`POST ${HOOKS}`, { url, events: {} })).status).toBe(200)
  expect(standing(await deliveries('?event=validation'))).toEqual([[1, 'recorded', 0]])
  expect(received).toEqual([])
})

test('a world that changes to mode record ends pending retries without another attempt', async () => {
  const world = await sendingWorld()
  const { url, received } = await answering(500)
  await world.hook(url)
  await world.subscribe()
  await world.advance({ by: 0 })
  await turn(world, 'record')
  const { to, deliveries } = await world.advance({ until: 'idle' })
  expect(to).toBe('2026-01-15T09:01:00.000Z')
  expect(standing(deliveries)).toEqual([[1, 'recorded', 1]])
  expect(received).toHaveLength(1)
})

test('a world that changes to mode record continues deliveries in flight and those queued behind them', async () => {
  const world = await sendingWorld()
  const held: (() => void)[] = []
  const { url, got } = await receiving((_request, response) => void held.push(() => response.end()))
  await world.hook(url)
  for (let i = 0; i < 2; i++) await world.subscribe()
  await got(1)
  await turn(world, 'record')
  await world.subscribe()
  held[0]?.()
  await got(2)
  held[1]?.()
  expect(standing((await world.advance({ by: 0 })).deliveries)).toEqual([
    [1, 'delivered', 1],
    [2, 'delivered', 1],
    [3, 'recorded', 0],
  ])
})

test('a world that leaves mode record sends again, and keeps recorded deliveries as recorded', async () => {
  const world = await sendingWorld({ mode: 'record' })
  const { url, received } = await answering(200)
  await world.hook(url)
  await world.subscribe()
  await turn(world, 'deliver')
  await world.subscribe()
  expect(standing((await world.advance({ by: 0 })).deliveries)).toEqual([
    [1, 'recorded', 0],
    [2, 'delivered', 1],
  ])
  expect(received).toHaveLength(1)
})
