// One side of bench/batch.mjs: creates members in process, as one batch or singly, and prints the cost as JSON.
import { operationsFor } from './batch-operations.mjs'
import { objectsMb } from './resident.mjs'

const [, , bundle = '', kind, count] = process.argv
const { assemble, buildWorld } = await import(bundle)
const URL_BASE = 'http://maildouble.test'
const SAMPLE_MS = 5
let looked = 0

const double = assemble({
  publicUrl: URL_BASE,
  access: { hosts: ['maildouble.test'], token: undefined },
  log: console.error,
  build: buildWorld,
})
await double.begin({ scenario: 'starter', seed: 'bench', clock: { mode: 'frozen', rate: 0 }, settings: { credentials: 'any' } })

/** @param {string} path @param {string} [body] */
async function call(path, body) {
  const headers = { authorization: 'Bearer bench-dc1', 'content-type': 'application/json' }
  const response = await double.app.request(URL_BASE + path, { headers, ...(body === undefined ? {} : { method: 'POST', body }) })
  const answer = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${answer}`)
  return answer
}

// The cost of a first call is the same on both sides and not measured.
const operations = operationsFor(Number(count))
await call('/3.0/lists/aaaaaaaaaa/members', JSON.stringify({ email_address: 'first@acme.test', status: 'subscribed' }))
await call('/3.0/batches')
const body = JSON.stringify({ operations })
globalThis.gc?.()

const before = process.memoryUsage.rss()
const objectsBefore = objectsMb()
let peak = before
const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), SAMPLE_MS)
const cpu = process.cpuUsage()
if (kind === 'batch') {
  const { id } = JSON.parse(await call('/3.0/batches', body))
  await call('/_control/clock/advance', JSON.stringify({ until: 'idle' }))
  const { status, finished_operations, errored_operations } = JSON.parse(await call(`/3.0/batches/${id}`))
  if (status !== 'finished' || finished_operations !== operations.length || errored_operations > 0)
    throw new Error(`The batch is ${status}.`)
} else {
  for (const operation of operations) {
    await call(operation.path, operation.body)
    if (peakIsDue()) peak = Math.max(peak, process.memoryUsage.rss())
  }
}
const { user, system } = process.cpuUsage(cpu)
clearInterval(sampling)
peak = Math.max(peak, process.memoryUsage.rss())
// What is alive at the end, with the server and its journal.
globalThis.gc?.()
console.log(
  JSON.stringify({ cpuMs: (user + system) / 1000, grownMb: (peak - before) / 1024 / 1024, heap: objectsMb() - objectsBefore }),
)

/** In-process calls do not yield to timers, so every hundredth call does. */
function peakIsDue() {
  looked = (looked + 1) % 100
  return looked === 0
}
