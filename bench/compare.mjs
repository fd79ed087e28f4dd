// node bench/compare.mjs BEFORE AFTER [WORD]: the CPU time of calls without a socket with two builds of the package, in turns within one process, to
// see what a change costs. Each of the first two arguments is the folder of a build: node build/bundle.mjs FOLDER && node build/scenarios.mjs FOLDER
// With a word, such as POST, only the calls with this word in their names are made.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { median, ratioOf } from './measure.mjs'
import { grid, us } from './table.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 41)
const CALLS = 1_000
/** Number of warm-up rounds. */
const WARMING = 5

/** @typedef {(number: number) => Promise<Response>} Call answers with 200, or with the number in its name */

/** A new member with a status that does not exist. */
const INVALID = JSON.stringify({ email_address: 'new@acme.test', status: 'absent', merge_fields: { FNAME: 'Ada' } })

let traces = 0
const builds = process.argv.slice(2, 4)
const word = process.argv[4] ?? ''
if (builds.length < 2) throw new Error('Give the folders of two builds.')
const sides = await Promise.all(builds.map(callsOf))
const rows = []
for (const what of Object.keys(sides[0] ?? {}).filter((name) => name.includes(word))) {
  const calls = sides.map((side) => side[what] ?? rejected)
  /** @type {number[][]} */
  const seen = calls.map(() => [])
  for (let round = -WARMING; round < ROUNDS; round++) {
    // Each side comes first as often as the other.
    for (const i of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const used = await cpuOf(calls[i] ?? rejected, Number(/\d{3}$/.exec(what)?.[0] ?? 200))
      if (round >= 0) seen[i]?.push(used)
    }
  }
  const [before = [], after = []] = seen
  rows.push([what, us(median(before)), us(median(after)), ratioOf(after, before).toFixed(3)])
}
console.log(`${new Date().toISOString().slice(0, 10)}, Node ${process.version}\n`)
console.log(grid([['CPU time of a call', 'before', 'after', 'ratio'], ...rows]))
process.exit()

/** The calls that are measured, of a double of a build. @param {string} folder @returns {Promise<Record<string, Call>>} */
async function callsOf(folder) {
  /** @type {typeof import('../src/index.ts')} */
  const { createDouble } = await import(pathToFileURL(resolve(folder, 'index.js')).href)
  const double = await createDouble({ scenario: 'starter' })
  const headers = { authorization: `Bearer ${double.apiKey}`, 'content-type': 'application/json' }
  const list = '/3.0/lists/aaaaaaaaaa/members'
  /** @type {any} */
  const { members } = await (await double.fetch(`${list}?count=1`, { headers })).json()
  const one = `${list}/${members[0].id}`
  return {
    'GET of one member': () => double.fetch(one, { headers }),
    'the same with a traceparent of its own': (number) =>
      double.fetch(one, { headers: { ...headers, traceparent: traceparent(number) } }),
    'POST of a new member': async (number) => {
      if (number === 0) await double.fetch('/_control/reset', { method: 'POST' })
      const body = JSON.stringify({
        email_address: `new${number}@acme.test`,
        status: 'subscribed',
        merge_fields: { FNAME: 'Ada' },
      })
      return double.fetch(list, { method: 'POST', headers, body })
    },
    'PATCH of a member': (number) => {
      const body = JSON.stringify({ merge_fields: { FNAME: `Ada${number}` } })
      return double.fetch(one, { method: 'PATCH', headers, body })
    },
    'GET of a page of ten': () => double.fetch(list, { headers }),
    'refused: 404': () => double.fetch(`${list}/${'0'.repeat(32)}`, { headers }),
    'refused: 400': () => double.fetch(list, { method: 'POST', headers, body: INVALID }),
    'refused: 401': () => double.fetch(one),
  }
}

/** @param {number} number */
function traceparent(number) {
  return `00-${(++traces).toString(16).padStart(32, '0')}-${(number + 1).toString(16).padStart(16, '0')}-01`
}

/** Microseconds of CPU time per call, of many sequential calls with their responses read. @param {Call} call @param {number} status */
async function cpuOf(call, status) {
  const began = process.cpuUsage()
  for (let number = 0; number < CALLS; number++) {
    const answer = await call(number)
    await answer.text()
    if (answer.status !== status) throw new Error(`A call was answered with ${answer.status}.`)
  }
  const { user, system } = process.cpuUsage(began)
  return (user + system) / CALLS
}

/** @type {Call} */
function rejected() {
  return Promise.reject(new Error('There are not two sides.'))
}
