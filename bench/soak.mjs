// npm run bench:soak: a million requests to one server. Once all that is bounded is full, it stays as large as it is.
import { cpus } from 'node:os'
import { bundleInProcess, runSide } from './bundle.mjs'
import { grid } from './table.mjs'

const REQUESTS = Number(process.env['BENCH_REQUESTS'] ?? 1_000_000)
const STEP = REQUESTS / 20
const FULL_AT = REQUESTS / 5
const MB_MAX = 10

await bundleInProcess()
/** @type {{ at: number, rss: number, heap: number }[]} */
const series = runSide('soak-side.mjs', String(REQUESTS), String(STEP))

const mb = (/** @type {number} */ value) => `${value.toFixed(1)} MB`
console.log(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()})\n`,
)
console.log(
  grid([['requests', 'resident', 'objects'], ...series.map(({ at, rss, heap }) => [at.toLocaleString('en'), mb(rss), mb(heap)])]),
)
const full = series.find(({ at }) => at >= FULL_AT)
const last = series.at(-1)
const more = (last?.rss ?? 0) - (full?.rss ?? 0)
console.log(`\nFrom request ${FULL_AT.toLocaleString('en')} on: ${mb(more)} more; asked: at most ${MB_MAX} MB.`)
process.exitCode = more <= MB_MAX ? 0 : 1
