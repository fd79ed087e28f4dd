// Calls the double as shipped, and a bare Hono handler that sends the same objects, in turns; prints microseconds per call. With the name
// of a call, and `ours` or `theirs`, calls only one of them, and prints the CPU time per call and how long the calls took.
import { Hono } from 'hono'
import { inTurns } from './measure.mjs'

const ROUNDS = 11
const CALLS = 1_000
/** Number of warm-up rounds. */
const WARMING = 5

const [index = '', only = '', who = ''] = process.argv.slice(2)
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

/** @typedef {(path: string, init: RequestInit) => Response | Promise<Response>} Fetch */
/** @type {Fetch} */
const byBare = (path, init) => bare.fetch(new Request(double.url + path, init))

/**
 * Microseconds per call of many sequential calls with their responses read. @param {Fetch} fetch @param {(number: number) =>
 * [string, RequestInit]} call
 */
async function each(fetch, call) {
  const began = performance.now()
  for (let number = 0; number < CALLS; number++) {
    const answer = await fetch(...call(number))
    await answer.text()
    if (answer.status !== 200) throw new Error(`${call(number)[0]}: ${answer.status}`)
  }
  return ((performance.now() - began) * 1000) / CALLS
}

/** @returns {[string, RequestInit]} */
const read = () => [one, { headers }]

/** @param {number} number @returns {[string, RequestInit]} */
const make = (number) => {
  const fields = { email_address: `new${number}@acme.test`, status: 'subscribed', merge_fields: { FNAME: 'Ada' } }
  return [list, { method: 'POST', headers, body: JSON.stringify(fields) }]
}

/** Each round starts with the scenario. @param {Fetch} fetch @param {(number: number) => [string, RequestInit]} call */
const afresh = async (fetch, call) => {
  await double.fetch('/_control/reset', { method: 'POST' })
  return each(fetch, call)
}

/** @typedef {{ ours: () => Promise<number>, theirs: () => Promise<number> }} Sides */
/** @type {[string, Sides][]} */
const calls = /** @type {const} */ ([
  ['GET of one member', read],
  ['POST of a new member', make],
]).map(([what, call]) => [what, { ours: () => afresh(double.fetch, call), theirs: () => each(byBare, call) }])

if (only === '') {
  const seen = []
  for (const [what, { ours, theirs }] of calls) {
    await inTurns(WARMING, ours, theirs)
    seen.push({ what, ...(await inTurns(ROUNDS, ours, theirs)) })
  }
  console.log(JSON.stringify(seen))
} else {
  const sides = new Map(calls).get(only)
  const side = who === 'theirs' ? sides?.theirs : sides?.ours
  if (!side) throw new Error(`There is no call '${only}'.`)
  for (let round = 0; round < WARMING; round++) await side()
  const [before, began] = [process.cpuUsage(), performance.now()]
  for (let round = 0; round < ROUNDS; round++) await side()
  const { user, system } = process.cpuUsage(before)
  console.log(JSON.stringify({ cpuUs: (user + system) / (ROUNDS * CALLS), tookMs: performance.now() - began }))
}
await double.stop()
