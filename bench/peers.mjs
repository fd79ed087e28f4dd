// npm run bench:peers: compares the GET of one member with the same GET of other mock servers, in turns in one run. They are
// installed into .cache/peers at the first run, which needs the network once.
import { isDeepStrictEqual } from 'node:util'
import { json, median, rate } from './measure.mjs'
import { peers, setUp } from './peer-servers.mjs'
import { residentMb, startDouble, startScript } from './server.mjs'
import { grid, ms, perSecond } from './table.mjs'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2)
const WARM_UP_SECONDS = 1
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)

/** @typedef {{ name: string, start: () => Promise<import('./server.mjs').Server>, rates: number[], starts: number[], resident: number }} Side */

const { path, member } = await oneMember()

/** @type {Side[]} */
const sides = [side('maildouble', () => startDouble([], {}, path))]
for (const peer of peers) {
  await orSkip(peer.name, async () => {
    const { folder, script, version } = setUp(peer, member)
    const start = () =>
      startScript((port) => [script, ...peer.args(port)], path, { cwd: folder, env: { NO_UPDATE_NOTIFIER: '1' } })
    await sameAnswer(start)
    sides.push(side(`${peer.name} ${version}`, start))
  })
}
for (let round = 0; round < ROUNDS; round++)
  for (const each of sides) if (each.rates.length === round) await orSkip(each.name, () => measure(each))

const whole = sides.filter(({ rates }) => rates.length === ROUNDS)
const [ours = Number.NaN] = sides.map(({ rates }) => median(rates))
console.log(
  grid([
    ['GET of one member', 'a second', 'of maildouble', 'first answer', 'resident'],
    ...whole.map(({ name, rates, starts, resident }) => [
      name,
      perSecond(median(rates)),
      (median(rates) / ours).toFixed(2),
      ms(median(starts)),
      `${resident.toFixed(0)} MB`,
    ]),
  ]),
)

/** @param {string} name @param {Side['start']} start @returns {Side} */
function side(name, start) {
  return { name, start, rates: [], starts: [], resident: Number.NaN }
}

/** One start, some seconds of calls, and the memory of the process after them. @param {Side} of */
async function measure(of) {
  const server = await of.start()
  try {
    await rate(server.url + path, WARM_UP_SECONDS)
    of.rates.push(await rate(server.url + path, SECONDS))
    of.starts.push(server.readyMs)
    of.resident = residentMb(server.pid)
  } finally {
    await server.stop()
  }
}

/** A member of the scenario `starter` and its path. */
async function oneMember() {
  const double = await startDouble([])
  const { lists } = await json(`${double.url}/3.0/lists?count=1`)
  const members = `/3.0/lists/${lists[0].id}/members`
  const { members: some } = await json(`${double.url}${members}?count=1`)
  const found = `${members}/${some[0].id}`
  const answer = await json(double.url + found)
  await double.stop()
  return { path: found, member: answer }
}

/** Rejects a server that does not return the member. @param {Side['start']} start */
async function sameAnswer(start) {
  const server = await start()
  try {
    const answer = await json(server.url + path)
    if (!isDeepStrictEqual(answer, member)) throw new Error(`It answers ${JSON.stringify(answer).slice(0, 200)}`)
  } finally {
    await server.stop()
  }
}

/** Reports and skips what cannot be installed, started or measured. @param {string} name @param {() => Promise<void>} work */
async function orSkip(name, work) {
  try {
    await work()
  } catch (error) {
    console.error(`${name} is left out: ${(error instanceof Error ? error.message : String(error)).slice(0, 400)}`)
  }
}
