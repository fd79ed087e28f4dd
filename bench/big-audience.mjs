// The measurements of the scenario big-audience, one list of 100,000 members, and of a list of a million.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answerTo, bigCallsOf, threeConditions } from './calls.mjs'
import { inTurns, json, median, time } from './measure.mjs'
import { resets } from './reset.mjs'
import { residentMb, startBare, startDouble } from './server.mjs'
import { ms } from './table.mjs'

const ROUNDS = 15

/** The list of the scenario big-audience, and of the scenario with a million members. */
const MEMBERS = '/3.0/lists/b16b16b16b/members'
/** Number of calls that are measured, and of earlier calls that warm up the server. */
const MEASURED = 500
const WARMING = 1_000
/** Maximum time of a warm search or count of a segment. */
const WARM_MS_MAX = 0.5
/** Number of processes whose first write is measured. */
const FIRST_WRITES = 5

/** The scenario. */
export const BIG = 'big-audience'

/** @returns {Promise<import('./table.mjs').Figure[]>} */
export async function bigAudience() {
  const firsts = []
  for (let round = 0; round < FIRST_WRITES; round++) firsts.push(await firstWrite())
  const double = await startDouble(['--scenario', BIG, '--clock', 'frozen'])
  const { lists } = await json(`${double.url}/3.0/lists?count=1`)
  const members = `/3.0/lists/${lists[0].id}/members`
  const page = `${members}?count=1000`
  const bare = await startBare([{ method: 'GET', path: '/3.0/lists/:list_id/members', body: await json(double.url + page) }])
  const at = (/** @type {number} */ offset) => () => time(`${double.url}${page}&offset=${offset}`)
  const theirs = () => time(bare.url + page)
  await at(90_000)()

  const deep = await inTurns(ROUNDS, at(90_000), at(0))
  const beside = await inTurns(ROUNDS, at(90_000), theirs)
  const fork = await forkInside(double.url)
  const { id } = await makeSegment(double.url, members)
  const { search: searching, 'three conditions': segmented } = bigCallsOf(lists[0].id, id)
  const search = await coldAndWarm(double.url, members, searching)
  const segment = await coldAndWarm(double.url, members, segmented)
  const ten = await tenSegments(double.url, members)
  const memory = residentMb(double.pid)
  const reset = await resets(double)
  await double.stop()
  await bare.stop()
  const million = await inMillionScenario(aMillion)

  return [
    { what: 'big-audience: ready', ours: ms(double.readyMs), target: '<= 2 s', holds: double.readyMs <= 2_000 },
    { what: 'big-audience: first write', ours: ms(median(firsts)), target: '<= 10 ms', holds: median(firsts) <= 10 },
    ...reset,
    { what: 'big-audience: fork, inside', ours: ms(fork), target: '< 1 ms', holds: fork < 1 },
    {
      what: '1000 at 90,000 : first page',
      ours: ms(deep.ours),
      theirs: `(${ms(deep.theirs)})`,
      ratio: deep.ours / deep.theirs,
      target: '<= 1.1',
      holds: deep.ours / deep.theirs <= 1.1,
    },
    {
      what: '1000 at 90,000 : bare',
      ours: ms(beside.ours),
      theirs: ms(beside.theirs),
      ratio: beside.ours / beside.theirs,
      target: '<= 1.5',
      holds: beside.ours / beside.theirs <= 1.5,
    },
    { what: 'search, cold', ours: ms(search.cold), target: '< 30 ms', holds: search.cold < 30 },
    ...warmRows('search', search),
    { what: 'three conditions, cold', ours: ms(segment.cold), target: '< 30 ms', holds: segment.cold < 30 },
    ...warmRows('three conditions', segment),
    { what: 'ten segments after a write', ours: ms(ten), target: '< 120 ms', holds: ten < 120 },
    { what: 'big-audience: resident', ours: `${memory.toFixed(0)} MB`, target: '< 350 MB', holds: memory < 350 },
    ...million,
  ]
}

/** The first write to the list. A world of another scenario has loaded the code of writes before. */
async function firstWrite() {
  const double = await startDouble(['--scenario', BIG, '--clock', 'frozen'])
  const world = { id: 'other', scenario: 'starter', settings: { credentials: 'any' } }
  await json(`${double.url}/_control/worlds`, { method: 'POST', body: JSON.stringify(world) })
  await time(`${double.url}/_worlds/other/3.0/lists/aaaaaaaaaa/members`, newMember(0))
  const taken = await time(double.url + MEMBERS, newMember(0))
  await double.stop()
  return taken
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

/** A list of a million members beside one of a hundred thousand. @param {string[]} options */
async function aMillion(options) {
  const big = await startDouble(options)
  const small = await startDouble(['--scenario', BIG, '--clock', 'frozen'])
  const at = (/** @type {number} */ offset) => () => time(`${big.url}${MEMBERS}?count=1000&offset=${offset}`)
  await at(900_000)()
  const deep = await inTurns(ROUNDS, at(900_000), at(0))
  let made = 0
  const writeTo = (/** @type {string} */ url) => () => time(url + MEMBERS, newMember(++made))
  await inTurns(WARMING, writeTo(big.url), writeTo(small.url))
  const write = await inTurns(MEASURED, writeTo(big.url), writeTo(small.url))
  const memory = residentMb(big.pid)
  await big.stop()
  await small.stop()
  const [page, writing] = [deep.ours / deep.theirs, write.ours / write.theirs]
  return [
    { what: 'a million: ready', ours: ms(big.readyMs), target: '<= 4 s', holds: big.readyMs <= 4_000 },
    {
      what: 'a million: 1000 at 900,000 : first page',
      ours: ms(deep.ours),
      theirs: `(${ms(deep.theirs)})`,
      ratio: page,
      target: '<= 1.1',
      holds: page <= 1.1,
    },
    {
      what: 'a million: write : in big-audience',
      ours: ms(write.ours),
      theirs: `(${ms(write.theirs)})`,
      ratio: writing,
      target: '<= 2',
      holds: writing <= 2,
    },
    { what: 'a million: resident', ours: `${memory.toFixed(0)} MB`, target: '< 1000 MB', holds: memory < 1_000 },
  ]
}

/** A call that creates a member. @param {number} number */
function newMember(number) {
  return { method: 'POST', body: JSON.stringify({ email_address: `new${number}@acme.test`, status: 'subscribed' }) }
}

/** The cost of a fork beyond that of any control call. @param {string} url */
async function forkInside(url) {
  /** @type {number[][]} */
  const [health = [], fork = []] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    health.push(await time(`${url}/_control/health`))
    fork.push(
      await time(`${url}/_control/worlds/default/fork`, { method: 'POST', body: JSON.stringify({ id: `fork-${round}` }) }),
    )
    await fetch(`${url}/_control/worlds/fork-${round}`, { method: 'DELETE' })
  }
  return Math.max(median(fork) - median(health), 0)
}

/** @typedef {{ cold: number, warm: number, bare: number, later: number, bareLater: number }} Read milliseconds of a call */

/**
 * The first call after a write, and the next one, beside a bare server that was just started as well; then the same calls of both after many
 * others. @param {string} url @param {string} members @param {import('./calls.mjs').Call} call @returns {Promise<Read>}
 */
async function coldAndWarm(url, members, call) {
  /** @type {{ cold: number[], warm: number[], bare: number[] }} */
  const seen = { cold: [], warm: [], bare: [] }
  const { members: some } = await json(`${url}${members}?count=1`)
  const bare = await startBare([await answerTo(url, call)])
  for (let round = 0; round < ROUNDS; round++) {
    await time(`${url}${members}/${some[0].id}`, { method: 'PATCH', body: JSON.stringify({ vip: round % 2 === 0 }) })
    seen.cold.push(await time(url + call.path))
    seen.warm.push(await time(url + call.path))
    seen.bare.push(await time(bare.url + call.path))
  }
  const ours = () => time(url + call.path)
  const theirs = () => time(bare.url + call.path)
  await inTurns(WARMING, ours, theirs)
  const later = await inTurns(MEASURED, ours, theirs)
  await bare.stop()
  return { cold: median(seen.cold), warm: median(seen.warm), bare: median(seen.bare), later: later.ours, bareLater: later.theirs }
}

/** @param {string} what @param {Read} read @returns {import('./table.mjs').Figure[]} */
function warmRows(what, { warm, bare, later, bareLater }) {
  const row = (/** @type {string} */ name, /** @type {number} */ ours, /** @type {number} */ theirs) => ({
    what: `${what}, ${name}`,
    ours: ms(ours),
    theirs: ms(theirs),
    ratio: ours / theirs,
    target: `<= ${WARM_MS_MAX} ms`,
    holds: ours <= WARM_MS_MAX,
  })
  return [row('warm', warm, bare), row(`warm, after ${WARMING} calls`, later, bareLater)]
}

/** @param {string} url @param {string} members */
function makeSegment(url, members) {
  const segment = JSON.stringify({ name: 'Three', options: threeConditions(1) })
  return json(url + members.replace('/members', '/segments'), { method: 'POST', body: segment })
}

/** The time to list ten saved segments, each right after a write. @param {string} url @param {string} members */
async function tenSegments(url, members) {
  const segments = members.replace('/members', '/segments')
  for (let i = 0; i < 9; i++)
    await json(url + segments, { method: 'POST', body: JSON.stringify({ name: `S${i}`, options: threeConditions(i) }) })
  const { members: some } = await json(`${url}${members}?count=1`)
  const seen = []
  for (let round = 0; round < ROUNDS; round++) {
    await time(`${url}${members}/${some[0].id}`, { method: 'PATCH', body: JSON.stringify({ vip: round % 2 === 0 }) })
    seen.push(await time(`${url}${segments}?count=10&type=saved`))
  }
  return median(seen)
}
