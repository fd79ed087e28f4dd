// The cost of the fixtures for Vitest without any calls: a world for each test, and the import. bench/suite prints them.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { inTurns } from './measure.mjs'
import { ms } from './table.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const VITEST = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const TESTS = 300
const WORLD_MS_MAX = 2
const IMPORT_MS_MAX = 40

/** Each side is a run of Vitest of its own, so each includes what runs for the first time. @param {number} rounds @returns {Promise<import('./table.mjs').Figure[]>} */
export async function kit(rounds) {
  const side = (/** @type {string} */ name) => async () => (await runKit(name)).tookMs
  const world = await inTurns(rounds, side('worlds'), side('tests'))
  const loading = await inTurns(rounds, side('fixtures imported'), side('nothing imported'))
  return [
    {
      what: 'a test with a world, without calls',
      ours: ms(world.ours / TESTS),
      theirs: `(${ms(world.theirs / TESTS)})`,
      target: `<= ${WORLD_MS_MAX} ms`,
      holds: world.ours / TESTS <= WORLD_MS_MAX,
    },
    {
      what: 'import of the fixtures',
      ours: ms(loading.ours),
      theirs: `(${ms(loading.theirs)})`,
      target: `<= ${IMPORT_MS_MAX} ms`,
      holds: loading.ours <= IMPORT_MS_MAX,
    },
  ]
}

/** The objects that the bare server sends: those of the double. @type {Promise<{ page: unknown, member: unknown }> | undefined} */
let objectsSent

/** @param {string} folder of the package */
async function readObjects(folder) {
  /** @type {typeof import('../src/index.ts')} */
  const { createDouble } = await import(join(folder, 'index.js'))
  const double = await createDouble({ scenario: 'starter' })
  const list = '/3.0/lists/aaaaaaaaaa/members'
  const headers = { authorization: `Bearer ${double.apiKey}` }
  /** @type {any} */
  const page = await (await double.fetch(list, { headers })).json()
  await double.stop()
  return { page, member: page.members[0] }
}

/**
 * Runs one side: the milliseconds that it took, and the CPU time of the worker. @param {string} name
 * @param {{ package?: string, profile?: string }} [options] the folder of the package, and the file for a CPU profile
 * @returns {Promise<{ tookMs: number, cpuMs: number }>}
 */
export async function runKit(name, { package: folder = resolve(ROOT, 'dist'), profile } = {}) {
  const files = mkdtempSync(join(tmpdir(), 'bench-kit-'))
  const [objects, nothing, out] = [join(files, 'objects.json'), join(files, 'dist/nothing.js'), join(files, 'out.json')]
  writeFileSync(objects, JSON.stringify(await (objectsSent ??= readObjects(folder))))
  mkdirSync(dirname(nothing))
  writeFileSync(nothing, '')
  execFileSync(process.execPath, [VITEST, 'run', '--config', 'bench/kit.config.mjs', '--reporter=dot'], {
    cwd: ROOT,
    env: {
      ...process.env,
      BENCH_SIDE: name,
      BENCH_TESTS: String(TESTS),
      BENCH_OBJECTS: objects,
      BENCH_NOTHING: nothing,
      BENCH_OUT: out,
      BENCH_PACKAGE: folder,
      ...(profile === undefined ? {} : { BENCH_PROFILE: profile }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const seen = JSON.parse(readFileSync(out, 'utf8'))
  rmSync(files, { recursive: true })
  return seen
}
