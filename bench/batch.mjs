// A batch of 10,000 new members beside the same ones made singly, each in its own process, and how long other calls wait meanwhile.
import { operationsFor } from './batch-operations.mjs'
import { bundleInProcess, runSide } from './bundle.mjs'
import { json, median } from './measure.mjs'
import { longestWait } from './pings.mjs'
import { startDouble } from './server.mjs'
import { mb, ms, seconds, slower, withLimit } from './table.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const OPERATIONS = 10_000
const RATIO_MAX = 1.5
const MB_MAX = 60
const WAIT_MS_MAX = 50

/** @typedef {{ cpuMs: number, grownMb: number }} Side CPU time, and additional resident memory at most */

/** @returns {Promise<import('./table.mjs').Figure[]>} */
export async function batch() {
  await bundleInProcess()
  /** @type {{ batch: Side[], singly: Side[] }} */
  const seen = { batch: [], singly: [] }
  // Other load on the machine only makes waits longer, so the best of the rounds is closest to the server's own.
  let wait = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    seen.batch.push(runSide('batch-side.mjs', 'batch', String(OPERATIONS)))
    seen.singly.push(runSide('batch-side.mjs', 'singly', String(OPERATIONS)))
    wait = Math.min(wait, await longestWaitDuringBatch())
  }
  const of = (/** @type {keyof Side} */ what) => ({
    ours: median(seen.batch.map((side) => side[what])),
    theirs: median(seen.singly.map((side) => side[what])),
  })
  const { ours, theirs } = of('grownMb')
  return [
    slower('10,000 new members in one batch: CPU time : one by one', of('cpuMs'), seconds, RATIO_MAX),
    withLimit('the same: additional resident memory : one by one', ours, mb, MB_MAX, theirs),
    withLimit('another call meanwhile: CPU time of the longest wait', wait, ms, WAIT_MS_MAX),
  ]
}

/** The most CPU time of a wait while such a batch is created, while it runs, and while its results are downloaded. */
async function longestWaitDuringBatch() {
  const double = await startDouble(['--clock', 'frozen'])
  const post = (/** @type {string} */ path, /** @type {string} */ body) => json(double.url + path, { method: 'POST', body })
  const operations = JSON.stringify({ operations: operationsFor(OPERATIONS) })
  const longest = await longestWait(double, async () => {
    const { id } = await post('/3.0/batches', operations)
    await post('/_control/clock/advance', '{"until":"idle"}')
    const { response_body_url: archive } = await json(`${double.url}/3.0/batches/${id}`)
    await (await fetch(archive)).arrayBuffer()
  })
  await double.stop()
  return longest
}
