// Profiles of whole processes: starts, calls in process, and tests with the fixtures.
import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inMillionScenario } from '../big-audience.mjs'
import { cpuMs } from '../cpu.mjs'
import { runKit } from '../kit.mjs'
import { median, turns } from '../measure.mjs'
import { startBare } from '../server.mjs'
import { ms, us } from '../table.mjs'
import { CALL_IN_PROCESS, FIXTURES, partsOf, PLANTING, START } from './parts.mjs'
import { readCpuProfile } from './samples.mjs'
import { build, cpuProfileTo, emptyFolder, onlyFile, partsTable, startUnminified, UNMINIFIED, wholeTable } from './unminified.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const SAMPLE_US = { start: 50, million: 500, inProcess: 100 }
const TESTS = 300

/** @type {Record<string, () => Promise<string>>} */
export const profiledProcesses = {
  start: () => start(),
  million: () => million(),
  'in process: GET of one member': () => inProcess('GET of one member'),
  'in process: POST of a new member': () => inProcess('POST of a new member'),
  'fixtures: a test with a world': () => fixtures('worlds', 'tests'),
  'fixtures: a test with five calls': () => fixtures('worlds and calls', 'bare calls'),
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
  const side = resolve(import.meta.dirname, '../without-socket-side.mjs')
  const index = pathToFileURL(join(UNMINIFIED, 'index.js')).href
  /** @returns {{ cpuUs: number, tookMs: number }} */
  const run = (/** @type {string} */ who, /** @type {readonly string[]} */ flags = []) =>
    JSON.parse(execFileSync(process.execPath, [...flags, side, index, what, who], { encoding: 'utf8' }))
  const [ours = [], theirs = []] = await turns(ROUNDS, [async () => run('ours').cpuUs, async () => run('theirs').cpuUs])
  const parts = (/** @type {string} */ who) => {
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

/** Tests from the first to the last of 300, beside the same run without the double. @param {string} ours @param {string} theirs */
async function fixtures(ours, theirs) {
  build()
  const cpuOf = (/** @type {string} */ side) => async () => (await runKit(side, { package: UNMINIFIED })).cpuMs / TESTS
  const [our = [], their = []] = await turns(ROUNDS, [cpuOf(ours), cpuOf(theirs)])
  const parts = async (/** @type {string} */ side, /** @type {string} */ name) => {
    const profile = join(emptyFolder('cpu', name), `${name}.cpuprofile`)
    await runKit(side, { package: UNMINIFIED, profile })
    return partsOf(FIXTURES, readCpuProfile(profile))
  }
  const sides = [
    { name: 'CPU', parts: await parts(ours, 'double'), whole: median(our) },
    { name: theirs, parts: await parts(theirs, 'bare'), whole: median(their) },
  ]
  const wholes = [
    { name: ours, values: our },
    { name: theirs, values: their },
  ]
  return `${partsTable(`a test: ${ours}`, sides, ms)}\n\n${wholeTable('CPU time of a test', wholes, ms)}`
}
