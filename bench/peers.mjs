// npm run bench:peers: compares the GET of one member and the POST of a new one with those of other servers, in turns in one run: mock
// servers, which are installed into .cache/peers at the first run (it needs the network once), and the plain server of plain.mjs. Beside
// them are the start, the memory, and what an installation takes on the disk.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { callsOf, LIST, loadOf } from './calls.mjs'
import { json, median, rate, ratioOf } from './measure.mjs'
import { CACHE, peers, setUp } from './peer-servers.mjs'
import { measuredOn } from './measured-on.mjs'
import { residentMb, startDouble, startPlain, startScript } from './server.mjs'
import { firstMember } from './socket.mjs'
import { grid, ms, perSecond } from './table.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2)
const WARM_UP_SECONDS = 2
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)

/**
 * A server, whether it stores new members, the status of its answers to them, the megabytes that its installation takes, and what was
 * measured: calls a second, milliseconds of the start, and the memory in megabytes after the reads.
 * @typedef {{ name: string, stores: boolean, created: number, installed: number, start: () => Promise<import('./server.mjs').Server> }} Server
 * @typedef {Server & { reads: number[], writes: number[], starts: number[], resident: number }} Side
 */

const { read, write, member } = await measuredCalls()

const ours = side({
  name: 'maildouble',
  stores: true,
  created: 200,
  installed: installedMb(packed()),
  start: () => startDouble([], {}, read.path),
})
const sides = [ours]
await add({ name: 'plain node:http', stores: true, created: 200, installed: 0, start: () => startPlain(member) })
for (const peer of peers) {
  await orSkip(peer.name, async () => {
    const { folder, script, version, configure } = setUp(peer, member)
    const start = () => {
      configure()
      return startScript((port) => [script, ...peer.args(port)], read.path, { cwd: folder, env: { NO_UPDATE_NOTIFIER: '1' } })
    }
    await add({
      name: `${peer.name} ${version}`,
      stores: peer.stores,
      created: peer.created,
      installed: installedMb(folder),
      start,
    })
  })
}
for (let round = 0; round < ROUNDS; round++)
  for (const each of sides) if (each.writes.length === round) await orSkip(each.name, () => measure(each))

console.log(`${measuredOn()}\n`)
const ratio = (/** @type {number[]} */ rates, /** @type {number[]} */ to) => ratioOf(rates, to).toFixed(2)
console.log(
  grid([
    ['', 'GET of one member', ': ours', 'POST of a new member', ': ours', 'first answer', 'resident', 'installed'],
    ...sides
      .filter(({ writes }) => writes.length === ROUNDS)
      .map(({ name, stores, reads, writes, starts, resident, installed }) => [
        name,
        perSecond(median(reads)),
        ratio(reads, ours.reads),
        `${perSecond(median(writes))}${stores ? '' : ', not stored'}`,
        ratio(writes, ours.writes),
        ms(median(starts)),
        `${resident.toFixed(0)} MB`,
        `${installed.toFixed(0)} MB`,
      ]),
  ]),
)

/** An installation of the package and its dependencies from its packed form, in a folder of its own. */
function packed() {
  const folder = join(CACHE, 'maildouble')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: ROOT, stdio: 'pipe' })
  const [file = ''] = readdirSync(folder)
  const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  execFileSync('npm', ['install', '--prefix', folder, ...flags, join(folder, file)], { stdio: 'pipe' })
  return folder
}

/** The megabytes of the packages that were installed into a folder. @param {string} folder */
function installedMb(folder) {
  const modules = join(folder, 'node_modules')
  const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1024 / 1024
}

/** @param {Server} server @returns {Side} */
function side(server) {
  return { ...server, reads: [], writes: [], starts: [], resident: Number.NaN }
}

/** Adds a server that returns the member. @param {Server} server */
async function add(server) {
  const { url, stop } = await server.start()
  try {
    const answer = await json(url + read.path)
    if (!isDeepStrictEqual(answer, member)) throw new Error(`It answers ${JSON.stringify(answer).slice(0, 200)}`)
    sides.push(side(server))
  } finally {
    await stop()
  }
}

/** One start, some seconds of reads and then of writes. @param {Side} of */
async function measure(of) {
  const server = await of.start()
  try {
    await rate(server.url + read.path, WARM_UP_SECONDS)
    of.reads.push(await rate(server.url + read.path, SECONDS))
    of.resident = residentMb(server.pid)
    const load = { ...loadOf(write), status: of.created }
    await rate(server.url + write.path, WARM_UP_SECONDS, load)
    of.writes.push(await rate(server.url + write.path, SECONDS, load))
    of.starts.push(server.readyMs)
  } finally {
    await server.stop()
  }
}

/** The two calls, and a member of the scenario `starter` as the double returns it. */
async function measuredCalls() {
  const double = await startDouble([])
  const calls = callsOf(LIST, (await firstMember(double.url, LIST)).id)
  const one = calls['GET of one member']
  const found = await json(double.url + one.path)
  await double.stop()
  return { read: one, write: calls['POST of a new member'], member: found }
}

/** Reports and skips what cannot be installed, started or measured. @param {string} name @param {() => Promise<void>} work */
async function orSkip(name, work) {
  try {
    await work()
  } catch (error) {
    console.error(`${name} is left out: ${(error instanceof Error ? error.message : String(error)).slice(0, 400)}`)
  }
}
