// The memory of a server with a thousand lightly used worlds.
import { bundleInProcess, runSide, runSideWith } from './bundle.mjs'
import { median } from './measure.mjs'
import { mb, withLimit } from './table.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const [WORLDS, WRITES, READS] = [1_000, 20, 50]
const MB_MAX = 250

/** @returns {Promise<import('./table.mjs').Figure[]>} */
export async function worlds() {
  await bundleInProcess()
  const counts = [WORLDS, WRITES, READS].map(String)
  /** @typedef {{ used: number }} Side megabytes */
  /** @type {{ asIs: Side[], pressed: Side[] }} */
  const seen = { asIs: [], pressed: [] }
  for (let round = 0; round < ROUNDS; round++) {
    seen.asIs.push(runSide('worlds-side.mjs', ...counts))
    // Node leaves gaps between objects until memory runs out: this is the memory without them.
    seen.pressed.push(runSideWith(['--optimize-for-size'], 'worlds-side.mjs', ...counts))
  }
  const [ours, pressed] = [seen.asIs, seen.pressed].map((sides) => median(sides.map(({ used }) => used)))
  const what = `resident memory, 1,000 worlds after ${WRITES} writes and ${READS} reads each : with --optimize-for-size`
  return [withLimit(what, ours ?? Number.NaN, mb, MB_MAX, pressed)]
}
