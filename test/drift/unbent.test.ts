import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mock } from '../mock.ts'
import { runDrift } from '../../src/kit/drift/run/drift.ts'

test.each(process.env['ONLY']?.split(',') ?? readdirSync('scenarios').map((f) => f.replace('.yaml', '')))(
  'crawl %s',
  async (scenario) => {
    const double = mock({ scenario, settings: { service_time: 0 } })
    await double.ready
    await double.call('DELETE /_control/faults')
    const seen: string[] = []
    const result = await runDrift({
      base: new URL('http://maildouble.test/3.0'),
      key: 'test-dc1',
      maxCalls: Number(process.env['MAX'] ?? 300),
      rate: undefined,
      values: true,
      clock: { now: () => 0, wait: async () => {} },
      send: async ({ method, url, headers }) => {
        const response = await double.app.request(url.href, { method, headers })
        seen.push(method + ' ' + url.pathname + url.search)
        return {
          status: response.status,
          headers: new Map(response.headers),
          body: new Uint8Array(await response.arrayBuffer()),
          httpVersion: '1.1',
        }
      },
    })
    const diffs = [
      ...result.operations.flatMap((o) => o.differences.map((d) => ({ o: o.operation, ...d }))),
      ...result.elsewhere.differences,
    ]
    console.log(
      scenario,
      result.outcome,
      result.stopped,
      result.calls,
      seen.length,
      JSON.stringify(result.seen),
      'unseen',
      result.operations
        .filter((o) => o.method === 'GET' && o.outcome === 'not seen')
        .map((o) => o.operation)
        .join(' '),
    )
    console.log(
      JSON.stringify(result.remarks),
      JSON.stringify(result.settings),
      result.progress?.done.length,
      result.progress?.open.length,
    )
    if (process.env['SHOW']) console.log(seen.join('\n'))
    for (const d of diffs.slice(0, 40)) console.log(JSON.stringify(d))
    expect(diffs).toEqual([])
  },
  100000,
)
