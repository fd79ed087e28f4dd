// The cost of a call without a socket, compared with a bare Hono handler in the same process.
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const US_MAX = 90

/** A separate process, in which nothing else has warmed up the measured code. @returns {import('./table.mjs').Figure[]} */
export function withoutSocket() {
  const index = pathToFileURL(resolve(import.meta.dirname, '../dist/index.js')).href
  const side = resolve(import.meta.dirname, 'without-socket-side.mjs')
  const printed = execFileSync(process.execPath, [side, index], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  /** @type {{ what: string, ours: number, theirs: number }[]} */
  const seen = JSON.parse(printed)
  return seen.map(({ what, ours, theirs }) => ({
    what: `in process: ${what}`,
    ours: `${ours.toFixed(0)} µs`,
    theirs: `${theirs.toFixed(0)} µs`,
    target: `< ${US_MAX} µs`,
    holds: ours < US_MAX,
  }))
}
