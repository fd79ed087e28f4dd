// npm run bench:profile [-- 'PATCH of a member']: the share of each part of a call in the CPU time of a server, and the CPU time of
// the call beside that of a bare Hono server and of a plain one. The call is one of calls.mjs, by default the POST of a new member.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { answerTo, callsOf, LIST, loadOf, reset } from './calls.mjs'
import { readCpuProfile } from './cpu-profile.mjs'
import { cpuMs } from './cpu.mjs'
import { load, median, ratioOf, turns } from './measure.mjs'
import { partsOf } from './parts.mjs'
import { startBare, startPlain, startScript } from './server.mjs'
import { firstMember } from './socket.mjs'
import { grid, us } from './table.mjs'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const WARM_UP_SECONDS = 2
const SAMPLE_US = 200
/** Maximum number of functions that are named in each row. */
const NAMED = 4

const ROOT = resolve(import.meta.dirname, '..')
const OUT = resolve(ROOT, '.cache/profile')
/** Where the profile is kept, for the developer tools of a browser. */
const PROFILES = join(OUT, 'cpu')

/** @typedef {(seconds: number) => Promise<number>} Side measures the CPU time of a call in microseconds, of all threads of a server */

build('bundle.mjs', '--source-maps')
build('scenarios.mjs')
const double = await startUnminified()
const member = await firstMember(double.url, LIST)
const { what, call } = chosen(callsOf(LIST, member.id))
const sent = [await answerTo(double.url, call)]
const bare = await startBare(sent)
const plain = call.plain ? await startPlain(member) : undefined

const sides = [ofDouble(double), ofServer(bare), ...(plain ? [ofServer(plain)] : [])]
for (const side of sides) await side(WARM_UP_SECONDS)
const measured = sides.map((side) => () => side(SECONDS))
const [ours = [], theirs = [], rivals = []] = await turns(ROUNDS, measured)
for (const server of [double, bare, plain]) await server?.stop()
const parts = await profiled('double', startUnminified, ofDouble)
const bareParts = await profiled('bare', (...flags) => startBare(sent, process.execPath, flags), ofServer)

const shares = sharesOf(parts)
const bareShares = sharesOf(bareParts)
const rows = parts.map(({ part, functions }) => {
  const cpu = us((shares.get(part) ?? 0) * median(ours))
  return [
    part,
    percent(shares.get(part)),
    cpu,
    us((bareShares.get(part) ?? 0) * median(theirs)),
    functions.slice(0, NAMED).join(', '),
  ]
})
const beside = (/** @type {string} */ name, /** @type {number[]} */ values) => [
  name,
  us(median(values)),
  ratioOf(ours, values).toFixed(2),
]
console.log(`${new Date().toISOString().slice(0, 10)}, Node ${process.version}\n`)
console.log(grid([[what, 'share', 'CPU', 'bare Hono', 'functions that take most of it'], ...rows]))
console.log(
  `\n${grid([
    ['', 'CPU time of a call', 'maildouble to it'],
    ['maildouble', us(median(ours)), ''],
    beside('bare Hono', theirs),
    ...(plain ? [beside('plain node:http', rivals)] : []),
  ])}`,
)

/** @param {string} script @param {string[]} options */
function build(script, ...options) {
  const args = [resolve(ROOT, 'build', script), OUT, ...options]
  execFileSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** The call named on the command line. @param {Record<string, import('./calls.mjs').Call>} calls */
function chosen(calls) {
  const name = process.argv[2] ?? 'POST of a new member'
  const found = calls[name]
  if (!found) throw new Error(`There is no call '${name}'. The calls are: ${Object.keys(calls).join(', ')}`)
  return { what: name, call: found }
}

/** The double without minified code. @param {string[]} flags of Node */
function startUnminified(...flags) {
  const serve = (/** @type {string} */ port) => [join(OUT, 'cli.js'), 'serve', '--port', port, '--log', 'silent']
  return startScript((port) => [...flags, ...serve(port)], '/3.0/ping')
}

/** @param {import('./server.mjs').Server} server @returns {Side} */
function ofServer({ url, pid }) {
  return async (seconds) => {
    const before = cpuMs([pid])
    const { requests } = await load(url + call.path, seconds, loadOf(call))
    return ((cpuMs([pid]) - before) * 1_000) / requests
  }
}

/** Each round starts with the scenario. @param {import('./server.mjs').Server} server @returns {Side} */
function ofDouble(server) {
  const side = ofServer(server)
  return async (seconds) => {
    await reset(server.url)
    return side(seconds)
  }
}

/**
 * The parts of the call in a server with a profiler, without those of its start.
 * @param {string} name of the folder of the profile @param {(...flags: string[]) => Promise<import('./server.mjs').Server>} start
 * @param {(server: import('./server.mjs').Server) => Side} sideOf
 */
async function profiled(name, start, sideOf) {
  const folder = join(PROFILES, name)
  const server = await start('--cpu-prof', '--cpu-prof-dir', folder, '--cpu-prof-interval', String(SAMPLE_US))
  const side = sideOf(server)
  await side(WARM_UP_SECONDS)
  const began = performance.now()
  await side(SECONDS)
  const taken = performance.now() - began
  await server.stop()
  // The build has emptied the folder.
  const [file = ''] = readdirSync(folder)
  return partsOf(readCpuProfile(join(folder, file), taken))
}

/** The share of each part. @param {readonly import('./parts.mjs').Part[]} all */
function sharesOf(all) {
  const whole = all.reduce((sum, part) => sum + part.us, 0)
  return new Map(all.map((part) => [part.part, part.us / whole]))
}

/** @param {number | undefined} share */
function percent(share = 0) {
  return `${(share * 100).toFixed(1)} %`
}
