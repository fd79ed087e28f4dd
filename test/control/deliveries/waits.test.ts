import { expect, test } from 'vitest'
import type { Body } from '../../mock.ts'
import { answering, receiving, sendingWorld } from '../../outbound/delivery-world.ts'

const PATH = '/_control/deliveries'
const ids = ({ body }: Body) => body.deliveries.map(({ id }: Body) => id)

/** A world that records the deliveries to its one webhook. */
async function recording() {
  const world = await sendingWorld({ mode: 'record' })
  await world.hook('http://127.0.0.1:9/')
  return world
}

test('a wait for deliveries ends immediately if there are enough', async () => {
  const { call, subscribe } = await recording()
  for (let i = 0; i < 2; i++) await subscribe()
  expect(ids(await call(`GET ${PATH}?wait=PT2M&at_least=2`))).toEqual([1, 2])
})

test('a wait for deliveries ends at the first delivery by default', async () => {
  const { call, subscribe } = await recording()
  const waiting = call(`GET ${PATH}?wait=PT2M`)
  await subscribe()
  expect(ids(await waiting)).toEqual([1])
})

test('a wait for deliveries can be limited to deliveries after a given one', async () => {
  const { call, subscribe } = await recording()
  for (let i = 0; i < 2; i++) await subscribe()
  const waiting = call(`GET ${PATH}?after=2&at_least=2&wait=PT2M`)
  for (let i = 0; i < 2; i++) await subscribe()
  expect(ids(await waiting)).toEqual([3, 4])
})

test('a wait for deliveries can require a status, not just existence', async () => {
  const { call, subscribe, hook } = await sendingWorld()
  const held: (() => void)[] = []
  const { url, got } = await receiving((_request, response) => void held.push(() => response.end()))
  await hook(url)
  await subscribe()
  await got(1)
  expect(ids(await call(`GET ${PATH}?wait=PT2M`))).toEqual([1])
  const waiting = call(`GET ${PATH}?status=delivered&wait=PT2M`)
  held[0]?.()
  expect(ids(await waiting)).toEqual([1])
})

test.each([
  ['answered', 200, 'delivered'],
  ['refused', 500, 'retrying'],
])('a wait for deliveries can require that the attempt is over: %s', async (_, answer, status) => {
  const { call, subscribe, hook } = await sendingWorld()
  const held: (() => void)[] = []
  const { url, got } = await receiving((_request, response) => void held.push(() => response.writeHead(answer).end()))
  await hook(url)
  await subscribe()
  await got(1)
  expect(ids(await call(`GET ${PATH}?settled=true`))).toEqual([])
  expect(ids(await call(`GET ${PATH}?settled=false`))).toEqual([1])
  const waiting = call(`GET ${PATH}?settled=true&wait=PT2M`)
  held[0]?.()
  expect((await waiting).body.deliveries).toMatchObject([{ id: 1, status, attempts: [{ response: { status: answer } }] }])
})

test('a wait for deliveries counts all matches, whatever the page size', async () => {
  const { call, subscribe } = await recording()
  const waiting = call(`GET ${PATH}?at_least=2&limit=1&wait=PT2M`)
  for (let i = 0; i < 2; i++) await subscribe()
  const answered = await waiting
  expect([ids(answered), answered.body.total]).toEqual([[1], 2])
})

test('a wait for deliveries observes deliveries caused by an advance of the clock', async () => {
  const { call, subscribe, hook, advance } = await sendingWorld()
  await hook((await answering(500, 200)).url)
  await subscribe()
  const waiting = call(`GET ${PATH}?status=delivered&wait=PT2M`)
  await advance({ by: 'PT1H' })
  expect((await waiting).body.deliveries).toMatchObject([{ attempts: [{}, { at: '2026-01-15T09:01:00.000Z' }] }])
})

test('a wait for deliveries observes a delivery that a fault had held back once it is sent', async () => {
  const { call, subscribe, hook, advance } = await sendingWorld()
  await hook((await answering(200)).url)
  await call('POST /_control/delivery-faults', { effect: { delay: 'PT30S' } })
  await subscribe()
  const waiting = call(`GET ${PATH}?status=delivered&wait=PT2M`)
  await advance({ by: 'PT30S' })
  expect(ids(await waiting)).toEqual([1])
})

test('a wait for deliveries ends when all deliveries are deleted only if it waited for zero', async () => {
  const { call, subscribe } = await recording()
  await subscribe()
  const waiting = call(`GET ${PATH}?after=1&wait=PT2M`)
  await call(`DELETE ${PATH}`)
  await subscribe()
  expect(ids(await waiting)).toEqual([2])
})

test('a wait for deliveries ends with a reset, and with the deletion of its world', async () => {
  const { call } = await recording()
  const inDefault = call(`GET ${PATH}?wait=PT2M`)
  await call('POST /_control/worlds', { id: 'other' })
  const inOther = call('GET /_control/worlds/other/deliveries?wait=PT2M')
  await call('GET /_control/health')
  await call('POST /_control/reset')
  expect((await inDefault).body).toEqual({ deliveries: [], total: 0, evicted: 0 })
  await call('DELETE /_control/worlds/other')
  expect((await inOther).status).toBe(404)
})
