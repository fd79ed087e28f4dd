import { describe, expect, test } from 'vitest'
import { routes as controlRoutes } from '../../../src/kernel/contract/control.ts'
import { routes as publicRoutes } from '../../../src/kernel/contract/public.ts'
import { routes } from '../../../src/kernel/contract/service.ts'
import { mock } from '../../mock.ts'
import { answering, sendingWorld } from '../../outbound/delivery-world.ts'
import { scrape } from './scrape.ts'

const REQUESTS = 'http_server_request_duration_seconds'

/** The number of counted calls of an operation, by method and status. */
const calls = (http_request_method: string, http_route: string, http_response_status_code: string) => ({
  name: `${REQUESTS}_count`,
  labels: { http_request_method, http_route, http_response_status_code },
})

describe('getMetrics', () => {
  test('the metrics count calls from the start of the server, before the first scrape, by method, template and status', async () => {
    const double = mock({ scenario: 'starter' })
    await double.call('GET /3.0/lists/aaaaaaaaaa')
    await double.call('GET /3.0/lists/zzzzzzzzzz')
    await double.call('GET /_worlds/default/3.0/lists/bbbbbbbbbb')
    await double.call('GET /_control/worlds/default/clock')
    await double.app.request('http://maildouble.test/oauth2/authorize')
    const { valueOf, samples } = await scrape(double)
    expect(valueOf(calls('GET', '/3.0/lists/{list_id}', '200'))).toBe(2)
    expect(valueOf(calls('GET', '/3.0/lists/{list_id}', '404'))).toBe(1)
    expect(valueOf(calls('GET', '/_control/worlds/{world}/clock', '200'))).toBe(1)
    expect(valueOf(calls('GET', '/oauth2/authorize', '400'))).toBe(1)
    const templates = [
      ...routes.map(({ path }) => `/3.0${path}`),
      ...publicRoutes.map(({ path }) => path),
      ...controlRoutes.map(({ path }) => `/_control${path}`),
    ]
    expect(samples.flatMap(({ labels }) => labels['http_route'] ?? []).filter((route) => !templates.includes(route))).toEqual([])
  })

  test('the metrics have no label of a path, a world or an invented method', async () => {
    const double = mock()
    await double.call('POST /_control/worlds', { id: 'secret-world' })
    await double.call('GET /_worlds/secret-world/3.0/ping')
    await double.call('GET /3.0/no/such/path')
    await double.app.request('http://maildouble.test/3.0/ping', { method: 'BREW' })
    const { text, valueOf } = await scrape(double)
    expect(text).not.toMatch(/secret-world|such|BREW/)
    const unmatched = (http_request_method: string, http_response_status_code: string) =>
      valueOf({ name: `${REQUESTS}_count`, labels: { http_request_method, http_response_status_code } })
    expect(unmatched('GET', '404')).toBe(1)
    expect(unmatched('_OTHER', '405')).toBe(1)
  })

  test("the metrics have the buckets of OpenTelemetry's conventions, each with all observations up to its bound", async () => {
    const double = mock()
    for (let i = 0; i < 3; i++) await double.call('GET /3.0/ping')
    const { samples } = await scrape(double)
    const buckets = samples.filter(({ name, labels }) => name === `${REQUESTS}_bucket` && labels['http_route'] === '/3.0/ping')
    expect(buckets.map(({ labels }) => labels['le'])).toEqual([
      '0.005',
      '0.01',
      '0.025',
      '0.05',
      '0.075',
      '0.1',
      '0.25',
      '0.5',
      '0.75',
      '1',
      '2.5',
      '5',
      '7.5',
      '10',
      '+Inf',
    ])
    expect(buckets.map(({ value }) => value)).toEqual(buckets.map(({ value }) => value).toSorted((a, b) => a - b))
    expect(buckets.at(-1)?.value).toBe(3)
  })

  test('the metrics count a call whose answer a fault suppressed, without a status', async () => {
    const double = mock()
    await double.call('POST /_control/faults', { match: { operation: 'ping' }, effect: { connection: 'reset' } })
    await expect(double.call('GET /3.0/ping')).rejects.toThrow('fetch failed')
    const { valueOf } = await scrape(double)
    const labels = { http_request_method: 'GET', http_route: '/3.0/ping' }
    expect(valueOf({ name: `${REQUESTS}_count`, labels })).toBe(1)
    expect(valueOf({ name: 'maildouble_faults_fired_total', labels: { effect: 'reset' } })).toBe(1)
  })

  test('the metrics count faults by effect, including those of batch operations and of deleted worlds', async () => {
    const double = mock()
    const problem = { effect: { problem: { preset: 'TooManyRequests' } } }
    await double.call('POST /_control/worlds', { id: 'short', settings: { credentials: 'any' } })
    for (const world of ['default', 'short']) await double.call(`POST /_control/worlds/${world}/faults`, problem)
    await double.call('GET /_worlds/short/3.0/ping')
    await double.call('DELETE /_control/worlds/short')
    await double.call('POST /_control/faults', { match: { via: 'batch' }, ...problem })
    await double.call('DELETE /_control/faults/1')
    await double.call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/ping' }] })
    await double.pass('PT1M')
    const { valueOf } = await scrape(double)
    expect(valueOf({ name: 'maildouble_faults_fired_total', labels: { effect: 'problem' } })).toBe(2)
  })

  test('the metrics count deliveries by outcome, delivery faults, and pending deliveries', async () => {
    const world = await sendingWorld()
    await world.hook((await answering(500, 200)).url)
    await world.call('POST /_control/delivery-faults', { effect: 'duplicate', when: { nth: 2 } })
    await world.subscribe()
    await world.advance({ by: 0 })
    const first = await scrape(world)
    const outcomes = ({ valueOf }: typeof first) =>
      ['delivered', 'retrying', 'failed', 'blocked', 'recorded'].map((outcome) =>
        valueOf({ name: 'maildouble_deliveries_total', labels: { outcome } }),
      )
    expect(outcomes(first)).toEqual([0, 1, 0, 0, 0])
    expect(first.valueOf({ name: 'maildouble_pending_jobs' })).toBe(1)
    await world.subscribe()
    await world.advance({ until: 'idle' })
    const second = await scrape(world)
    expect(outcomes(second)).toEqual([3, 1, 0, 0, 0])
    expect(second.valueOf({ name: 'maildouble_delivery_faults_fired_total' })).toBe(1)
    expect(second.valueOf({ name: 'maildouble_pending_jobs' })).toBe(0)
    expect(second.valueOf({ name: 'maildouble_pending_deliveries' })).toBe(0)
  })

  test('the metrics show worlds, the size of journals and evicted calls, also after a reset', async () => {
    const double = mock()
    await double.call('POST /_control/worlds', {})
    await double.call('GET /3.0/ping')
    double.handle().log.journal.evictOldest()
    await double.call('POST /_control/reset')
    const { valueOf } = await scrape(double)
    expect(valueOf({ name: 'maildouble_worlds' })).toBe(2)
    expect(valueOf({ name: 'maildouble_unreadable_worlds' })).toBe(0)
    expect(valueOf({ name: 'maildouble_journal_entries_evicted_total' })).toBe(1)
    expect(valueOf({ name: 'maildouble_journal_bytes' })).toBe(0)
  })

  test('the metrics count bugs of maildouble', async () => {
    const double = mock()
    await double.plant((tx) => tx.schedule('no.such', 0, 'x'))
    await double.call('GET /3.0/ping')
    expect(double.defects).toHaveLength(1)
    expect((await scrape(double)).valueOf({ name: 'maildouble_defects_total' })).toBe(1)
  })

  test('the metrics are in the text format of Prometheus, and in OpenMetrics if the client prefers it, in any order', async () => {
    const double = mock()
    const prometheus = 'text/plain; version=0.0.4; charset=utf-8'
    const open = 'application/openmetrics-text; version=1.0.0; charset=utf-8'
    for (const [accept, type, counter] of [
      [undefined, prometheus, 'maildouble_defects_total counter'],
      [
        'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.2',
        open,
        'maildouble_defects counter',
      ],
      ['text/plain;q=0.9,application/openmetrics-text;q=0.5', prometheus, 'maildouble_defects_total counter'],
      ['application/openmetrics-text;q=0', prometheus, 'maildouble_defects_total counter'],
      ['text/html', prometheus, 'process_cpu_seconds_total counter'],
    ] as const) {
      const { type: answered, text } = await scrape(double, accept)
      expect([accept, answered]).toEqual([accept, type])
      expect(text).toContain(`# TYPE ${counter}\n`)
      expect(text).toContain('\nmaildouble_defects_total 0\n')
      expect(text.endsWith('\n# EOF\n')).toBe(type === open)
    }
  })

  test('the metrics show the process, such as its memory, its event loop and its garbage collection', async () => {
    const { text } = await scrape(mock())
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_gc_duration_seconds',
    ])
      expect(text).toContain(`# TYPE ${name} `)
  })

  test('a scrape leaves no trace in the world: state, journal and bundle are the same with and without it', async () => {
    const session = async (isScraped: boolean) => {
      const double = mock({ scenario: 'starter' })
      await double.call(`GET /3.0/lists`)
      if (isScraped) await scrape(double)
      await double.call(`POST /3.0/lists/aaaaaaaaaa/members`, { email_address: 'ada@acme.test', status: 'subscribed' })
      const { steps, ...bundle } = (await double.call('GET /_control/bundle')).body
      const journal = (await double.call('GET /_control/requests')).body.requests.map(
        ({ id, at }: { id: string; at: string }) => [id, at],
      )
      return { steps, seed: bundle.seed, journal, state: (await double.call('GET /_control/state/members')).text }
    }
    expect(await session(true)).toEqual(await session(false))
  })

  test('the metrics are guarded as the rest of the control API is', async () => {
    const { app, ready } = mock()
    await ready
    const headers = { origin: 'https://evil.example' }
    expect((await app.request('http://maildouble.test/_control/metrics', { headers })).status).toBe(403)
  })
})
