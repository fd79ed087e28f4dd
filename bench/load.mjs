// Generates load for servers with persistence and measures the duration and rate of calls.
import autocannon from 'autocannon'
import { json } from './measure.mjs'

/** The list of `starter` that has only the four default merge fields, and interests. */
const LIST = '/3.0/lists/aaaaaaaaaa'

/**
 * @typedef {{ id: string, path: string, key: string, below?: string }} Place a world: its id, its path below the server's URL, its
 * key, and what is read
 */
/**
 * @typedef {{ rate: number, calls: number, median: number, p99: number, bytes: number }} Seen times in milliseconds, bytes of a
 * response
 */

/**
 * Creates worlds. @param {string} url @param {number} count @param {{ name?: string, scenario?: string }} [more] @returns
 * {Promise<Place[]>}
 */
export async function makeWorlds(url, count, { name = 'bench', scenario = 'starter' } = {}) {
  // By default more than ten concurrent connections are rejected, as by the service.
  const wish = { scenario, clock: { mode: 'frozen' }, settings: { connections: 0 } }
  const places = []
  for (let i = 1; i <= count; i++) {
    const id = `${name}-${i}`
    const made = await json(`${url}/_control/worlds`, { method: 'POST', body: JSON.stringify({ ...wish, id }) })
    if (typeof made.api_key !== 'string') throw new Error(`No world ${id}: ${JSON.stringify(made)}`)
    places.push({ id, path: `/_worlds/${id}`, key: made.api_key })
  }
  return places
}

/** Deletes worlds. @param {string} url @param {readonly Place[]} places */
export async function dropWorlds(url, places) {
  for (const { id } of places) await fetch(`${url}/_control/worlds/${id}`, { method: 'DELETE' })
}

/**
 * Calls worlds for some seconds, or a number of times; each connection starts with another world. `posts` of ten calls create a
 * member,
 * the others read a list.
 * @param {string} url @param {readonly Place[]} places
 * @param {{ seconds?: number, amount?: number, connections: number, posts: number }} how @returns {Promise<Seen>}
 */
export async function load(url, places, { seconds, amount, connections, posts }) {
  let clients = 0
  /** @type {number[]} */
  const times = []
  let bytes = 0
  const setupClient = (/** @type {autocannon.Client} */ client) => {
    const first = clients++
    const own = places.map((_, i) => places[(first + i) % places.length]).flatMap((place) => (place ? [place] : []))
    client.setRequests(own.flatMap((place, i) => (posts % 10 === 0 ? [callOf(place, posts)] : tenOf(place, posts, i))))
  }
  const much = amount === undefined ? { duration: seconds ?? 1 } : { amount }
  const began = performance.now()
  let ended = began
  const result = await new Promise((/** @type {(result: autocannon.Result) => void} */ done, failed) => {
    autocannon({ url, connections, ...much, setupClient }, (error, seen) => (error ? failed(error) : done(seen))).on(
      'response',
      (_client, _status, size, ms) => {
        ended = performance.now()
        times.push(ms)
        bytes += size
      },
    )
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`)
  times.sort((a, b) => a - b)
  const at = (/** @type {number} */ part) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
  return {
    rate: (times.length * 1_000) / (ended - began),
    calls: times.length,
    median: at(0.5),
    p99: at(0.99),
    bytes: bytes / times.length,
  }
}

let made = 0

/** @param {Place} place @param {number} posts @returns {autocannon.Request} */
function callOf({ path, key, below = LIST }, posts) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  if (posts === 0) return { method: 'GET', path: path + below, headers }
  return {
    method: 'POST',
    path: `${path}${LIST}/members`,
    headers,
    setupRequest: (request) => ({ ...request, body: member(made++) }),
  }
}

/**
 * Ten calls, some of which write, at a different position for each world. @param {Place} place @param {number} posts @param
 * {number} offset
 */
function tenOf(place, posts, offset) {
  return Array.from({ length: 10 }, (_, i) => callOf(place, (i + offset) % 10 < posts ? 10 : 0))
}

/** @param {number | string} number */
export function member(number) {
  return JSON.stringify({ email_address: `new${number}@acme.test`, status: 'subscribed', merge_fields: { FNAME: 'Ada' } })
}
