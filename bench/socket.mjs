// Calls over a socket, with eight connections: of the double, and of a bare Hono server that sends the same answers. What counts is the CPU time of the server, which other work on the machine hardly changes.
import { BIG } from './big-audience.mjs'
import { answerTo, callsOf, LIST, loadOf, reset } from './calls.mjs'
import { exactCpuMs } from './cpu.mjs'
import { json, load, median, ratioOf, turns } from './measure.mjs'
import { startBare, startDouble } from './server.mjs'
import { faster } from './table.mjs'

/** Enough for the just-in-time compiler: writes of a new process still become faster after several thousand. */
export const WARM_UP_CALLS = 10_000
const BIG_LEAST = 0.3

/** @param {number} rounds @param {number} calls of each turn @param {string} [word] in the names of the calls that are made @returns {Promise<import('./table.mjs').Figure[]>} */
export async function socket(rounds, calls, word = '') {
  const starter = await startDouble([])
  const member = await firstMember(starter.url, LIST)
  const figures = []
  for (const [what, call] of Object.entries(callsOf(LIST, member.id)))
    if (what.includes(word)) figures.push(await compared({ what, call, double: starter }, rounds, calls))
  await starter.stop()
  const what = `${BIG}: POST of a new member`
  if (!what.includes(word)) return figures

  const big = await startDouble(['--scenario', BIG])
  const { lists } = await json(`${big.url}/3.0/lists?count=1`)
  const one = await firstMember(big.url, lists[0].id)
  const call = { ...callsOf(lists[0].id, one.id)['POST of a new member'], least: BIG_LEAST }
  figures.push(await compared({ what, call, double: big }, rounds, calls))
  await big.stop()
  return figures
}

/** @param {string} url @param {string} list */
export async function firstMember(url, list) {
  const { members } = await json(`${url}/3.0/lists/${list}/members?count=1`)
  return members[0]
}

/**
 * @typedef {{ what: string, call: import('./calls.mjs').Call, double: import('./server.mjs').Server }} Row
 */

/**
 * Each round starts with the scenario: a list that grows by a hundred thousand members would be another measurement.
 * @param {Row} row @param {number} rounds @param {number} calls @returns {Promise<import('./table.mjs').Figure>}
 */
async function compared({ what, call, double }, rounds, calls) {
  const bare = await startBare([await answerTo(double.url, call)])
  const sides = [double, bare].map((server) => async (/** @type {number} */ amount) => {
    if (server === double) await reset(server.url)
    return 1e6 / (await cpuUs(server, call, amount))
  })
  for (const side of sides) await side(WARM_UP_CALLS)
  const measured = sides.map((side) => () => side(calls))
  const [ours = [], theirs = []] = await turns(rounds, measured)
  await bare.stop()
  return faster(
    `over a socket: ${what}`,
    { ours: median(ours), theirs: median(theirs), ratio: ratioOf(ours, theirs) },
    call.least,
  )
}

/**
 * The CPU time of a call in microseconds, of all threads of a server.
 * @param {import('./server.mjs').Server} server @param {import('./calls.mjs').Call} call @param {number} amount
 */
export async function cpuUs({ pid, url }, call, amount) {
  const before = exactCpuMs(pid)
  const { requests } = await load(url + call.path, { amount: Math.ceil(amount / (call.weight ?? 1)), ...loadOf(call) })
  return ((exactCpuMs(pid) - before) * 1_000) / requests
}
