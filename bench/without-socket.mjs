// The CPU time of a call without a socket: beside a bare Hono handler, and with the newest Node beside the oldest. Each side is a process of its own.
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inTurns } from './measure.mjs'
import { nodes } from './server.mjs'
import { slower, us } from './table.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
/** The most of a bare handler that a call may take. */
const MOST = { 'GET of one member': 2.2, 'POST of a new member': 3.3 }
const NODE_RATIO_MAX = 1.05
const DIST = resolve(import.meta.dirname, '../dist')
const WRITE = 'POST of a new member'

/** @returns {Promise<import('./table.mjs').Figure[]>} */
export async function withoutSocket() {
  const figures = []
  for (const [what, most] of Object.entries(MOST)) {
    const seen = await inTurns(
      ROUNDS,
      async () => runWithoutSocket(what, 'ours').cpuUs,
      async () => runWithoutSocket(what, 'theirs').cpuUs,
    )
    figures.push(slower(`in process: ${what}`, seen, us, most))
  }
  const [oldest, newest] = [nodes().at(0), nodes().at(-1)]
  const with_ = (/** @type {string | undefined} */ node) => async () => runWithoutSocket(WRITE, 'ours', { node }).cpuUs
  const seen = await inTurns(ROUNDS, with_(newest?.node), with_(oldest?.node))
  return [...figures, slower(`the same with Node ${newest?.version} : with Node ${oldest?.version}`, seen, us, NODE_RATIO_MAX)]
}

/**
 * Makes many calls in a process of their own: the CPU time of one, and how long all took.
 * @param {string} what @param {'ours' | 'theirs'} who @param {{ package?: string, node?: string | undefined, flags?: readonly string[] }} [options] the
 * folder of the package, the program, and its flags
 * @returns {{ cpuUs: number, tookMs: number }}
 */
export function runWithoutSocket(what, who, { package: folder = DIST, node = process.execPath, flags = [] } = {}) {
  const side = resolve(import.meta.dirname, 'without-socket-side.mjs')
  const args = [...flags, side, pathToFileURL(resolve(folder, 'index.js')).href, what, who]
  return JSON.parse(execFileSync(node, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }))
}
