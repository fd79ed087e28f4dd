// What is felt of a new process, on each supported Node, in turns with the bare server that sends the same answers. Times are CPU
// time of the process, so that other work on the machine counts less: from its start to its first answer, of the first call after a pause, and of the
// first hundred.
import { Agent, request } from 'node:http'
import { answerTo, callsOf, LIST } from './calls.mjs'
import { exactCpuMs } from './cpu.mjs'
import { HEADERS, median } from './measure.mjs'
import { nodes, residentMb, startBare, startDouble } from './server.mjs'
import { firstMember } from './socket.mjs'
import { mb, ms, slower, withLimit } from './table.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7)
const START_RATIO_MAX = 1.25
const IDLE_RATIO_MAX = 1.1
/** The calls that are measured, each with the most that its first, and its first hundred, may take. */
export const CALLS = /** @type {const} */ ({
  'GET of a page of ten': { first: 15, hundred: 140 },
  'POST of a new member': { first: 20, hundred: 230 },
})
const MANY = 100
/** A process that has been started by hand or by a script waits for its first call. */
export const PAUSE_MS = 500

/** @typedef {{ start: number, idleMb: number, first: number, hundred: number }} Seen */

/** @returns {Promise<import('./table.mjs').Figure[]>} */
export async function firstCalls() {
  const sent = await sentAnswers()
  /** @type {{ version: string, figures: import('./table.mjs').Figure[] }[]} */
  const all = []
  for (const { version, node } of nodes()) all.push({ version, figures: await measure(node, sent) })
  const versions = all.map(({ version }) => version).join(', ')
  return (all[0]?.figures ?? []).map((row, at) =>
    joinNodes(
      `${row.what}, Node ${versions}`,
      all.flatMap(({ figures }) => figures[at] ?? []),
    ),
  )
}

/** A row of all Nodes. @param {string} what @param {readonly import('./table.mjs').Figure[]} figures @returns {import('./table.mjs').Figure} */
function joinNodes(what, figures) {
  const { target = '' } = figures[0] ?? {}
  return {
    what,
    ours: figures.map(({ ours }) => ours).join(', '),
    theirs: figures.map(({ theirs }) => theirs).join(', '),
    ratio: figures.flatMap(({ ratio = [] }) => ratio),
    target,
    holds: figures.every(({ holds }) => holds),
  }
}

/** @param {string} node @param {Awaited<ReturnType<typeof sentAnswers>>} sent @returns {Promise<import('./table.mjs').Figure[]>} */
async function measure(node, { calls, answers }) {
  const rows = []
  /** @type {{ ours: Seen, theirs: Seen }[]} */
  const all = []
  for (const [name, most] of Object.entries(CALLS)) {
    const call = calls[/** @type {keyof typeof CALLS} */ (name)]
    const ours = () => seen(() => startDouble([], {}, '/3.0/ping', node), call)
    const theirs = () => seen(() => startBare(answers, node), call)
    // The first start keeps its compiled code for the others.
    await ours()
    /** @type {typeof all} */
    const pairs = []
    for (let round = 0; round < ROUNDS; round++) pairs.push({ ours: await ours(), theirs: await theirs() })
    all.push(...pairs)
    rows.push(
      within(`first ${name}`, pairs, 'first', most.first),
      within(`first ${MANY} of ${name}`, pairs, 'hundred', most.hundred),
    )
  }
  const start = { ...medians(all, 'start'), ratio: median(all.map(({ ours, theirs }) => ours.start / theirs.start)) }
  const idle = { ...medians(all, 'idleMb'), ratio: median(all.map(({ ours, theirs }) => ours.idleMb / theirs.idleMb)) }
  return [
    slower('start to first answer', start, ms, START_RATIO_MAX),
    ...rows,
    slower(`resident memory after ${PAUSE_MS} ms`, idle, mb, IDLE_RATIO_MAX),
  ]
}

/** @param {string} what @param {{ ours: Seen, theirs: Seen }[]} pairs @param {keyof Seen} field @param {number} most */
function within(what, pairs, field, most) {
  const { ours, theirs } = medians(pairs, field)
  // A bare server takes too little for a ratio.
  const { ratio: _ratio, ...row } = withLimit(what, ours, ms, most, theirs)
  return row
}

/** @param {{ ours: Seen, theirs: Seen }[]} pairs @param {keyof Seen} field */
function medians(pairs, field) {
  return { ours: median(pairs.map(({ ours }) => ours[field])), theirs: median(pairs.map(({ theirs }) => theirs[field])) }
}

/** A new process, and the first calls that it gets. @param {() => Promise<import('./server.mjs').Server>} begin @param {import('./calls.mjs').Call} call @returns {Promise<Seen>} */
export async function seen(begin, call) {
  const { pid, url, stop } = await begin()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const start = exactCpuMs(pid)
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  const idleMb = residentMb(pid)
  const before = exactCpuMs(pid)
  await send(url, call, 0, agent)
  const first = exactCpuMs(pid) - before
  for (let number = 1; number < MANY; number++) await send(url, call, number, agent)
  const hundred = exactCpuMs(pid) - before
  agent.destroy()
  await stop()
  return { start, idleMb, first, hundred }
}

/** @param {string} url @param {import('./calls.mjs').Call} call @param {number} number @param {Agent} agent @returns {Promise<void>} */
export function send(url, { method, path, status = 200, body }, number, agent) {
  return new Promise((done, failed) => {
    const sent = request(url + path, { method, agent, headers: HEADERS }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === status) done()
        else failed(new Error(`${method} ${path}: ${response.statusCode}`))
      })
    })
    sent.once('error', failed)
    sent.end(body?.(number))
  })
}

/** The calls, and the answers of the double to them, for the bare server. */
async function sentAnswers() {
  const double = await startDouble([])
  const all = callsOf(LIST, (await firstMember(double.url, LIST)).id)
  const sent = []
  for (const name of Object.keys(CALLS)) sent.push(await answerTo(double.url, all[/** @type {keyof typeof CALLS} */ (name)]))
  await double.stop()
  return { calls: all, answers: sent }
}
