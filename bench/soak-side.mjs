// The process of bench/soak.mjs: makes endless requests in a few worlds and regularly prints its memory as JSON.
import { objectsMb, residentMbInside } from './resident.mjs'

const [, , bundle = '', count, step] = process.argv
const { assemble, buildWorld } = await import(bundle)
const URL_BASE = 'http://maildouble.test'
const LIST = '/3.0/lists/aaaaaaaaaa'
const ADDRESSES = 503
/** Number of calls between two yields to timers and pending sends. */
const PAUSE_EVERY = 100

const double = assemble({
  publicUrl: URL_BASE,
  access: { hosts: ['maildouble.test'], token: undefined },
  log: console.error,
  build: buildWorld,
})
await double.begin({ scenario: 'starter', clock: { mode: 'frozen', rate: 0 }, settings: { credentials: 'any' } })

/** @param {string | undefined} key @param {string} line @param {object} [body] @returns {Promise<any>} */
async function call(key, line, body) {
  const [method = 'GET', path = ''] = line.split(' ')
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await double.app.request(URL_BASE + path, { method, headers, ...sent })
  const text = await response.text()
  if (response.status >= 500) throw new Error(`${line}: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

/** Three worlds in order of use: one is never reset, one is reset repeatedly, one is deleted and created again repeatedly. */
const WORLDS = ['one', 'one', 'one', 'reset', 'anew']
const SETTINGS = { webhooks: { mode: 'record', validation: 'off' } }
/** @type {Record<string, string>} */
const keys = {}
for (const id of ['one', 'reset'])
  keys[id] = (await call('', 'POST /_control/worlds', { id, scenario: 'starter', settings: SETTINGS })).api_key
const hook = { url: 'http://127.0.0.1:9/', events: { subscribe: true, profile: true }, sources: { api: true } }
await call(keys['one'], `POST ${LIST}/webhooks`, hook)

/** The calls made in turn, half of which write. @type {((i: number, email: string) => [string, object?])[]} */
const REQUESTS = [
  (i, email) => [`POST ${LIST}/members`, { email_address: email, status: 'subscribed', merge_fields: { FNAME: `Ada ${i}` } }],
  (_, email) => [`GET ${LIST}/members/${email}`],
  (i, email) => [`PATCH ${LIST}/members/${email}`, { merge_fields: { LNAME: `L${i}` } }],
  (i) => [`GET ${LIST}/members?count=10&offset=${i % 20}`],
  (_, email) => [`POST ${LIST}/members/${email}/tags`, { tags: [{ name: 'soak', status: 'active' }] }],
  () => [`GET ${LIST}/segments`],
  (i) => [
    `PATCH ${LIST}`,
    { campaign_defaults: { from_name: 'Acme', from_email: 'news@acme.test', subject: `S${i}`, language: 'en' } },
  ],
  (i) => [`GET /3.0/lists/nowhere-${i}`],
  (_, email) => [`DELETE ${LIST}/members/${email}`],
  () => ['GET /3.0/lists'],
]

const series = []
for (let i = 0; i < Number(count); i++) {
  if (i % Number(step) === 0) series.push(await measureMemory(i))
  if (i % PAUSE_EVERY === 0) await new Promise((done) => setImmediate(done))
  if (i % 10_000 === 0) await between(i)
  const round = Math.floor(i / REQUESTS.length)
  const [line, body] = REQUESTS[i % REQUESTS.length]?.(i, `soak${round % ADDRESSES}@acme.test`) ?? ['GET /3.0/ping']
  await call(keys[WORLDS[round % WORLDS.length] ?? ''], line, body)
}
series.push(await measureMemory(Number(count)))
console.log(JSON.stringify(series))

/** @param {number} at */
async function measureMemory(at) {
  const taken = { at, rss: await residentMbInside(), heap: objectsMb() }
  console.error(
    `${at.toLocaleString('en').padStart(10)} requests: ${taken.rss.toFixed(1)} MB, objects ${taken.heap.toFixed(1)} MB`,
  )
  return taken
}

/** What a test suite does between its tests. @param {number} i */
async function between(i) {
  await call('', 'POST /_control/worlds/reset/reset')
  if (i > 0) await call('', 'DELETE /_control/worlds/anew')
  keys['anew'] = (await call('', 'POST /_control/worlds/one/fork', { id: 'anew' })).api_key
  await call(keys['one'], 'POST /3.0/batches', {
    operations: Array.from({ length: 100 }, () => ({ method: 'GET', path: '/3.0/ping' })),
  })
  await call('', 'POST /_control/worlds/one/snapshots', { name: 'soak' })
  for (const world of ['one', 'anew']) await call('', `POST /_control/worlds/${world}/clock/advance`, { by: 'P1D' })
}
