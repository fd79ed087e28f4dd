// Profiles of the memory of an in-process server: which code allocated the objects that are alive at the end of a benchmark.
import { bundleInProcess, runSide, runSideWith } from '../bundle.mjs'
import { median } from '../measure.mjs'
import { residentMb } from '../server.mjs'
import { inShopScenario } from '../shop.mjs'
import { MEMORY, partsOf } from './parts.mjs'
import { readHeapProfile } from './samples.mjs'
import { build, emptyFolder, onlyFile, partsTable, startUnminified } from './unminified.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
/** Mean number of bytes between two sampled allocations. */
const SAMPLE_BYTES = 16_384

const mb = (/** @type {number} */ value) => `${value.toFixed(1)} MB`

/** @type {Record<string, () => Promise<string>>} */
export const profiledMemory = {
  worlds: () =>
    memory('objects of a thousand worlds, each after 20 writes and 50 reads', 'worlds-side.mjs', ['1000', '20', '50']),
  batch: () => memory('objects after a batch of 10,000 new members', 'batch-side.mjs', ['batch', '10000']),
  shop: () => inShopScenario(shopMemory),
}

/** @param {string} what @param {string} script @param {string[]} args */
async function memory(what, script, args) {
  await bundleInProcess({ sourceMaps: true })
  const objects = Array.from({ length: ROUNDS }, () => /** @type {number} */ (runSide(script, ...args).heap))
  const folder = emptyFolder('heap', script.replace('.mjs', ''))
  runSideWith(heapProfileTo(folder), script, ...args)
  const parts = partsOf(MEMORY, readHeapProfile(onlyFile(folder)))
  return partsTable(what, [{ name: 'objects', parts, whole: median(objects) }], mb)
}

/** A shop with 100,000 orders, when it is ready. @param {string[]} options */
async function shopMemory(options) {
  build()
  const quiet = await startUnminified(options)
  const whole = residentMb(quiet.pid)
  await quiet.stop()
  const folder = emptyFolder('heap', 'shop')
  const profiled = await startUnminified(options, heapProfileTo(folder))
  await profiled.stop()
  const parts = partsOf(MEMORY, readHeapProfile(onlyFile(folder)))
  return partsTable('resident memory of a shop with 100,000 orders', [{ name: 'share of it', parts, whole }], mb)
}

/** @param {string} folder */
function heapProfileTo(folder) {
  return ['--heap-prof', '--heap-prof-dir', folder, '--heap-prof-interval', String(SAMPLE_BYTES)]
}
