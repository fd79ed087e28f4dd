// npm run bench:jobs: measures an advance with a hundred thousand due jobs, each kind in its own processes.
import { cpus } from 'node:os'
import { bundleInProcess, runSide } from './bundle.mjs'
import { median } from './measure.mjs'
import { grid, ms } from './table.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const JOBS = 100_000
const MS_MAX = 1_000

/** @type {Record<string, string>} */
const KINDS = {
  gone: 'about batches that are gone',
  phases: 'phases of 25,000 batches',
  operations: 'operations of one batch',
  timeline: 'steps of a timeline',
}

await bundleInProcess()
/** @typedef {{ ms: number, cpuMs: number }} Side */
/** @type {Map<string, Side[]>} */
const seen = new Map(Object.keys(KINDS).map((kind) => [kind, []]))
for (let round = 0; round < ROUNDS; round++)
  for (const [kind, taken] of seen) taken.push(runSide('jobs-side.mjs', kind, String(JOBS)))

const rows = [...seen].map(([kind, taken]) => {
  // Other load on the machine only makes it slower: the best of the rounds says most about the server.
  const [times, cpu] = [taken.map((side) => side.ms), taken.map((side) => side.cpuMs)]
  const best = Math.min(...times)
  return [KINDS[kind] ?? kind, ms(best), ms(median(times)), ms(Math.min(...cpu)), `< ${MS_MAX / 1000} s`, best < MS_MAX]
})
console.log(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()})\n`,
)
console.log(grid([['100,000 due jobs', 'best', 'median', 'CPU, best', 'target', 'met'], ...rows.map(written)]))
process.exitCode = rows.every((row) => row.at(-1)) ? 0 : 1

/** @param {(string | boolean)[]} row @returns {string[]} */
function written(row) {
  return row.map((handle) => (typeof handle === 'string' ? handle : handle ? 'yes' : 'NO'))
}
