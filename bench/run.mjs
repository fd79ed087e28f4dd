// npm run bench [-- NAME...]: what people wait for, beside what they could use instead, as the table of docs/architecture.md. With names, only these. BENCH_CALL
// limits the calls over a socket to those with this word in their names.
import { batch } from './batch.mjs'
import { bigAudience } from './big-audience.mjs'
import { firstCalls } from './first.mjs'
import { jobs } from './jobs.mjs'
import { log } from './log.mjs'
import { measuredOn } from './measured-on.mjs'
import { pings } from './pings.mjs'
import { shop } from './shop.mjs'
import { socket } from './socket.mjs'
import { suite } from './suite.mjs'
import { table } from './table.mjs'
import { withoutSocket } from './without-socket.mjs'
import { worlds } from './worlds.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const CALLS = Number(process.env['BENCH_CALLS'] ?? 5_000)

/** In the order of the table. @type {Record<string, () => Promise<import('./table.mjs').Figure[]>>} */
const BENCHES = {
  first: firstCalls,
  suite,
  socket: () => socket(ROUNDS, CALLS, process.env['BENCH_CALL']),
  'without-socket': withoutSocket,
  jobs,
  shop,
  worlds,
  'big-audience': bigAudience,
  batch,
  pings,
  log,
}

const named = process.argv.slice(2)
const figures = []
for (const name of named.length === 0 ? Object.keys(BENCHES) : named) {
  const measure = BENCHES[name]
  if (!measure) throw new Error(`There is no bench '${name}'. The benches are: ${Object.keys(BENCHES).join(', ')}`)
  console.error(`Measuring: ${name}`)
  figures.push(...(await measure()))
}
console.log(`${measuredOn()}\n`)
console.log(table(figures))
process.exitCode = figures.some(({ holds }) => holds === false) ? 1 : 0
