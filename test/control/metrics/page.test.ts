import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { MemoryStore } from '../../persistence/memory-store.ts'
import { scrape } from './scrape.ts'
import { processOn } from '../../processes.ts'

/** The metrics of a server with a store that has done a bit of everything. */
let served: Awaited<ReturnType<typeof scrape>>
beforeAll(async () => {
  const double = await processOn(new MemoryStore())
  await double.call('POST /_control/faults', { effect: { latency: 0 } })
  await double.call('GET /3.0/ping')
  served = await scrape(double)
  await double.stop()
})

/** The named metrics of the text format, with and without samples. */
const metricNames = () => [...served.text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name)

test('the page on metrics lists every metric of the server itself, and no other', () => {
  const [, section = ''] = readFileSync('docs/running.md', 'utf8').split('\n## Metrics and traces\n')
  const listed = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  expect(listed.toSorted()).toEqual(
    metricNames()
      .filter((name) => /^(?:maildouble|http)_/.test(name))
      .toSorted(),
  )
})
