// node bench/compare-http.mjs BEFORE AFTER [WORD]: the CPU time of calls over HTTP with two builds of the package, each in a process of its own. HTTP
// is parsed and written, but nothing passes through the system, whose share varies most. BEFORE and AFTER are the folders of two builds, as for
// compare.mjs; FOLDER:pretty and FOLDER:json are the program with a log that goes to a file. Calls are made in short turns, so that many turns are
// not disturbed by other processes, and the first quarter of the turns is compared. With a word, such as POST, only the calls with this word in their
// names are made.
import { fork } from 'node:child_process'
import { openSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { grid, us } from './table.mjs'

const SIDE = resolve(import.meta.dirname, 'compare-http-side.mjs')
const TURNS = Number(process.env['BENCH_ROUNDS'] ?? 200)
/** Number of warm-up turns. */
const WARMING = 40
const QUANTILES = [0.05, 0.1, 0.25]

const CALLS = ['GET of one member', 'POST of a new member', 'PATCH of a member', 'refused: 404', 'refused: 400', 'refused: 401']

const builds = process.argv.slice(2, 4)
if (builds.length < 2) throw new Error('Give the folders of two builds.')
const word = process.argv[4] ?? ''
const rows = []
for (const what of CALLS.filter((name) => name.includes(word))) {
  const sides = builds.map((build) => start(build, what))
  await Promise.all(sides.map(({ ready }) => ready))
  /** @type {number[][]} */
  const seen = sides.map(() => [])
  for (let turn = -WARMING; turn < TURNS; turn++) {
    // Each side comes first as often as the other.
    for (const i of turn % 2 === 0 ? [0, 1] : [1, 0]) {
      const used = (await sides[i]?.turn()) ?? Number.NaN
      if (turn >= 0) seen[i]?.push(used)
    }
  }
  for (const { stop } of sides) stop()
  for (const part of QUANTILES) {
    const [before = Number.NaN, after = Number.NaN] = seen.map((values) => quantile(values, part))
    rows.push([`${what}: ${part * 100} % within`, us(before), us(after), (after / before).toFixed(3)])
  }
}
console.log(`${new Date().toISOString().slice(0, 10)}, Node ${process.version}\n`)
console.log(grid([['CPU time of a call', 'before', 'after', 'ratio'], ...rows]))
process.exit()

/** A process that makes the calls of a build. @param {string} build @param {string} what */
function start(build, what) {
  const [folder = '', log = 'silent'] = build.split(':')
  const out = openSync(log === 'silent' ? devNull : join(tmpdir(), `maildouble-${process.pid}.log`), 'w')
  const side = fork(SIDE, [resolve(folder), what, log], { stdio: ['ignore', out, 'inherit', 'ipc'] })
  /** @returns {Promise<number>} */
  const answer = () => new Promise((done) => side.once('message', (/** @type {number} */ used) => done(used)))
  side.once('exit', (code) => code && process.exit(code))
  return {
    ready: answer(),
    /** Microseconds of CPU time per call. */
    turn: () => {
      side.send('turn')
      return answer()
    },
    stop: () => side.kill(),
  }
}

/** @param {number[]} values @param {number} part */
function quantile(values, part) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN
}
