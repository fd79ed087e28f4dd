// Runs schemathesis with all checks against a separate server for each contract. Accepted findings are in fuzz_exceptions.py.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { caller, makeWorld, session, startServer } from './contract-session.mjs'
import { fuzzDocument, withEveryNthOperation } from './fuzz-document.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const SEED = process.env['FUZZ_SEED'] ?? '20260115'
const SHARE = Number(process.env['FUZZ_SHARE'] ?? 1)
const FACTOR = Number(process.env['FUZZ_FACTOR'] ?? 0)

/**
 * For each contract, the number of random calls of each operation (with `FUZZ_FACTOR`), its document, and its base path. The other cases are derived
 * from the schemas.
 */
const CONTRACTS = {
  service: { calls: 2, document: '/_control/contract/openapi.json', below: '/_worlds/contract/3.0' },
  public: { calls: 15, document: '/_control/contract/openapi.json?contract=public', below: '/_worlds/contract' },
  control: { calls: 4, document: '/_control/openapi.json', below: '/_control' },
}

const { positionals: wanted } = parseArgs({ allowPositionals: true })
const folder = mkdtempSync(join(tmpdir(), 'maildouble-fuzz-'))
try {
  for (const [name, contract] of Object.entries(CONTRACTS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    if (!(await fuzz(name, contract))) process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Each contract has its own server, so that runs do not affect each other. @param {string} name
 * @param {typeof CONTRACTS['service']} contract @returns {Promise<boolean>} whether it found nothing
 */
async function fuzz(name, contract) {
  const { document, below } = contract
  const server = await startServer()
  try {
    const world = await makeWorld(server.url)
    const { body } = await caller(server.url, {})('GET', document)
    const file = join(folder, `${name}.json`)
    writeFileSync(file, JSON.stringify(withEveryNthOperation(name, fuzzDocument(name, body), SHARE)))
    const config = join(folder, `${name}.toml`)
    writeFileSync(config, await configOf(name, contract, server.url, world))
    // The calls that found the ids are not cases.
    await caller(server.url, {})('DELETE', '/_control/contract/coverage')
    console.log(`\n== ${name}: seed ${SEED}`)
    // This check would repeat every case without a key. test/contract/every-operation.thorough.test.ts calls each operation without one.
    const checks = ['--checks', 'all', '--exclude-checks', 'ignored_auth']
    const options = ['--url', server.url + below, ...checks, '--seed', SEED]
    const credential = name === 'service' ? ['--auth', `any:${world.key}`] : []
    const command = ['--config-file', config, 'run', file, ...options, ...credential]
    const run = spawn(join(ROOT, '.cache/fuzz/bin/st'), command, {
      cwd: folder,
      env: {
        ...process.env,
        SCHEMATHESIS_HOOKS: 'fuzz_exceptions',
        PYTHONPATH: import.meta.dirname,
        FUZZ_CONTRACT: name,
        // Hypothesis generates other values with `CI` than without it, and the order of Python's sets depends on the hash seed.
        CI: 'true',
        PYTHONHASHSEED: '0',
      },
      stdio: 'inherit',
    })
    const [code] = await once(run, 'exit')
    const { status } = await fetch(`${server.url}/_control/health`).catch(() => ({ status: 0 }))
    if (status !== 200) console.error(`The server did not survive:\n${server.log()}`)
    const defects = server.log().match(/DEFECT of maildouble.*/g) ?? []
    if (defects.length > 0) console.error(`The server reports defects:\n${defects.join('\n')}`)
    return code === 0 && status === 200 && defects.length === 0
  } finally {
    await server.stop()
  }
}

/**
 * Most calls use existing ids; the rest, and all deletions, use unknown ones.
 * @param {string} name @param {typeof CONTRACTS['service']} contract @param {string} url
 * @param {Awaited<ReturnType<typeof makeWorld>>} world
 */
async function configOf(name, { calls }, url, world) {
  const { body } = await caller(url, {})('GET', CONTRACTS.service.document)
  const { ids } = await session(body, world.base, world, { deletes: false })
  /** @type {Map<string, string[]>} */
  const values = new Map(name === 'control' ? [['world', ['contract']]] : [])
  for (const [place, value] of ids) {
    const parameter = place.slice(place.lastIndexOf('{') + 1, -1)
    values.set(parameter, [...(values.get(parameter) ?? []), value])
  }
  const methods = ['GET', 'POST', 'PUT', 'PATCH'].map((method) => JSON.stringify(method)).join(', ')
  return [
    'continue-on-failure = true',
    'workers = 1',
    'request-timeout = 120',
    'generation.no-shrink = true',
    // The number of cases does not depend on time, so that two runs with a seed make the same calls.
    // The random walks of test/simulation call every operation with random bodies as well.
    `phases.fuzzing.enabled = ${FACTOR > 0}`,
    `phases.fuzzing.generation.max-examples = ${Math.max(calls * FACTOR, 1)}`,
    // A path refuses all methods that it does not have in the same way.
    'phases.coverage.unexpected-methods = ["TRACE"]',
    // The random walks of test/simulation are sequences of calls, with laws that hold after each.
    'phases.stateful.enabled = false',
    // The duration of calls is irrelevant here.
    'checks.max_response_time = 120',
    ...[...values].map(([parameter, known]) => `dictionaries.${parameter}.values = ${JSON.stringify(known)}`),
    '[[operations]]',
    `include-method = [${methods}]`,
    ...[...values.keys()].map(
      (parameter) => `parameters."path.${parameter}" = { dictionary = "${parameter}", probability = 0.8 }`,
    ),
    '',
  ].join('\n')
}
