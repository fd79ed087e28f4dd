// Calls over a socket, with eight connections: of the double, of a bare Hono server that sends the same answers, and for some of a
// plain server that stores the bodies it receives.
import { BIG } from './big-audience.mjs'
import { answerTo, callsOf, LIST, loadOf, reset } from './calls.mjs'
import { json, median, rate, ratioOf, turns } from './measure.mjs'
import { startBare, startDouble, startPlain } from './server.mjs'
import { faster, perSecond } from './table.mjs'

/** Long enough for the just-in-time compiler: the rate of writes of a new process still rises after several thousand. */
const WARM_UP_SECONDS = 3
const BIG_LEAST = 0.4

/** @param {number} rounds @param {number} seconds @returns {Promise<import('./table.mjs').Figure[]>} */
export async function socket(rounds, seconds) {
  const starter = await startDouble([])
  const member = await firstMember(starter.url, LIST)
  const figures = []
  for (const [what, call] of Object.entries(callsOf(LIST, member.id)))
    figures.push(await compared({ what, call, double: starter, member }, rounds, seconds))
  await starter.stop()

  const big = await startDouble(['--scenario', BIG])
  const { lists } = await json(`${big.url}/3.0/lists?count=1`)
  const one = await firstMember(big.url, lists[0].id)
  const call = { ...callsOf(lists[0].id, one.id)['POST of a new member'], least: BIG_LEAST, plain: false }
  figures.push(await compared({ what: `${BIG}: POST of a new member`, call, double: big, member: one }, rounds, seconds))
  await big.stop()
  return figures
}

/** @param {string} url @param {string} list */
export async function firstMember(url, list) {
  const { members } = await json(`${url}/3.0/lists/${list}/members?count=1`)
  return members[0]
}

/**
 * @typedef {{ what: string, call: import('./calls.mjs').Call, double: import('./server.mjs').Server, member: { id: string } }} Row
 */

/**
 * Each round starts with the scenario: a list that grows by a hundred thousand members would be another measurement.
 * @param {Row} row @param {number} rounds @param {number} seconds @returns {Promise<import('./table.mjs').Figure>}
 */
async function compared({ what, call, double, member }, rounds, seconds) {
  const bare = await startBare([await answerTo(double.url, call)])
  const others = [bare, ...(call.plain ? [await startPlain(member)] : [])]
  const sides = [double, ...others].map((server) => async (/** @type {number} */ duration) => {
    if (server === double) await reset(server.url)
    return rate(server.url + call.path, duration, loadOf(call))
  })
  for (const side of sides) await side(WARM_UP_SECONDS)
  const measured = sides.map((side) => () => side(seconds))
  const [ours = [], theirs = [], plain = []] = await turns(rounds, measured)
  for (const server of others) await server.stop()
  const figure = faster(what, { ours: median(ours), theirs: median(theirs), ratio: ratioOf(ours, theirs) }, call.least)
  return call.plain ? { ...figure, plain: perSecond(median(plain)), plainRatio: ratioOf(ours, plain) } : figure
}
