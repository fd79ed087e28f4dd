// node bench/batch.mjs, after npm run bundle: compares a batch of 10,000 member creations with the same creations sent singly, each
// in its own process, and measures how long other calls wait for a server that is busy with such a batch.
import { cpus } from 'node:os'
import { operationsFor } from './batch-operations.mjs'
import { bundleInProcess, runSide } from './bundle.mjs'
import { json, median, time } from './measure.mjs'
import { startDouble } from './server.mjs'
import { grid, ms } from './table.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const OPERATIONS = 10_000
const MB_MAX = 60

/** @typedef {{ cpuMs: number, grownMb: number, heap: number }} Side CPU time, and additional memory: resident at most, and objects at the end */

await bundleInProcess()
/** @type {{ batch: Side[], singly: Side[] }} */
const seen = { batch: [], singly: [] }
for (let round = 0; round < ROUNDS; round++) {
  seen.batch.push(side('batch'))
  seen.singly.push(side('singly'))
}
const [batch, singly] = [medians(seen.batch), medians(seen.singly)]
// Other load on the machine only makes waits longer, so the best of the rounds is closest to the server's own.
const waits = await longestWaits()
for (let round = 1; round < ROUNDS; round++) {
  for (const [what, wait] of Object.entries(await longestWaits())) waits[what] = Math.min(wait, waits[what] ?? wait)
}

const ratio = batch.cpuMs / singly.cpuMs
const mb = (/** @type {number} */ value) => `${value.toFixed(0)} MB`
const rows = [
  ['CPU time', ms(batch.cpuMs), ms(singly.cpuMs), ratio.toFixed(2), '<= 1.5', ratio <= 1.5],
  ['additional resident memory', mb(batch.grownMb), mb(singly.grownMb), '', `<= ${MB_MAX} MB`, batch.grownMb <= MB_MAX],
  ['of which objects at the end', mb(batch.heap), mb(singly.heap), '', '', ''],
  ...Object.entries(waits).map(([what, wait]) => [`longest wait, ${what}`, ms(wait), '', '', '< 50 ms', wait < 50]),
]
const host = `${cpus().length} cores (${cpus()[0]?.model.trim()})`
console.log(`${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${host}, ${OPERATIONS} operations\n`)
console.log(grid([['', 'as a batch', 'one by one', 'ratio', 'target', 'met'], ...rows.map(written)]))
process.exitCode = rows.some((row) => row.at(-1) === false) ? 1 : 0

/** @param {(string | boolean)[]} row @returns {string[]} */
function written(row) {
  return row.map((handle) => (typeof handle === 'string' ? handle : handle ? 'yes' : 'NO'))
}

/** @param {string} kind @returns {Side} */
function side(kind) {
  return runSide('batch-side.mjs', kind, String(OPERATIONS))
}

/** @param {Side[]} sides @returns {Side} */
function medians(sides) {
  const of = (/** @type {keyof Side} */ what) => median(sides.map((each) => each[what]))
  return { cpuMs: of('cpuMs'), grownMb: of('grownMb'), heap: of('heap') }
}

/**
 * The longest wait for one member while the server is idle, while its first batch is created, while it runs, and while
 * its results are downloaded.
 * @returns {Promise<Record<string, number>>}
 */
async function longestWaits() {
  const double = await startDouble(['--clock', 'frozen'])
  const post = (/** @type {string} */ path, /** @type {string} */ body) => json(double.url + path, { method: 'POST', body })
  const { members } = await json(`${double.url}/3.0/lists/aaaaaaaaaa/members?count=1`)
  const one = `${double.url}/3.0/lists/aaaaaaaaaa/members/${members[0].id}`
  const operations = JSON.stringify({ operations: operationsFor(OPERATIONS) })
  const idle = await waitDuring(one, () => new Promise((done) => setTimeout(done, 1_000)))
  /** @type {string} */
  let id = ''
  const submitting = await waitDuring(one, async () => ({ id } = await post('/3.0/batches', operations)))
  const running = await waitDuring(one, () => post('/_control/clock/advance', '{"until":"idle"}'))
  const { response_body_url: archive } = await json(`${double.url}/3.0/batches/${id}`)
  const downloading = await waitDuring(one, async () => (await fetch(archive)).arrayBuffer())
  await double.stop()
  return { idle, submitting, running, downloading }
}

/** The longest wait for a URL during some work. @param {string} url @param {() => Promise<unknown>} work */
async function waitDuring(url, work) {
  const state = { going: true }
  const working = work().finally(() => (state.going = false))
  let longest = 0
  while (state.going) longest = Math.max(longest, await time(url))
  await working
  return longest
}
