// The scenario big-audience, one list of 100,000 members, and a list of a million.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { threeConditions } from './calls.mjs'
import { mainThreadMs } from './cpu.mjs'
import { inTurns, json, median, time } from './measure.mjs'
import { residentMb, startDouble } from './server.mjs'
import { mb, ms, seconds, slower, withLimit } from './table.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 15)

/** The list of both scenarios. */
const LIST = '/3.0/lists/b16b16b16b'

/** The scenario. */
export const BIG = 'big-audience'

/** @returns {Promise<import('./table.mjs').Figure[]>} */
export async function bigAudience() {
  const double = await startDouble(['--scenario', BIG, '--clock', 'frozen'])
  const ready = mainThreadMs(double.pid)
  const at = (/** @type {number} */ offset) => () => time(`${double.url}${LIST}/members?count=1000&offset=${offset}`)
  await at(90_000)()
  const deep = await inTurns(ROUNDS, at(90_000), at(0))
  const segments = await tenSegments(double.url)
  const search = await afterWrite(double.url, '/3.0/search-members?query=an')
  const resident = residentMb(double.pid)
  await double.stop()
  const million = await inMillionScenario(async (options) => {
    const { pid, stop } = await startDouble(options)
    const taken = mainThreadMs(pid)
    await stop()
    return taken
  })
  return [
    withLimit(`${BIG}, 100,000 members: CPU time until ready`, ready, seconds, 2_000),
    withLimit('an account of a million members: CPU time until ready', million, seconds, 4_000),
    slower(`${BIG}: a page of 1,000 at 90,000 : the first page`, deep, ms, 1.1),
    withLimit(`${BIG}: ten segments after a write`, segments, ms, 120),
    withLimit(`${BIG}: a search after a write`, search, ms, 30),
    withLimit(`${BIG}: resident memory`, resident, mb, 350),
  ]
}

/**
 * Calls back with the options of a server with a list of a million members, from a scenario file as a user writes it.
 * @template Result @param {(options: string[]) => Promise<Result>} work
 */
export async function inMillionScenario(work) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  writeFileSync(
    join(folder, 'million.yaml'),
    `name: million
description: A list with a million members.
lists: [{ id: b16b16b16b, name: Million }]
generate: { members: [{ list: b16b16b16b, members: { count: 1000000, since: -P729D } }] }
`,
  )
  try {
    return await work(['--scenario-dir', folder, '--scenario', 'million', '--clock', 'frozen'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The time to list ten saved segments, each right after a write. @param {string} url */
async function tenSegments(url) {
  for (let i = 0; i < 10; i++)
    await json(`${url}${LIST}/segments`, { method: 'POST', body: JSON.stringify({ name: `S${i}`, options: threeConditions(i) }) })
  return afterWrite(url, `${LIST}/segments?count=10&type=saved`)
}

/** The time of a read, each right after a write to a member. @param {string} url @param {string} path */
async function afterWrite(url, path) {
  const { members } = await json(`${url}${LIST}/members?count=1`)
  const seen = []
  for (let round = 0; round < ROUNDS; round++) {
    await time(`${url}${LIST}/members/${members[0].id}`, { method: 'PATCH', body: JSON.stringify({ vip: round % 2 === 0 }) })
    seen.push(await time(url + path))
  }
  return median(seen)
}
