// The cost of a call without a socket, compared with a bare Hono handler in the same process.
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { slower, us } from './table.mjs'

/** The most that a call may take, in times of the bare handler. */
const RATIO_MAX = 1.6

/** A separate process, in which nothing else has warmed up the measured code. @returns {import('./table.mjs').Figure[]} */
export function withoutSocket() {
  const index = pathToFileURL(resolve(import.meta.dirname, '../dist/index.js')).href
  const side = resolve(import.meta.dirname, 'without-socket-side.mjs')
  const printed = execFileSync(process.execPath, [side, index], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  /** @type {{ what: string, ours: number, theirs: number, ratio: number }[]} */
  const seen = JSON.parse(printed)
  return seen.map(({ what, ...each }) => slower(`in process: ${what}`, each, us, RATIO_MAX))
}
