// npm run bench:soak: a million requests to one server. Once everything bounded is full, its memory stays constant.
import { cpus } from 'node:os'
import { bundleInProcess, runSideWith } from './bundle.mjs'
import { median } from './measure.mjs'
import { grid } from './table.mjs'

const REQUESTS = Number(process.env['BENCH_REQUESTS'] ?? 1_000_000)
const STEP = REQUESTS / 20
const FULL_AT = REQUESTS / 5
const MB_MAX = 10
const MARKS = 5

await bundleInProcess()
// Otherwise Node leaves varying gaps between objects until memory runs out.
/** @type {{ at: number, rss: number, heap: number }[]} */
const series = runSideWith(['--optimize-for-size'], 'soak-side.mjs', String(REQUESTS), String(STEP))

const mb = (/** @type {number} */ value) => `${value.toFixed(1)} MB`
console.log(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()})\n`,
)
console.log(
  grid([['requests', 'resident', 'objects'], ...series.map(({ at, rss, heap }) => [at.toLocaleString('en'), mb(rss), mb(heap)])]),
)
const full = series.filter(({ at }) => at >= FULL_AT)
const middle = (/** @type {typeof series} */ marks) => median(marks.map(({ rss }) => rss))
const more = middle(full.slice(-MARKS)) - middle(full.slice(0, MARKS))
console.log(
  `\nFrom request ${FULL_AT.toLocaleString('en')} to the last, medians of ${MARKS}: ${mb(more)} more; target: at most ${MB_MAX} MB.`,
)
process.exitCode = more <= MB_MAX ? 0 : 1
