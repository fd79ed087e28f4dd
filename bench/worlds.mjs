// npm run bench:worlds: the memory of a server with a thousand lightly used worlds.
import { cpus } from 'node:os'
import { bundleInProcess, runSide, runSideWith } from './bundle.mjs'
import { median } from './measure.mjs'
import { grid } from './table.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const [WORLDS, WRITES, READS] = [1_000, 20, 50]
const MB_MAX = 250

await bundleInProcess()
/** @typedef {{ made: number, used: number, heap: number, perWorld: number }} Side megabytes; kilobytes of objects of a world, by its use */
/** @type {{ asIs: Side[], pressed: Side[] }} */
const seen = { asIs: [], pressed: [] }
const counts = [WORLDS, WRITES, READS].map(String)
for (let round = 0; round < ROUNDS; round++) {
  seen.asIs.push(runSide('worlds-side.mjs', ...counts))
  // Node leaves gaps between objects until memory runs out: this is the memory without them.
  seen.pressed.push(runSideWith(['--optimize-for-size'], 'worlds-side.mjs', ...counts))
}

const mb = (/** @type {number} */ value) => `${value.toFixed(0)} MB`
/** @param {'made' | 'used' | 'heap'} what */
const row = (what) => [mb(median(seen.asIs.map((each) => each[what]))), mb(median(seen.pressed.map((each) => each[what])))]
const kilobytes = [seen.asIs, seen.pressed].map((sides) => `${median(sides.map(({ perWorld }) => perWorld)).toFixed(0)} KB`)
const used = median(seen.asIs.map((each) => each.used))
console.log(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()})\n`,
)
console.log(
  grid([
    [`${WORLDS} worlds of starter`, 'node', 'node --optimize-for-size', 'target', 'met'],
    ['resident, just made', ...row('made'), '', ''],
    [
      `resident, each after ${WRITES} writes and ${READS} reads`,
      ...row('used'),
      `<= ${MB_MAX} MB`,
      used <= MB_MAX ? 'yes' : 'NO',
    ],
    ['of which objects', ...row('heap'), '', ''],
    ['objects of a used world, more than of a fresh one', ...kilobytes, '', ''],
  ]),
)
process.exitCode = used <= MB_MAX ? 0 : 1
