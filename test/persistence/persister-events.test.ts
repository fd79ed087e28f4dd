import { expect, test } from 'vitest'
import { hasListeners, processOn } from '../processes.ts'
import { CountingStore } from './counting-store.ts'

const LIST = 'aaaaaaaaaa'
const SUBSCRIPTION = { url: 'http://127.0.0.1:1/', events: { subscribe: true }, sources: { api: true } }

type Plan = Parameters<typeof processOn>[1]
type Process = Awaited<ReturnType<typeof processOn>>

/** A process that counts its queries to the store, and another one that writes. */
async function pair(plan: Plan = {}) {
  const store = new CountingStore()
  const a = await processOn(store, plan)
  const b = await processOn(store.view(), plan)
  return { store, a, b }
}

async function join(process: Process, name: string): Promise<void> {
  const { status } = await process.call(`POST /3.0/lists/${LIST}/members`, {
    email_address: `${name}@acme.test`,
    status: 'subscribed',
  })
  expect(status).toBe(200)
}

test('changes by another process are not read before the next call, and then once', async () => {
  const { store, a, b } = await pair()
  await join(a, 'first')
  const before = (await a.call(`GET /3.0/lists/${LIST}/members`)).body.total_items
  store.forget()
  for (let i = 0; i < 20; i++) await join(b, `other${i}`)
  expect(store.asked).toEqual({ versions: 0, reads: 0 })
  expect((await a.call(`GET /3.0/lists/${LIST}/members`)).body.total_items).toBe(before + 20)
  expect(store.asked).toEqual({ versions: 1, reads: 1 })
  await a.call(`GET /3.0/lists/${LIST}/members`)
  expect(store.asked).toEqual({ versions: 2, reads: 1 })
})

test('a world whose due jobs run in the writing process is read once and then left to that process', async () => {
  const { store, a, b } = await pair({ clock: { mode: 'scaled', rate: 0.001 } })
  await a.call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/ping' }] })
  store.forget()
  await join(b, 'first')
  await expect.poll(() => a.handle().persistence.isPaused).toBe(true)
  for (let i = 0; i < 20; i++) await join(b, `other${i}`)
  expect(store.asked).toEqual({ versions: 0, reads: 1 })
})

test('a world deleted by another process disappears immediately', async () => {
  const { store, a, b } = await pair()
  await a.call('POST /_control/worlds', { id: 'short' })
  store.forget()
  expect((await b.call('DELETE /_control/worlds/short')).status).toBe(204)
  await expect.poll(() => a.context.worlds.byId('short')).toBeUndefined()
  expect(store.asked).toEqual({ versions: 0, reads: 1 })
})

test('a wait observes changes by another process, including those just before it started', async () => {
  const { store, a, b } = await pair({ settings: { webhooks: { validation: 'off' } } })
  expect((await a.call(`POST /3.0/lists/${LIST}/webhooks`, SUBSCRIPTION)).status).toBe(200)
  // The result is to be visible, but not to be sent.
  b.context.webhookSender.stop()
  a.context.webhookSender.stop()
  const waiting = a.call('GET /_control/deliveries?wait=PT2M&event=subscribe')
  await expect.poll(() => hasListeners(a.handle())).toBe(true)
  await join(b, 'first')
  expect((await waiting).body.total).toBe(1)
  expect(hasListeners(a.handle())).toBe(false)

  store.meanwhile = () => join(b, 'second')
  expect((await a.call('GET /_control/deliveries?wait=PT2M&at_least=2&event=subscribe')).body.total).toBe(2)
})

test('a hanging call is dropped when another process resets its world', async () => {
  const { a, b } = await pair()
  await a.call('POST /_control/faults', { match: { operation: 'ping' }, effect: { connection: 'hang' } })
  const hanging = a.call('GET /3.0/ping').then(
    () => 'answered',
    () => 'broken off',
  )
  await expect.poll(() => hasListeners(a.handle())).toBe(true)
  expect((await b.call('POST /_control/reset')).status).toBe(200)
  expect(await hanging).toBe('broken off')
})

test('an open stream reports an advance of the clock by another process', async () => {
  const { a, b } = await pair()
  const stream = await a.app.request('http://maildouble.test/_control/stream?types=clock')
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  let streamed = ''
  const listening = (async () => {
    while (!streamed.includes('09:05:00')) streamed += (await reader?.read())?.value ?? ''
  })()
  await b.call('POST /_control/clock/advance', { by: 'PT5M' })
  await listening
  expect(streamed).toContain('event: clock')
  await reader?.cancel()
})
