// The duration of a write as a world diverges from its scenario, in a folder and in Valkey side by side.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load, makeWorlds, member } from './load.mjs'
import { json } from './measure.mjs'
import { startDouble } from './server.mjs'
import { startValkey, valkeyName, withoutValkey } from './store-servers.mjs'
import { grid, ms } from './table.mjs'

const COUNTS = (process.env['BENCH_ROWS'] ?? '100,1000,10000,50000,100000').split(',').map(Number)
const WRITES = 200
const [AT_ONCE, CALLS_AT_ONCE] = [500, 20]

/** @typedef {{ median: number, p99: number, shared: number, bytes: number }} At times of a write with one connection, the median of one with 32, bytes of all rows */
/** @typedef {{ name: string, seen: Map<number, At>, bytesARow: number }} Grown */

/** @returns {Promise<Grown[]>} */
export async function growths() {
  const inFolder = await growthInFolder()
  return withoutValkey ? [inFolder] : [inFolder, await growthInValkey()]
}

/** @param {Grown[]} sides */
export function growthTable([folder, valkey]) {
  const cells = (/** @type {Grown | undefined} */ side, /** @type {number} */ count) => {
    const at = side?.seen.get(count)
    return at ? [ms(at.median), ms(at.p99), ms(at.shared)] : ['', '', '']
  }
  const head = (/** @type {string} */ name) => [`${name}: median`, '99 of 100', 'median of 32 at once']
  const rows = COUNTS.map((count) => [count.toLocaleString('en'), ...cells(folder, count), ...cells(valkey, count)])
  const table = grid([
    ['members made', ...head('lowdb'), ...(valkey ? head(valkeyName) : [])],
    ...rows.map((row) => row.slice(0, valkey ? 7 : 4)),
  ])
  return `${table}\n\n${folder && valkey ? turningPoint(folder, valkey) : `Valkey is left out: ${withoutValkey}.`}`
}

/** @param {Grown} folder @param {Grown} valkey */
function turningPoint(folder, valkey) {
  const from = (/** @type {number} */ times) => reachedAt(COUNTS.map((count) => [count, ratioAt(count, folder, valkey) / times]))
  return `A write to Valkey is the faster one ${from(1)}, twice as fast ${from(2)}, and ten times as fast ${from(10)}.`
}

/** @param {number} count @param {Grown} folder @param {Grown} valkey */
function ratioAt(count, folder, valkey) {
  return (folder.seen.get(count)?.median ?? Number.NaN) / (valkey.seen.get(count)?.median ?? Number.NaN)
}

/** The number of rows from which a ratio exceeds 1, interpolated linearly. @param {[count: number, ratio: number][]} seen */
function reachedAt(seen) {
  const at = seen.findIndex(([, ratio]) => ratio >= 1)
  const [[before = 0, less = 0] = [], [after = 0, more = 0] = []] = [seen[at - 1], seen[at]]
  if (at === -1) return 'beyond what was measured'
  if (at === 0) return 'from the beginning'
  const rows = before + ((after - before) * (1 - less)) / (more - less)
  return `from about ${Number(rows.toPrecision(1)).toLocaleString('en')} rows on`
}

async function growthInFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-data-'))
  const grown = await growth('lowdb', ['--data', folder], async (id) => statSync(join(folder, 'worlds', `${id}.json`)).size)
  rmSync(folder, { recursive: true, force: true })
  return grown
}

async function growthInValkey() {
  const valkey = await startValkey('always')
  const usedBytes = async () => Number(/used_memory:(\d+)/.exec(String(await valkey.ask('INFO', 'memory')))?.[1])
  const grown = await growth(valkeyName, ['--store', valkey.url], usedBytes)
  await valkey.stop()
  return grown
}

/** @param {string} name @param {string[]} keep @param {(id: string) => Promise<number>} bytesOf @returns {Promise<Grown>} */
async function growth(name, keep, bytesOf) {
  const double = await startDouble(keep)
  const [place] = await makeWorlds(double.url, 1)
  if (!place) throw new Error('There is no world.')
  /** @type {Map<number, At>} */
  const seen = new Map()
  // The cost of a first write is not measured.
  let rows = await written(double.url, place, 1)
  const [rowsFirst, bytesFirst] = [rows, await bytesOf(place.id)]
  let [bytes, bytesRows] = [bytesFirst, rows]
  for (const count of COUNTS) {
    await grow(double.url, place, Math.max(0, count - rows))
    rows = Math.max(rows, count)
    ;[bytes, bytesRows] = [await bytesOf(place.id), rows]
    const { median, p99 } = await load(double.url, [place], { connections: 1, posts: 10, amount: WRITES })
    const shared = await load(double.url, [place], { connections: 32, posts: 10, amount: WRITES * 4 })
    rows += WRITES * 5
    seen.set(count, { median, p99, shared: shared.median, bytes })
  }
  await double.stop()
  return { name, seen, bytesARow: (bytes - bytesFirst) / (bytesRows - rowsFirst) }
}

/** @param {string} url @param {import('./load.mjs').Place} place @param {number} amount */
async function written(url, place, amount) {
  await load(url, [place], { connections: 1, posts: 10, amount })
  return amount
}

let grownBy = 0

/** Adds members, many concurrently. @param {string} url @param {import('./load.mjs').Place} place @param {number} count */
async function grow(url, { path, key }, count) {
  /** @type {object[][]} */
  const bodies = []
  for (let left = count; left > 0; left -= AT_ONCE)
    bodies.push(Array.from({ length: Math.min(left, AT_ONCE) }, () => JSON.parse(member(`grown${grownBy++}-`))))
  for (let from = 0; from < bodies.length; from += CALLS_AT_ONCE)
    await Promise.all(
      bodies.slice(from, from + CALLS_AT_ONCE).map(async (members) => {
        const headers = { authorization: `Bearer ${key}` }
        const body = JSON.stringify({ members })
        const answer = await json(`${url}${path}/3.0/lists/aaaaaaaaaa`, { method: 'POST', headers, body })
        if (answer.total_created !== members.length) throw new Error(`${answer.total_created} members were made.`)
      }),
    )
}
