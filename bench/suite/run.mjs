// npm run bench:suite: the same suite of 300 tests in 10 files against maildouble and what a user could use instead, in turns in one
// run. Each run is a Vitest of its own, from its start to its end; its CPU time is that of all its processes, servers among them.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { endedCpuMs } from '../cpu.mjs'
import { kit } from '../kit.mjs'
import { median, ratioOf } from '../measure.mjs'
import { measuredOn } from '../measured-on.mjs'
import { install, JSON_SERVER } from '../install.mjs'
import { grid, table } from '../table.mjs'

const ROOT = resolve(import.meta.dirname, '../..')
const PACKAGE = resolve(ROOT, process.env['BENCH_PACKAGE'] ?? 'dist')
const require = createRequire(import.meta.url)
const VITEST = join(dirname(require.resolve('vitest/package.json')), 'vitest.mjs')
const MSW = JSON.parse(readFileSync(join(ROOT, 'node_modules/msw/package.json'), 'utf8')).version
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const FILES = 10
const RATIO_MAX = 1.25
const WORKERS = [1, 2]
/** The shown characters of the output of a failed run. */
const SHOWN_MAX = 4_000

/** What can answer the calls of the suite. @type {Record<string, string>} */
const SUBJECTS = {
  fixtures: 'maildouble, by fixtures',
  server: 'maildouble, one server',
  msw: `MSW ${MSW}, handlers by hand`,
  'json-server': `json-server ${install('json-server', JSON_SERVER).version}`,
  nothing: 'nothing: constants',
}

/** @typedef {{ wallMs: number, cpuMs: number }} Run */

const files = writeFiles()
/** @type {Map<string, Run[]>} */
const seen = new Map()
for (let round = 0; round < ROUNDS; round++)
  for (const workers of WORKERS)
    for (const subject of Object.keys(SUBJECTS)) {
      const key = keyOf(subject, workers)
      seen.set(key, [...(seen.get(key) ?? []), run(subject, workers)])
    }
rmSync(files, { recursive: true })

console.log(`${measuredOn()}\n`)
console.log(
  grid([
    ['', ...WORKERS.flatMap((workers) => [`${workers} worker${workers > 1 ? 's' : ''}`, ': MSW', 'CPU', ': MSW'])],
    ...Object.entries(SUBJECTS).map(([subject, name]) => [name, ...WORKERS.flatMap((workers) => cells(subject, workers))]),
  ]),
)
const further = await kit(ROUNDS)
console.log(`\n${table(further)}`)
const isFast = WORKERS.every((workers) => ratio('fixtures', workers, 'wallMs') <= RATIO_MAX)
process.exitCode = isFast && further.every(({ holds }) => holds) ? 0 : 1

/** @param {string} subject @param {number} workers */
function cells(subject, workers) {
  return /** @type {const} */ (['wallMs', 'cpuMs']).flatMap((field) => [
    `${(median(of(subject, workers, field)) / 1_000).toFixed(2)} s`,
    ratio(subject, workers, field).toFixed(2),
  ])
}

/** @param {string} subject @param {number} workers @param {keyof Run} field */
function ratio(subject, workers, field) {
  return ratioOf(of(subject, workers, field), of('msw', workers, field))
}

/** @param {string} subject @param {number} workers @param {keyof Run} field */
function of(subject, workers, field) {
  return (seen.get(keyOf(subject, workers)) ?? []).map((each) => each[field])
}

/** @param {string} subject @param {number} workers */
function keyOf(subject, workers) {
  return `${subject} ${workers}`
}

/** The files of the suite. They are in the repository's folder, so that Vitest treats them as its own. */
function writeFiles() {
  const cache = join(ROOT, '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'suite-'))
  for (let file = 0; file < FILES; file++) {
    const code = `import { defineTests } from '../../bench/suite/tests.mjs'\ndefineTests(${file})\n`
    writeFileSync(join(folder, `members-${file}.test.mjs`), code)
  }
  return folder
}

/** @param {string} subject @param {number} workers @returns {Run} */
function run(subject, workers) {
  const [began, cpu] = [performance.now(), endedCpuMs()]
  const args = [VITEST, 'run', '--config', join(import.meta.dirname, 'vitest.config.mjs'), '--reporter=dot']
  const env = {
    ...process.env,
    NO_COLOR: '1',
    BENCH_SUBJECT: subject,
    BENCH_FILES: files,
    BENCH_WORKERS: String(workers),
    BENCH_PACKAGE: PACKAGE,
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The suite fails with '${subject}':\n${(stdout + stderr).slice(0, SHOWN_MAX)}`)
  return { wallMs: performance.now() - began, cpuMs: endedCpuMs() - cpu }
}
