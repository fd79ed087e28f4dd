// One side of bench/without-socket.mjs: makes a call of the double as shipped, or of a bare Hono handler that sends the same objects, many times, and
// prints the CPU time of a call and how long the calls took.
import { Hono } from 'hono'

const ROUNDS = 11
const CALLS = 1_000
/** Number of warm-up rounds. Until about the 16,000th call, Node 24 compiles on other threads, whose CPU time counts as well. */
const WARMING = Number(process.env['BENCH_WARMING'] ?? 20)

const [index = '', what = '', who = ''] = process.argv.slice(2)
/** @type {typeof import('../src/index.ts')} */
const { createDouble } = await import(index)
const double = await createDouble({ scenario: 'starter' })
const headers = { authorization: `Bearer ${double.apiKey}`, 'content-type': 'application/json' }
const list = '/3.0/lists/aaaaaaaaaa/members'

/** @type {any} */
const { members } = await (await double.fetch(`${list}?count=1`, { headers })).json()
const one = `${list}/${members[0].id}`
const member = await (await double.fetch(one, { headers })).json()

const bare = new Hono()
bare.get('/3.0/lists/:list_id/members/:hash', (c) => c.json(member))
bare.post('/3.0/lists/:list_id/members', async (c) => {
  await c.req.json()
  return c.json(member)
})

/** @type {Record<string, (number: number) => [string, RequestInit]>} */
const calls = {
  'GET of one member': () => [one, { headers }],
  'POST of a new member': (number) => {
    const fields = { email_address: `new${number}@acme.test`, status: 'subscribed', merge_fields: { FNAME: 'Ada' } }
    return [list, { method: 'POST', headers, body: JSON.stringify(fields) }]
  },
}
const call = calls[what]
if (!call) throw new Error(`There is no call '${what}'.`)
/** @type {(path: string, init: RequestInit) => Response | Promise<Response>} */
const send = who === 'theirs' ? (path, init) => bare.fetch(new Request(double.url + path, init)) : double.fetch

for (let round = 0; round < WARMING; round++) await sendAll(call)
const [before, began] = [process.cpuUsage(), performance.now()]
for (let round = 0; round < ROUNDS; round++) await sendAll(call)
const { user, system } = process.cpuUsage(before)
console.log(JSON.stringify({ cpuUs: (user + system) / (ROUNDS * CALLS), tookMs: performance.now() - began }))
await double.stop()

/** Each round starts with the scenario. @param {(number: number) => [string, RequestInit]} make */
async function sendAll(make) {
  if (who !== 'theirs') await double.fetch('/_control/reset', { method: 'POST' })
  for (let number = 0; number < CALLS; number++) {
    const answer = await send(...make(number))
    await answer.text()
    if (answer.status !== 200) throw new Error(`${what}: ${answer.status}`)
  }
}
