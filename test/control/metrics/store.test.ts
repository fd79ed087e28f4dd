import { expect, test } from 'vitest'
import { FailingStore, full, unreachable } from '../../persistence/failing-store.ts'
import { mock } from '../../mock.ts'
import { processOn } from '../../processes.ts'
import { scrape } from './scrape.ts'

const MEMBERS = '/3.0/lists/aaaaaaaaaa/members'
const OPERATIONS = 'maildouble_store_operation_duration_seconds_count'
const someone = (name: string) => ({ email_address: `${name}@acme.test`, status: 'subscribed' })

test('the metrics of a store count its operations by result, with their durations', async () => {
  const store = new FailingStore()
  const double = await processOn(store)
  const writes = async (result: string) =>
    (await scrape(double)).valueOf({ name: OPERATIONS, labels: { operation: 'write', result } })
  const before = (await writes('ok')) ?? 0
  await double.call(`POST ${MEMBERS}`, someone('nora'))
  expect(await writes('ok')).toBe(before + 1)
  expect(await writes('error')).toBeUndefined()
  store.failure = full
  expect((await double.call(`POST ${MEMBERS}`, someone('otto'))).status).toBe(500)
  expect(await writes('error')).toBe(1)
  store.failure = undefined
  await double.stop()
})

test('the metrics of a store show worlds whose writes fail until they succeed', async () => {
  const store = new FailingStore()
  const double = await processOn(store)
  const failing = async () => (await scrape(double)).valueOf({ name: 'maildouble_store_failing_worlds' })
  expect(await failing()).toBe(0)
  store.failure = unreachable
  expect((await double.call(`POST ${MEMBERS}`, someone('nora'))).status).toBe(503)
  expect(await failing()).toBe(1)
  store.failure = undefined
  await double.call(`POST ${MEMBERS}`, someone('otto'))
  expect(await failing()).toBe(0)
  await double.stop()
})

test('the health of the server is degraded while writes to its store fail', async () => {
  const store = new FailingStore()
  const double = await processOn(store)
  const health = async () => (await double.call('GET /_control/health')).body
  expect(await health()).toMatchObject({ status: 'ok', notices: [] })
  store.failure = unreachable
  expect((await double.call(`POST ${MEMBERS}`, someone('nora'))).status).toBe(503)
  expect(await health()).toMatchObject({ status: 'degraded', notices: [expect.stringContaining('Persistence failed')] })
  store.failure = undefined
  await double.call(`POST ${MEMBERS}`, someone('otto'))
  expect((await health()).status).toBe('ok')
  await double.stop()
})

test('the metrics of a store show how long changes have been waiting to be saved, and no lag once they are', async () => {
  const store = new FailingStore()
  const double = await processOn(store)
  const lag = async () => (await scrape(double)).valueOf({ name: 'maildouble_store_lag_seconds' })
  expect(await lag()).toBe(0)
  let write = (): void => {}
  store.writeDelay = new Promise((resolve) => (write = resolve))
  const answer = double.call(`POST ${MEMBERS}`, someone('nora'))
  await expect.poll(lag).toBeGreaterThan(0)
  write()
  expect((await answer).status).toBe(200)
  await expect.poll(lag).toBe(0)
  await double.stop()
})

test('the metrics of a store count calls that could not reach their world', async () => {
  const store = new FailingStore()
  const double = await processOn(store)
  store.version = () => Promise.reject(unreachable)
  expect((await double.call(`POST ${MEMBERS}`, someone('nora'))).status).toBe(503)
  const { valueOf } = await scrape(double)
  const labels = { http_request_method: 'POST', http_response_status_code: '503' }
  expect(valueOf({ name: 'http_server_request_duration_seconds_count', labels })).toBe(1)
  await double.stop()
})

test('the metrics of a store are absent if worlds end with the process', async () => {
  expect((await scrape(mock())).text).not.toContain('maildouble_store_')
})
