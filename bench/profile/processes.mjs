// Profiles of whole processes: starts, calls in process, and tests with the fixtures.
import { readdirSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inMillionScenario } from '../big-audience.mjs'
import { bundleInProcess, runSide, runSideWith } from '../bundle.mjs'
import { callsOf, LIST } from '../calls.mjs'
import { cpuMs } from '../cpu.mjs'
import { CALLS, PAUSE_MS, seen, send } from '../first.mjs'
import { JOBS, KINDS } from '../jobs.mjs'
import { median, turns } from '../measure.mjs'
import { startBare } from '../server.mjs'
import { runSuite } from '../suite.mjs'
import { ms, seconds, us } from '../table.mjs'
import { runWithoutSocket } from '../without-socket.mjs'
import { ADVANCE, CALL, CALL_IN_PROCESS, partsOf, PLANTING, START, SUITE } from './parts.mjs'
import { readCpuProfile } from './samples.mjs'
import { build, cpuProfileTo, emptyFolder, onlyFile, partsTable, startUnminified, UNMINIFIED, wholeTable } from './unminified.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const SAMPLE_US = { start: 50, million: 500, inProcess: 100, suite: 200, advance: 200 }

/** @type {Record<string, () => Promise<string>>} */
export const profiledProcesses = {
  start: () => start(),
  million: () => million(),
  'in process: GET of one member': () => inProcess('GET of one member'),
  'in process: POST of a new member': () => inProcess('POST of a new member'),
  suite: () => suite(),
  ...Object.fromEntries(Object.keys(CALLS).map((what) => [`first ${what}`, () => firstCall(what)])),
  ...Object.fromEntries(Object.entries(KINDS).map(([kind, [what]]) => [what, () => advance(kind, what)])),
}

/** Until the first answer. */
async function start() {
  build()
  const double = (/** @type {readonly string[]} */ flags = []) => startUnminified([], flags)
  const bare = (/** @type {readonly string[]} */ flags = []) => startBare([], process.execPath, flags)
  const [ours = [], theirs = []] = await turns(ROUNDS, [() => cpuOfStart(double), () => cpuOfStart(bare)])
  const sides = [
    { name: 'CPU', parts: await partsOfStart(START, double, SAMPLE_US.start, 'double'), whole: median(ours) },
    { name: 'bare Hono', parts: await partsOfStart(START, bare, SAMPLE_US.start, 'bare'), whole: median(theirs) },
  ]
  const wholes = [
    { name: 'maildouble', values: ours },
    { name: 'bare Hono', values: theirs },
  ]
  return `${partsTable('start to first answer', sides, ms)}\n\n${wholeTable('CPU time of a start', wholes, ms)}`
}

/** The first call of a process that has waited for it. @param {string} what */
async function firstCall(what) {
  build()
  const call = /** @type {Record<string, import('../calls.mjs').Call>} */ (callsOf(LIST, ''))[what]
  if (!call) throw new Error(`There is no call '${what}'.`)
  const [whole = []] = await turns(ROUNDS, [async () => (await seen(() => startUnminified([]), call)).first])
  const folder = emptyFolder('cpu', 'double')
  const server = await startUnminified([], cpuProfileTo(folder, SAMPLE_US.start))
  await delay(PAUSE_MS)
  const began = performance.now()
  await send(server.url, call, 0, new Agent())
  await server.stop()
  const parts = partsOf(CALL, readCpuProfile(onlyFile(folder), { lastMs: performance.now() - began }))
  return partsTable(`first ${what}`, [{ name: 'CPU', parts, whole: median(whole) }], ms)
}

/** A million members, until the first answer. */
function million() {
  build()
  return inMillionScenario(async (options) => {
    const double = (/** @type {readonly string[]} */ flags = []) => startUnminified(options, flags)
    const [whole = []] = await turns(ROUNDS, [() => cpuOfStart(double)])
    const parts = await partsOfStart(PLANTING, double, SAMPLE_US.million, 'double')
    const table = partsTable('a million members ready', [{ name: 'CPU', parts, whole: median(whole) }], ms)
    return `${table}\n\nCPU time until ready: ${ms(median(whole))}`
  })
}

/** @param {() => Promise<import('../server.mjs').Server>} begin */
async function cpuOfStart(begin) {
  const server = await begin()
  const taken = cpuMs([server.pid])
  await server.stop()
  return taken
}

/**
 * @param {import('./parts.mjs').Division} division @param {(flags: readonly string[]) => Promise<import('../server.mjs').Server>} begin
 * @param {number} sampleUs @param {string} name
 */
async function partsOfStart(division, begin, sampleUs, name) {
  const folder = emptyFolder('cpu', name)
  const server = await begin(cpuProfileTo(folder, sampleUs))
  await server.stop()
  return partsOf(division, readCpuProfile(onlyFile(folder), { firstMs: server.readyMs }))
}

/** Calls of `createDouble().fetch`. @param {string} what */
async function inProcess(what) {
  build()
  const run = (/** @type {'ours' | 'theirs'} */ who, /** @type {readonly string[]} */ flags = []) =>
    runWithoutSocket(what, who, { package: UNMINIFIED, flags })
  const [ours = [], theirs = []] = await turns(ROUNDS, [async () => run('ours').cpuUs, async () => run('theirs').cpuUs])
  const parts = (/** @type {'ours' | 'theirs'} */ who) => {
    const folder = emptyFolder('cpu', who)
    const { tookMs } = run(who, cpuProfileTo(folder, SAMPLE_US.inProcess))
    return partsOf(CALL_IN_PROCESS, readCpuProfile(onlyFile(folder), { lastMs: tookMs }))
  }
  const sides = [
    { name: 'CPU', parts: parts('ours'), whole: median(ours) },
    { name: 'bare Hono', parts: parts('theirs'), whole: median(theirs) },
  ]
  const wholes = [
    { name: 'maildouble', values: ours },
    { name: 'bare Hono', values: theirs },
  ]
  return `${partsTable(`in process: ${what}`, sides, us)}\n\n${wholeTable('CPU time of a call', wholes, us)}`
}

/** The workers of the suite, beside those with MSW. */
async function suite() {
  build()
  const run = (/** @type {string} */ subject, /** @type {readonly string[]} */ flags = []) =>
    runSuite(subject, { package: UNMINIFIED, flags })
  const [ours = [], theirs = []] = await turns(ROUNDS, [async () => run('fixtures').cpuMs, async () => run('msw').cpuMs])
  const parts = (/** @type {string} */ subject) => {
    const folder = emptyFolder('cpu', subject)
    run(subject, cpuProfileTo(folder, SAMPLE_US.suite))
    // Vitest ends some workers before they have written theirs.
    const profiles = readdirSync(folder).map((file) => readCpuProfile(join(folder, file)))
    return partsOf(SUITE, profiles.flat())
  }
  const sides = [
    { name: 'CPU', parts: parts('fixtures'), whole: median(ours) },
    { name: 'MSW', parts: parts('msw'), whole: median(theirs) },
  ]
  const wholes = [
    { name: 'maildouble', values: ours },
    { name: 'MSW', values: theirs },
  ]
  return `${partsTable('a suite of 300 tests', sides, seconds)}\n\n${wholeTable('CPU time of the suite', wholes, seconds)}`
}

/** A long advance of the clock. @param {string} kind @param {string} what */
async function advance(kind, what) {
  await bundleInProcess({ sourceMaps: true })
  const whole = Array.from({ length: ROUNDS }, () => /** @type {number} */ (runSide('jobs-side.mjs', kind, String(JOBS)).ms))
  const folder = emptyFolder('cpu', kind)
  const { ms: lastMs } = runSideWith(cpuProfileTo(folder, SAMPLE_US.advance), 'jobs-side.mjs', kind, String(JOBS))
  const parts = partsOf(ADVANCE, readCpuProfile(onlyFile(folder), { lastMs }))
  return partsTable(what, [{ name: 'CPU', parts, whole: median(whole) }], seconds)
}
