// `npm run conformance`: runs the tests, the generated clients and the fuzzer, and writes what they drove to conformance.json,
// docs/conformance.md and README.md. It takes some six minutes on an idle machine with two cores. Arguments: the parts to run (tests, clients, fuzz), by default all; the figures
// of the others stay.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readConformance, writeConformance } from './conformance-page.mjs'
import { conformanceOf, measuredIn } from './conformance-record.mjs'
import { machines } from './machines.mjs'
import { publishedDocument } from './published-document.mjs'
import { publicContract, serviceContract } from './spec.mjs'

/** @typedef {import('./conformance-record.mjs').Measured} Measured */
/** @typedef {import('./conformance-record.mjs').TestsRun} TestsRun */
/** What `test/conformance/` writes for a file. @typedef {{ driving: number, operations: Seen, moves: Seen, events: Seen }} SeenInFile */
/** @typedef {Record<string, { tests: number, outcomes: Record<string, number> }>} Seen */

const ROOT = resolve(import.meta.dirname, '..')

/** How each part is collected. @type {Record<string, (folder: string) => Partial<Measured>>} */
const PARTS = { tests: testsIn, clients: clientsIn, fuzz: fuzzIn }

const parts = process.argv.slice(2)
for (const part of parts)
  if (!PARTS[part]) throw new Error(`There is no part ${part}. There are: ${Object.keys(PARTS).join(', ')}.`)

const work = mkdtempSync(join(tmpdir(), 'maildouble-conformance-'))
try {
  if (parts.length !== 1 || parts[0] !== 'tests') run('npm', ['run', '--silent', 'build'])
  const contracts = { service: publishedDocument(await serviceContract()), public: publishedDocument(await publicContract()) }
  for (const [part, collect] of Object.entries(PARTS)) {
    if (parts.length > 0 && !parts.includes(part)) continue
    const collected = collect(work)
    writeConformance(conformanceOf(contracts, await machines(), { ...measuredIn(readConformance()), ...collected }))
  }
} finally {
  rmSync(work, { recursive: true })
}

/** Runs `npm test` with a recorder. @param {string} folder @returns {Pick<Measured, 'tests'>} */
function testsIn(folder) {
  // This test compares the files that are about to be written.
  const without = ['test/**/*.system.test.ts', 'test/contract/conformance.test.ts'].flatMap((files) => ['--exclude', files])
  run('npx', ['vitest', 'run', '--config', 'test/conformance/vitest.config.ts', ...without], { CONFORMANCE_DIR: folder })
  /** @type {TestsRun} */
  const total = { files: 0, driving: 0, operations: {}, moves: {}, events: {} }
  for (const file of readdirSync(folder).toSorted()) {
    if (!file.endsWith('.test.ts.json')) continue
    /** @type {SeenInFile} */
    const seen = read(join(folder, file))
    total.files++
    total.driving += seen.driving
    for (const kind of /** @type {const} */ (['operations', 'moves', 'events'])) add(total[kind], seen[kind])
  }
  return { tests: total }
}

/** Adds the counts of a file to those of all files. @param {Seen} total @param {Seen} seen */
function add(total, seen) {
  for (const [name, { tests, outcomes }] of Object.entries(seen)) {
    const sum = (total[name] ??= { tests: 0, outcomes: {} })
    sum.tests += tests
    for (const [outcome, count] of Object.entries(outcomes)) sum.outcomes[outcome] = (sum.outcomes[outcome] ?? 0) + count
  }
}

/** Generates the clients and runs their flows. @param {string} folder @returns {Pick<Measured, 'clients'>} */
function clientsIn(folder) {
  const file = join(folder, 'clients.json')
  // With CI set, a client whose tools are missing is an error.
  run('bash', ['.ci/clients/run', '--out', file], { CI: 'true' })
  return { clients: read(file) }
}

/** Runs the fuzzer on the contracts of the service. @param {string} folder @returns {Pick<Measured, 'fuzz'>} */
function fuzzIn(folder) {
  const file = join(folder, 'fuzz.json')
  run('bash', ['.ci/fuzz', '--out', file, 'service', 'public'])
  return { fuzz: read(file) }
}

/** Runs a command in the clone. Throws if it fails. @param {string} program @param {readonly string[]} options
 * @param {Record<string, string>} [env] */
function run(program, options, env = {}) {
  const { status } = spawnSync(program, options, { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${[program, ...options].join(' ')} failed, so its figures were not written.`)
}

/** @param {string} file @returns {any} */
function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
