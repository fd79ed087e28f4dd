// npm run bench:start: a server after its start. Measures the time until it answers, on each supported Node, in turns with the bare
// server, and its memory while it is idle.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { exactCpuMs } from './cpu.mjs'
import { median } from './measure.mjs'
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

/** The time until a process answers, and the CPU time that it takes, on each supported Node. @param {number} rounds */
async function starts(rounds) {
  const figures = []
  for (const { version, node } of nodes()) {
    const [ours, theirs] = [() => started(() => startDouble([], {}, '/3.0/ping', node)), () => started(() => startBare([], node))]
    // The first start keeps its compiled code for the others.
    await ours()
    /** @type {{ ours: Start, theirs: Start }[]} */
    const pairs = []
    for (let round = 0; round < rounds; round++) pairs.push({ ours: await ours(), theirs: await theirs() })
    const of = (/** @type {keyof Start} */ field) => ({
      ours: median(pairs.map((pair) => pair.ours[field])),
      theirs: median(pairs.map((pair) => pair.theirs[field])),
      ratio: median(pairs.map((pair) => pair.ours[field] / pair.theirs[field])),
    })
    figures.push(slower(`start to first answer, Node ${version}`, of('readyMs'), ms, RATIO_MAX))
    figures.push(slower(`the same: CPU time`, of('cpuMs'), ms, RATIO_MAX))
  }
  return figures
}

/** @typedef {{ readyMs: number, cpuMs: number }} Start */

/** @param {() => Promise<import('./server.mjs').Server>} begin @returns {Promise<Start>} */
async function started(begin) {
  const { readyMs, pid, stop } = await begin()
  const cpuMs = exactCpuMs(pid)
  await stop()
  return { readyMs, cpuMs }
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
