// npm run bench:worlds: the memory of a server with a thousand worlds, each of which has been used a little.
import { cpus } from 'node:os'
import { bundleInProcess, runSide } from './bundle.mjs'
import { median } from './measure.mjs'
import { grid } from './table.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const [WORLDS, WRITES, READS] = [1_000, 20, 50]
const MB_MAX = 300

await bundleInProcess()
/** @type {{ made: number, used: number, heap: number }[]} */
const seen = []
for (let round = 0; round < ROUNDS; round++) seen.push(runSide('worlds-side.mjs', String(WORLDS), String(WRITES), String(READS)))

const mb = (/** @type {number} */ value) => `${value.toFixed(0)} MB`
const used = median(seen.map((each) => each.used))
console.log(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()})\n`,
)
console.log(
  grid([
    [`${WORLDS} worlds of starter`, 'median', 'asked', 'met'],
    ['resident, just made', mb(median(seen.map((each) => each.made))), '', ''],
    [`resident, each after ${WRITES} writes and ${READS} reads`, mb(used), `<= ${MB_MAX} MB`, used <= MB_MAX ? 'yes' : 'NO'],
    ['of which objects', mb(median(seen.map((each) => each.heap))), '', ''],
  ]),
)
process.exitCode = used <= MB_MAX ? 0 : 1
