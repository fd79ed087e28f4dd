// The measurements of the scenario big-audience, one list of 100,000 members, and of a list of a million.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTurns, json, median, time } from './measure.mjs'
import { resets } from './reset.mjs'
import { residentMb, startBare, startDouble } from './server.mjs'
import { ms } from './table.mjs'

const ROUNDS = 15

/** The list of the scenario big-audience, and of the scenario with a million members. */
const MEMBERS = '/3.0/lists/b16b16b16b/members'
/** Number of writes that are measured, and of those before that warm the server up. */
const WRITES = 500
const WARMING = 1_000
/** Number of processes whose first write is measured. */
const FIRST_WRITES = 5

/** @returns {Promise<import('./table.mjs').Figure[]>} */
export async function bigAudience() {
  const firsts = []
  for (let round = 0; round < FIRST_WRITES; round++) firsts.push(await firstWrite())
  const double = await startDouble(['--scenario', 'big-audience', '--clock', 'frozen'])
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
  const search = await coldAndWarm(double.url, members, () => `/3.0/search-members?query=an`)
  const segment = await threeConditions(double.url, members)
  const ten = await tenSegments(double.url, members)
  const memory = residentMb(double.pid)
  const reset = await resets(double)
  await double.stop()
  await bare.stop()
  const million = await aMillion()

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
    { what: 'search, warm', ours: ms(search.warm), target: '<= 0.5 ms', holds: search.warm <= 0.5 },
    { what: 'three conditions, cold', ours: ms(segment.cold), target: '< 30 ms', holds: segment.cold < 30 },
    { what: 'three conditions, warm', ours: ms(segment.warm), target: '<= 0.5 ms', holds: segment.warm <= 0.5 },
    { what: 'ten segments after a write', ours: ms(ten), target: '< 120 ms', holds: ten < 120 },
    { what: 'big-audience: resident', ours: `${memory.toFixed(0)} MB`, target: '< 350 MB', holds: memory < 350 },
    ...million,
  ]
}

/** The first write to the list. A world of another scenario has loaded the code of writes before. */
async function firstWrite() {
  const double = await startDouble(['--scenario', 'big-audience', '--clock', 'frozen'])
  const world = { id: 'other', scenario: 'starter', settings: { credentials: 'any' } }
  await json(`${double.url}/_control/worlds`, { method: 'POST', body: JSON.stringify(world) })
  await time(`${double.url}/_worlds/other/3.0/lists/aaaaaaaaaa/members`, newMember(0))
  const taken = await time(double.url + MEMBERS, newMember(0))
  await double.stop()
  return taken
}

/** A list of a million members, from a scenario file as a user writes it, beside one of a hundred thousand. */
async function aMillion() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  writeFileSync(
    join(folder, 'million.yaml'),
    `name: million
description: A list with a million members.
lists: [{ id: b16b16b16b, name: Million }]
generate: { members: [{ list: b16b16b16b, members: { count: 1000000, since: -P729D } }] }
`,
  )
  const big = await startDouble(['--scenario-dir', folder, '--scenario', 'million', '--clock', 'frozen'])
  const small = await startDouble(['--scenario', 'big-audience', '--clock', 'frozen'])
  const at = (/** @type {number} */ offset) => () => time(`${big.url}${MEMBERS}?count=1000&offset=${offset}`)
  await at(900_000)()
  const deep = await inTurns(ROUNDS, at(900_000), at(0))
  let made = 0
  const writeTo = (/** @type {string} */ url) => () => time(url + MEMBERS, newMember(++made))
  await inTurns(WARMING, writeTo(big.url), writeTo(small.url))
  const write = await inTurns(WRITES, writeTo(big.url), writeTo(small.url))
  const memory = residentMb(big.pid)
  await big.stop()
  await small.stop()
  rmSync(folder, { recursive: true, force: true })
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

/** The first call after a write, and the next one. @param {string} url @param {string} members @param {() => string} path */
async function coldAndWarm(url, members, path) {
  /** @type {{ cold: number[], warm: number[] }} */
  const seen = { cold: [], warm: [] }
  const { members: some } = await json(`${url}${members}?count=1`)
  for (let round = 0; round < ROUNDS; round++) {
    await time(`${url}${members}/${some[0].id}`, { method: 'PATCH', body: JSON.stringify({ vip: round % 2 === 0 }) })
    seen.cold.push(await time(url + path()))
    seen.warm.push(await time(url + path()))
  }
  return { cold: median(seen.cold), warm: median(seen.warm) }
}

/** @param {string} url @param {string} members */
async function threeConditions(url, members) {
  const segments = members.replace('/members', '/segments')
  const { id } = await json(url + segments, { method: 'POST', body: JSON.stringify({ name: 'Three', options: OPTIONS(1) }) })
  return coldAndWarm(url, members, () => `${segments}/${id}`)
}

/** The time to list ten saved segments, each right after a write. @param {string} url @param {string} members */
async function tenSegments(url, members) {
  const segments = members.replace('/members', '/segments')
  for (let i = 0; i < 9; i++)
    await json(url + segments, { method: 'POST', body: JSON.stringify({ name: `S${i}`, options: OPTIONS(i) }) })
  const { cold } = await coldAndWarm(url, members, () => `${segments}?count=10&type=saved`)
  return cold
}

/** @param {number} i */
function OPTIONS(i) {
  return {
    match: 'all',
    conditions: [
      { condition_type: 'EmailAddress', field: 'EMAIL', op: 'contains', value: String.fromCharCode(97 + i) },
      { condition_type: 'MemberRating', field: 'rating', op: 'greater', value: 1 },
      { condition_type: 'TextMerge', field: 'FNAME', op: 'not', value: `Ada${i}` },
    ],
  }
}
