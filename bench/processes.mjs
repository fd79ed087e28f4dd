// Requests a second of one, two and three processes on one Valkey behind HAProxy, and the CPU use of each part.
import { childrenOf, cpuMs } from './cpu.mjs'
import { load, makeWorlds } from './load.mjs'
import { median } from './measure.mjs'
import { startDouble } from './server.mjs'
import { startHaproxy, startValkey, withoutHaproxy, withoutValkey } from './store-servers.mjs'
import { grid, perSecond } from './table.mjs'

const [WORLDS, CONNECTIONS] = [48, 48]
const COUNTS = [1, 2, 3]
/** Number of warm-up calls to each process. */
const WARMING = 8_000

const WORKS = /** @type {const} */ ({ get: 'GET', post: 'POST', mixed: 'nine GET, one POST' })
const POSTS = { get: 0, post: 10, mixed: 1 }
const PARTS = /** @type {const} */ (['processes', 'haproxy', 'valkey', 'load'])

/** @typedef {{ rate: number, processes: number, haproxy: number, valkey: number, load: number }} Shared calls a second, and cores */
/** @typedef {keyof typeof POSTS} Work */

/** The table, or why there is none. @param {number} rounds @param {number} seconds @returns {Promise<string>} */
export async function processes(rounds, seconds) {
  const missing = withoutValkey ?? withoutHaproxy
  if (missing) return `Several processes are left out: ${missing}.`
  /** @type {Map<number, Record<Work, Shared>[]>} */
  const seen = new Map(COUNTS.map((count) => [count, []]))
  for (let round = 0; round < rounds; round++) for (const [count, runs] of seen) runs.push(await shared(count, seconds))

  const rows = /** @type {Work[]} */ (Object.keys(WORKS)).flatMap((work) => {
    const of = (/** @type {number} */ count, /** @type {keyof Shared} */ field) =>
      median((seen.get(count) ?? []).map((run) => run[work][field]))
    return COUNTS.map((count) => {
      const rate = of(count, 'rate')
      const cores = PARTS.map((part) => of(count, part).toFixed(2))
      return [`${WORKS[work]}, ${count}`, perSecond(rate), (rate / of(1, 'rate')).toFixed(2), ...cores]
    })
  })
  return grid([['calls, processes', 'a second', ': one', 'cores: processes', 'HAProxy', 'Valkey', 'load'], ...rows])
}

/** The given number of processes behind HAProxy, each with its share of the worlds. @param {number} count @param {number} seconds */
export async function shared(count, seconds) {
  const valkey = await startValkey('always')
  const doubles = []
  for (let i = 0; i < count; i++) doubles.push(await startDouble(['--store', valkey.url]))
  const haproxy = await startHaproxy(doubles.map(({ url }) => url))
  const places = await makeWorlds(haproxy.url, WORLDS)
  await load(haproxy.url, places, { connections: CONNECTIONS, amount: WARMING * count, posts: 5 })

  const pids = {
    processes: doubles.map(({ pid }) => pid),
    haproxy: [haproxy.pid, ...childrenOf(haproxy.pid)],
    valkey: [valkey.pid],
    load: [process.pid],
  }
  const measured = async (/** @type {number} */ posts) => {
    const before = PARTS.map((part) => cpuMs(pids[part]))
    const began = performance.now()
    const { rate } = await load(haproxy.url, places, { connections: CONNECTIONS, seconds, posts })
    const taken = performance.now() - began
    const [ours = 0, balancers = 0, valkeys = 0, loads = 0] = PARTS.map(
      (part, i) => (cpuMs(pids[part]) - (before[i] ?? 0)) / taken,
    )
    return { rate, processes: ours, haproxy: balancers, valkey: valkeys, load: loads }
  }
  const seen = { get: await measured(POSTS.get), post: await measured(POSTS.post), mixed: await measured(POSTS.mixed) }
  await haproxy.stop()
  for (const double of doubles) await double.stop()
  await valkey.stop()
  return seen
}
