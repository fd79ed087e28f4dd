import { expect, test } from 'vitest'
import { yieldToEventLoop } from '../../src/kernel/support/time.ts'
import { WorldSync } from '../../src/server/persistence/world-sync.ts'
import { processes, processOn } from '../processes.ts'
import { MemoryStore } from './memory-store.ts'

const LIST = 'aaaaaaaaaa'

test('an error response is not sent before the state it is based on is saved', async () => {
  const { processes: all } = await processes(1)
  const [a] = all as [(typeof all)[0]]
  await a.call('GET /3.0/ping')
  const writing = a.call(`POST /3.0/lists/${LIST}/members`, { email_address: 'x@acme.test', status: 'subscribed' })
  const refused = a.call(`POST /3.0/lists/${LIST}/members`, { email_address: 'x@acme.test', status: 'subscribed' })
  expect([(await writing).status, (await refused).status]).toEqual([200, 400])
})

test('an advance in one process and concurrent calls to others all take effect once', async () => {
  const { processes: all } = await processes(3, { settings: { connections: 0 } })
  const [a, b, c] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]]
  const operations = Array.from({ length: 60 }, (_, i) => ({
    method: 'POST',
    path: `/lists/${LIST}/members`,
    body: JSON.stringify({ email_address: `batch${i}@acme.test`, status: 'subscribed' }),
  }))
  const { body: batch } = await a.call('POST /3.0/batches', { operations })
  const before = (await a.call(`GET /3.0/lists/${LIST}/members?count=1`)).body.total_items
  const adding = Array.from({ length: 40 }, (_, i) =>
    (i % 2 ? b : c).call(`POST /3.0/lists/${LIST}/members`, { email_address: `call${i}@acme.test`, status: 'subscribed' }),
  )
  const advanced = await a.call('POST /_control/clock/advance', { by: 'PT1M' })
  expect((await Promise.all(adding)).every(({ status }) => status === 200)).toBe(true)
  expect(advanced.body).toMatchObject({ from: '2026-01-15T09:00:00.000Z', to: '2026-01-15T09:01:00.000Z' })
  expect((await c.call('GET /_control/clock')).body.now).toBe('2026-01-15T09:01:00.000Z')
  expect((await b.call(`GET /3.0/batches/${batch.id}`)).body).toMatchObject({ status: 'finished', errored_operations: 0 })
  expect((await b.call(`GET /3.0/lists/${LIST}/members?count=1`)).body.total_items).toBe(before + 100)
})

test('a world that is evicted while its request numbers are being reserved stays in the store', async () => {
  const { call, handle } = await processOn(new MemoryStore())
  await call('POST /_control/worlds', { id: 'busy' })
  const { log, persistence } = handle('busy')
  if (!(persistence instanceof WorldSync)) throw new Error('The world is not persistent.')
  log.requestNumbers.requestBlock()
  persistence.flushSoon()
  persistence.evict()
  await yieldToEventLoop()
  expect((await call('GET /_control/worlds/busy')).status).toBe(200)
})
