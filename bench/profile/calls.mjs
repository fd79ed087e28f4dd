// Profiles of calls over a socket, beside those of a bare Hono server that sends the same answers.
import { BIG } from '../big-audience.mjs'
import { answerTo, bigCallsOf, callsOf, LIST, reset, threeConditions } from '../calls.mjs'
import { json, median, turns } from '../measure.mjs'
import { startBare } from '../server.mjs'
import { cpuUs, firstMember, WARM_UP_CALLS } from '../socket.mjs'
import { us } from '../table.mjs'
import { CALL, partsOf } from './parts.mjs'
import { readCpuProfile } from './samples.mjs'
import { build, cpuProfileTo, emptyFolder, onlyFile, partsTable, startUnminified, wholeTable } from './unminified.mjs'

const CALLS = Number(process.env['BENCH_CALLS'] ?? 10_000)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const SAMPLE_US = 200

/** @typedef {import('../calls.mjs').Call} Call */
/** @typedef {import('../server.mjs').Server} Server */
/** @typedef {(calls: number) => Promise<number>} Side measures the CPU time of a call in microseconds, of all threads of a server */
/**
 * Options of a server with the list of the call; `prepared` returns the call once what it reads exists.
 * @typedef {{ options: readonly string[], isReset: boolean, prepared: (url: string) => Promise<Call> }} Subject
 */

/** @type {Record<string, () => Promise<string>>} */
export const profiledCalls = {
  ...Object.fromEntries(Object.keys(callsOf('', '')).map((what) => [what, () => profile(what, ofStarter(what))])),
  ...Object.fromEntries(Object.keys(bigCallsOf('', '')).map((what) => [what, () => profile(what, ofBig(what))])),
}

/** Each round starts with the scenario. @param {string} what @returns {Subject} */
function ofStarter(what) {
  const prepared = async (/** @type {string} */ url) => {
    const calls = /** @type {Record<string, Call>} */ (callsOf(LIST, (await firstMember(url, LIST)).id))
    return /** @type {Call} */ (calls[what])
  }
  return { options: [], isReset: true, prepared }
}

/** @param {string} what @returns {Subject} */
function ofBig(what) {
  const prepared = async (/** @type {string} */ url) => {
    const { lists } = await json(`${url}/3.0/lists?count=1`)
    const segments = `${url}/3.0/lists/${lists[0].id}/segments`
    const segment = JSON.stringify({ name: 'Three', options: threeConditions(1) })
    const { id } = await json(segments, { method: 'POST', body: segment })
    const calls = /** @type {Record<string, Call>} */ (bigCallsOf(lists[0].id, id))
    return /** @type {Call} */ (calls[what])
  }
  return { options: ['--scenario', BIG, '--clock', 'frozen'], isReset: false, prepared }
}

/** @param {string} what @param {Subject} subject */
async function profile(what, { options, isReset, prepared }) {
  build()
  const double = await startUnminified(options)
  const call = await prepared(double.url)
  const sent = [await answerTo(double.url, call)]
  const bare = await startBare(sent)
  const ofDouble = isReset ? withReset : ofServer
  const sides = [ofDouble(double, call), ofServer(bare, call)]
  for (const side of sides) await side(WARM_UP_CALLS)
  const measured = sides.map((side) => () => side(CALLS))
  const [ours = [], theirs = []] = await turns(ROUNDS, measured)
  for (const server of [double, bare]) await server.stop()

  const parts = await partsOfServer(
    'double',
    (flags) => startUnminified(options, flags),
    async (server) => ofDouble(server, await prepared(server.url)),
  )
  const bareParts = await partsOfServer(
    'bare',
    (flags) => startBare(sent, process.execPath, flags),
    async (server) => ofServer(server, call),
  )
  const [our, their] = [
    { name: 'CPU', parts, whole: median(ours) },
    { name: 'bare Hono', parts: bareParts, whole: median(theirs) },
  ]
  const wholes = [
    { name: 'maildouble', values: ours },
    { name: 'bare Hono', values: theirs },
  ]
  return `${partsTable(what, [our, their], us)}\n\n${wholeTable('CPU time of a call', wholes, us)}`
}

/** @param {Server} server @param {Call} call @returns {Side} */
function ofServer(server, call) {
  return (calls) => cpuUs(server, call, calls)
}

/** @param {Server} server @param {Call} call @returns {Side} */
function withReset(server, call) {
  return async (calls) => {
    await reset(server.url)
    return cpuUs(server, call, calls)
  }
}

/**
 * The parts of the call in a server with a profiler, without those of its start.
 * @param {string} name of the folder of the profile @param {(flags: readonly string[]) => Promise<Server>} start
 * @param {(server: Server) => Promise<Side>} sideOf
 */
async function partsOfServer(name, start, sideOf) {
  const folder = emptyFolder('cpu', name)
  const server = await start(cpuProfileTo(folder, SAMPLE_US))
  const side = await sideOf(server)
  await side(WARM_UP_CALLS)
  const began = performance.now()
  await side(CALLS)
  const lastMs = performance.now() - began
  await server.stop()
  return partsOf(CALL, readCpuProfile(onlyFile(folder), { lastMs }))
}
