// npm run bench:start: a server after its start. Measures the time until it answers, on each supported Node, in turns with the bare
// server, and its memory while it is idle.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { inTurns } from './measure.mjs'
import { measuredOn } from './measured-on.mjs'
import { residentMb, startBare, startDouble } from './server.mjs'
import { ms, slower, table } from './table.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 11)
const RATIO_MAX = 1.2
const MB_MAX = 85
/** Time until the memory of a new process no longer changes. */
const SETTLE_MS = 1_000

console.log(`${measuredOn()}\n`)
console.log(table([...(await starts(ROUNDS)), await idleMemory()]))

/** @returns {Promise<import('./table.mjs').Figure>} */
async function idleMemory() {
  const double = await startDouble([])
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  const idle = residentMb(double.pid)
  await double.stop()
  return {
    what: 'resident memory, idle with starter',
    ours: `${idle.toFixed(0)} MB`,
    target: `< ${MB_MAX} MB`,
    holds: idle < MB_MAX,
  }
}

/** The time until a process answers, on each supported Node. @param {number} rounds */
async function starts(rounds) {
  const figures = []
  for (const { version, node } of nodes()) {
    const ready = await inTurns(
      rounds,
      readyMs(() => startDouble([], {}, '/3.0/ping', node)),
      readyMs(() => startBare([], node)),
    )
    figures.push(slower(`start to first answer, Node ${version}`, ready, ms, RATIO_MAX))
  }
  return figures
}

/** The Nodes that `.ci/nodes` installs, or this one where there are none. */
function nodes() {
  const lines = execFileSync('bash', [join(import.meta.dirname, '../.ci/nodes')], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const installed = lines.filter(Boolean).map((line) => line.split(' '))
  if (installed.length === 0) return [{ version: process.version.slice(1), node: process.execPath }]
  return installed.map(([version = '', node = '']) => ({ version, node }))
}

/** @param {() => Promise<import('./server.mjs').Server>} begin */
function readyMs(begin) {
  return async () => {
    const server = await begin()
    await server.stop()
    return server.readyMs
  }
}
