// Profiles of the memory of an in-process server: which code allocated the objects that are alive at the end of a benchmark.
import { bundleInProcess, runSide, runSideWith } from '../bundle.mjs'
import { median } from '../measure.mjs'
import { MEMORY, partsOf } from './parts.mjs'
import { readHeapProfile } from './samples.mjs'
import { emptyFolder, onlyFile, partsTable } from './unminified.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
/** Mean number of bytes between two sampled allocations. */
const SAMPLE_BYTES = 16_384

const mb = (/** @type {number} */ value) => `${value.toFixed(1)} MB`

/** @type {Record<string, () => Promise<string>>} */
export const profiledMemory = {
  worlds: () =>
    memory('objects of a thousand worlds, each after 20 writes and 50 reads', 'worlds-side.mjs', ['1000', '20', '50']),
  batch: () => memory('objects after a batch of 10,000 new members', 'batch-side.mjs', ['batch', '10000']),
}

/** @param {string} what @param {string} script @param {string[]} args */
async function memory(what, script, args) {
  await bundleInProcess({ sourceMaps: true })
  const objects = Array.from({ length: ROUNDS }, () => /** @type {number} */ (runSide(script, ...args).heap))
  const folder = emptyFolder('heap', script.replace('.mjs', ''))
  const flags = ['--heap-prof', '--heap-prof-dir', folder, '--heap-prof-interval', String(SAMPLE_BYTES)]
  runSideWith(flags, script, ...args)
  const parts = partsOf(MEMORY, readHeapProfile(onlyFile(folder)))
  return partsTable(what, [{ name: 'objects', parts, whole: median(objects) }], mb)
}
