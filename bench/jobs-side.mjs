// One side of bench/jobs.mjs: schedules jobs of a kind in a `starter` world, or none in a world of `newsletter-live` or `shop-live`, runs them, and prints the
// cost as JSON.
import { mainThreadMs } from './cpu.mjs'

const [, , bundle = '', kind = '', count] = process.argv
const { assemble, buildWorld, makeBatch, planStep } = await import(bundle)
const URL_BASE = 'http://maildouble.test'
const LIST = 'aaaaaaaaaa'
const JOBS = Number(count)
const GET = { method: 'GET', path: '/3.0/ping' }
/** @type {Record<string, string>} */
const YEARS = { year: 'newsletter-live', 'shop-year': 'shop-live' }

const double = assemble({
  publicUrl: URL_BASE,
  access: { hosts: ['maildouble.test'], token: undefined },
  log: console.error,
  build: buildWorld,
})
const handle = await double.begin({
  scenario: YEARS[kind] ?? 'starter',
  seed: 'bench',
  clock: { mode: 'frozen', rate: 0 },
  settings: { credentials: 'any' },
})

/** @param {string} path @param {object} [body] */
async function call(path, body) {
  const headers = { authorization: 'Bearer bench-dc1', 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await double.app.request(URL_BASE + path, { headers, ...sent })
  return response.json()
}

// The cost of a first call is not measured.
await call('/_control/clock/advance', { by: 1 })
const { members } = kind === 'timeline' ? await call(`/3.0/lists/${LIST}/members?count=1`) : { members: [{}] }
const about = { trigger: 'member.update', list_id: LIST, email_address: members[0].email_address }

/** @type {Record<string, (tx: any) => void>} */
const plans = {
  gone: (tx) => times(JOBS, (i) => tx.schedule('batches.prepare', i + 1, 'gone')),
  // Each batch is prepared, started, runs its operation, and is finished.
  phases: (tx) => times(JOBS / 4, () => makeBatch(tx, { operations: [GET] })),
  operations: (tx) => makeBatch(tx, { operations: Array.from({ length: JOBS - 3 }, () => GET) }),
  timeline: (tx) => times(JOBS, (i) => planStep(tx, i + 1, { body: { ...about, merge_fields: { FNAME: `Ada ${i}` } } })),
}

if (plans[kind]) await double.context.scheduler.run(handle, plans[kind])
globalThis.gc?.()
const before = mainThreadMs(process.pid)
const { ran_total } = await call('/_control/clock/advance', { by: YEARS[kind] ? 'P365D' : 'P1D' })
const taken = mainThreadMs(process.pid) - before
if (plans[kind] && ran_total !== JOBS) throw new Error(`${ran_total} jobs ran.`)
console.log(JSON.stringify({ ms: taken }))

/** @param {number} n @param {(i: number) => void} each */
function times(n, each) {
  for (let i = 0; i < n; i++) each(i)
}
