// The double without minified code and with source maps, and the tables of its profiles.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { median, ratioOf } from '../measure.mjs'
import { startScript } from '../server.mjs'
import { grid } from '../table.mjs'

const ROOT = resolve(import.meta.dirname, '../..')
const CACHE = resolve(ROOT, '.cache/profile')
/** The package. Vitest loads modules from a folder with this name as they are. */
export const UNMINIFIED = join(CACHE, 'dist')

/** Maximum number of functions that are named in each row. */
const NAMED = 4

/** Builds the package. */
export function build() {
  run('bundle.mjs', '--source-maps')
  run('scenarios.mjs')
}

/** @param {string} script @param {string[]} options */
function run(script, ...options) {
  const args = [resolve(ROOT, 'build', script), UNMINIFIED, ...options]
  execFileSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Starts the double. @param {readonly string[]} options @param {readonly string[]} [flags] of Node */
export function startUnminified(options, flags = []) {
  const serve = (/** @type {string} */ port) => [join(UNMINIFIED, 'cli.js'), 'serve', '--port', port, '--log', 'silent']
  return startScript((port) => [...flags, ...serve(port), ...options], '/3.0/ping')
}

/** An empty folder for profiles. @param {'cpu' | 'heap'} kind @param {string} name */
export function emptyFolder(kind, name) {
  const folder = join(CACHE, kind, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

/** The only file of a folder. @param {string} folder */
export function onlyFile(folder) {
  const [file = ''] = readdirSync(folder)
  return join(folder, file)
}

/** Flags of Node that write a CPU profile to a folder. @param {string} folder @param {number} sampleUs */
export function cpuProfileTo(folder, sampleUs) {
  return ['--cpu-prof', '--cpu-prof-dir', folder, '--cpu-prof-interval', String(sampleUs)]
}

/** @typedef {readonly import('./parts.mjs').Part[]} Parts */
/** @typedef {{ name: string, parts: Parts, whole: number }} Profiled the parts of a side, and what it took as a whole without a profiler */

/**
 * The table of a profile. The amount of a part is its share of what was measured without the profiler.
 * @param {string} what @param {readonly Profiled[]} sides the double first @param {(value: number) => string} show
 */
export function partsTable(what, sides, show) {
  const [ours] = sides
  const shares = sides.map(({ parts }) => sharesOf(parts))
  const rows = (ours?.parts ?? []).flatMap(({ part, functions }) => {
    const share = shares[0]?.get(part) ?? 0
    const amounts = sides.map(({ whole }, i) => show((shares[i]?.get(part) ?? 0) * whole))
    return [[part, `${(share * 100).toFixed(1)} %`, ...amounts, functions.slice(0, NAMED).join(', ')]]
  })
  return grid([[what, 'share', ...sides.map(({ name }) => name), 'functions that take most of it'], ...rows])
}

/** @param {Parts} parts */
function sharesOf(parts) {
  const whole = parts.reduce((sum, { amount }) => sum + amount, 0)
  return new Map(parts.map(({ part, amount }) => [part, whole === 0 ? 0 : amount / whole]))
}

/**
 * The table of what several sides took as a whole, measured in turns. @param {string} what
 * @param {readonly { name: string, values: readonly number[] }[]} sides the double first @param {(value: number) => string} show
 */
export function wholeTable(what, sides, show) {
  const ours = sides[0]?.values ?? []
  const rows = sides.map(({ name, values }, i) => [
    name,
    show(median([...values])),
    i === 0 ? '' : ratioOf(ours, values).toFixed(2),
  ])
  return grid([['', what, 'maildouble to it'], ...rows])
}
