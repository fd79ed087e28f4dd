// Runs schemathesis with all checks against a separate server for each contract. Accepted findings are in fuzz_exceptions.py.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { caller, makeWorld, session, startServer } from './contract-session.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? 165)
const SEED = process.env['FUZZ_SEED'] ?? '20260115'

/** The share of the time for each contract, and its base path. */
const CONTRACTS = {
  service: { share: 0.55, document: '/_control/contract/openapi.json', below: '/_worlds/contract/3.0' },
  public: { share: 0.1, document: '/_control/contract/openapi.json?contract=public', below: '/_worlds/contract' },
  control: { share: 0.35, document: '/_control/openapi.json', below: '/_control' },
}

const wanted = process.argv.slice(2)
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
async function fuzz(name, { share, document, below }) {
  const server = await startServer()
  try {
    const world = await makeWorld(server.url)
    const { body: contract } = await caller(server.url, {})('GET', document)
    const file = join(folder, `${name}.json`)
    writeFileSync(file, JSON.stringify(contract))
    const config = join(folder, `${name}.toml`)
    writeFileSync(config, await configOf(name, server.url, world))
    const seconds = Math.max(1, Math.round(SECONDS * share))
    console.log(`\n== ${name}: ${seconds} s, seed ${SEED}`)
    const options = ['--url', server.url + below, '--checks', 'all', '--seed', SEED, '--max-time', String(seconds)]
    const credential = name === 'service' ? ['--auth', `any:${world.key}`] : []
    const command = ['--config-file', config, 'run', file, ...options, ...credential]
    const run = spawn(join(ROOT, '.cache/fuzz/bin/st'), command, {
      cwd: folder,
      env: { ...process.env, SCHEMATHESIS_HOOKS: 'fuzz_exceptions', PYTHONPATH: import.meta.dirname, FUZZ_CONTRACT: name },
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
 * Most calls use existing ids; the rest, and all deletions, use ids from links in responses, or unknown ones.
 * @param {string} name @param {string} url @param {Awaited<ReturnType<typeof makeWorld>>} world
 */
async function configOf(name, url, world) {
  const { body: contract } = await caller(url, {})('GET', CONTRACTS.service.document)
  const { ids } = await session(contract, world.base, world, { deletes: false })
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
