// The cost of persistence: the same calls with each driver, side by side, as ratios to memory.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dropWorlds, load, makeWorlds } from './load.mjs'
import { median } from './measure.mjs'
import { startDouble } from './server.mjs'
import { startValkey, valkeyName, withoutValkey } from './store-servers.mjs'
import { grid, ms, perSecond } from './table.mjs'

/** @typedef {{ name: string, url: string, stop: () => Promise<void> }} Driver */
/**
 * @typedef {{ what: string, posts: number, connections: number, worlds: number, amount: number }} Work a number of calls, the same
 * for each driver
 */

/** @type {Work[]} */
const WORKS = [
  { what: 'POST, 1 connection', posts: 10, connections: 1, worlds: 1, amount: 400 },
  { what: 'POST, 32 connections, 1 world', posts: 10, connections: 32, worlds: 1, amount: 3_200 },
  { what: 'POST, 32 connections, 32 worlds', posts: 10, connections: 32, worlds: 32, amount: 3_200 },
  { what: 'GET, 1 connection', posts: 0, connections: 1, worlds: 1, amount: 4_000 },
  { what: 'GET, 32 connections, 32 worlds', posts: 0, connections: 32, worlds: 32, amount: 16_000 },
]

/** The table, or the reason for missing rows. @param {number} rounds @returns {Promise<string>} */
export async function drivers(rounds) {
  const sides = [await inMemory(), await inFolder(), ...(withoutValkey ? [] : [await inValkey()])]
  /** @type {Map<string, import('./load.mjs').Seen[]>} */
  const seen = new Map()
  for (let round = 0; round < rounds; round++)
    for (const work of WORKS)
      for (const side of sides) {
        const key = `${work.what} ${side.name}`
        seen.set(key, [...(seen.get(key) ?? []), await worked(side, work, round)])
      }
  for (const side of sides) await side.stop()

  const [first, ...others] = sides.map(({ name }) => name)
  const rows = WORKS.flatMap(({ what }) =>
    /** @type {const} */ ([
      ['a second', 'rate', perSecond],
      ['median', 'median', ms],
      ['99 of 100 within', 'p99', ms],
    ]).map(([title, field, show]) => {
      const of = (/** @type {string} */ side) => median((seen.get(`${what} ${side}`) ?? []).map((each) => each[field]))
      const beside = others.flatMap((side) => [show(of(side)), (of(side) / of(first ?? '')).toFixed(2)])
      return [`${what}: ${title}`, show(of(first ?? '')), ...beside]
    }),
  )
  const table = grid([['', first ?? '', ...others.flatMap((side) => [side, ': memory'])], ...rows])
  return withoutValkey ? `${table}\n\nValkey is left out: ${withoutValkey}.` : table
}

/** Measures calls in new worlds, after a warm-up. @param {Driver} side @param {Work} work @param {number} round */
async function worked({ url }, { posts, connections, worlds, amount }, round) {
  const places = await makeWorlds(url, worlds, { name: `round-${round}` })
  await load(url, places, { posts, connections, amount: amount / 10 })
  const seen = await load(url, places, { posts, connections, amount })
  await dropWorlds(url, places)
  return seen
}

/** @returns {Promise<Driver>} */
async function inMemory() {
  const double = await startDouble([])
  return { name: 'memory', url: double.url, stop: double.stop }
}

/** @returns {Promise<Driver>} */
async function inFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-data-'))
  const double = await startDouble(['--data', folder])
  const stop = async () => {
    await double.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { name: 'lowdb', url: double.url, stop }
}

/** As shipped: each change is on disk before it is answered. @returns {Promise<Driver>} */
async function inValkey() {
  const valkey = await startValkey('always')
  const double = await startDouble(['--store', valkey.url])
  const stop = async () => {
    await double.stop()
    await valkey.stop()
  }
  return { name: valkeyName, url: double.url, stop }
}
