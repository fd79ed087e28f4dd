// The same suite of 300 tests in 10 files against maildouble and against MSW with handlers written by hand, in turns. Each run is a Vitest of its
// own, from its start to its end; its CPU time is that of all its processes.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { endedCpuMs } from './cpu.mjs'
import { inTurns, median } from './measure.mjs'
import { nodes } from './server.mjs'
import { ms, seconds, slower, withLimit } from './table.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const VITEST = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const MSW = JSON.parse(readFileSync(join(ROOT, 'node_modules/msw/package.json'), 'utf8')).version
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const FILES = 10
const RATIO_MAX = 1.1
const WORLD_MS_MAX = 2
/** The shown characters of the output of a failed run. */
const SHOWN_MAX = 4_000

/** @returns {Promise<import('./table.mjs').Figure[]>} */
export async function suite() {
  const figures = []
  for (const workers of [1, 2]) {
    const cpu = (/** @type {string} */ subject) => async () => runSuite(subject, { workers }).cpuMs
    const seen = await inTurns(ROUNDS, cpu('fixtures'), cpu('msw'))
    const what = `a suite of 300 tests, ${workers === 1 ? 'one worker' : 'two workers'}: CPU time : MSW ${MSW}`
    figures.push(slower(what, seen, seconds, RATIO_MAX))
  }
  const worlds = Array.from({ length: ROUNDS }, () => runSuite('worlds').testMs)
  return [...figures, withLimit('a test with a world, without calls', median(worlds), ms, WORLD_MS_MAX)]
}

/**
 * Runs the suite with the newest Node, which MSW needs: the CPU time of all, and the median time of a test.
 * @param {string} subject what answers its calls @param {{ workers?: number, package?: string, flags?: readonly string[] }} [options] the folder of
 * the package, and flags of Node for the workers
 */
export function runSuite(subject, { workers = 1, package: folder = join(ROOT, 'dist'), flags = [] } = {}) {
  const files = writeFiles()
  const report = join(files, 'report.json')
  const args = ['run', '--config', 'bench/suite/vitest.config.mjs', '--reporter=json', `--outputFile=${report}`]
  const env = {
    ...process.env,
    NO_COLOR: '1',
    BENCH_SUBJECT: subject,
    BENCH_FILES: files,
    BENCH_WORKERS: String(workers),
    BENCH_PACKAGE: folder,
    BENCH_FLAGS: flags.join(' '),
  }
  const node = nodes().at(-1)?.node ?? process.execPath
  const before = endedCpuMs()
  const { status, stdout, stderr } = spawnSync(node, [VITEST, ...args], { cwd: ROOT, env, encoding: 'utf8' })
  const cpuMs = endedCpuMs() - before
  if (status !== 0) throw new Error(`The suite fails with '${subject}':\n${(stdout + stderr).slice(0, SHOWN_MAX)}`)
  /** @type {{ testResults: { assertionResults: { duration: number }[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  rmSync(files, { recursive: true })
  return {
    cpuMs,
    testMs: median(testResults.flatMap(({ assertionResults }) => assertionResults.map(({ duration }) => duration))),
  }
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
