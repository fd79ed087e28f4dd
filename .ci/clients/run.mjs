// Generates the clients, runs the flow of each, calls every operation with two of them, and checks which operations were called.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { caller, makeWorld, session, startServer } from '../contract-session.mjs'

const run = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '../..')
const CACHE = join(ROOT, '.cache/clients')
const NODE = process.execPath

/** The documents, as `maildouble openapi` prints them. @type {readonly ('service' | 'control')[]} */
const CONTRACTS = ['service', 'control']
const documentOf = (/** @type {string} */ name) => join(CACHE, `${name}.json`)

/** The steps of a session that calls every operation of the service, for the client that repeats it. */
const SESSION = join(CACHE, 'session.json')

/** What each flow calls: it lists audiences, adds a member, is refused the second time, and follows a batch to its end. */
const CALLED = ['getLists', 'addMember', 'createBatch', 'getBatch']

/**
 * The clients: their versions, how they are generated, how their flow runs, and how they repeat
 * the session that calls every operation.
 * @type {{ readonly [name: string]: { readonly needs?: string, readonly version: () => string | undefined, readonly generate: (folder: string) => Promise<void>, readonly flow: (folder: string) => Command, readonly session?: (folder: string) => Command } }}
 * @typedef {{ readonly program: string, readonly options: readonly string[], readonly env?: Record<string, string> }} Command
 */
const CLIENTS = {
  'openapi-typescript': {
    version: () => JSON.parse(textOf('package.json')).devDependencies['openapi-typescript'],
    async generate(folder) {
      const program = join(ROOT, 'node_modules/openapi-typescript/bin/cli.js')
      await Promise.all(CONTRACTS.map((name) => run(NODE, [program, documentOf(name), '--output', join(folder, `${name}.ts`)])))
      await compile(folder, 'openapi-fetch.ts')
    },
    flow: (folder) => ({ program: NODE, options: [join(folder, 'out/openapi-fetch.js')] }),
  },
  '@hey-api/openapi-ts': {
    version: () => JSON.parse(textOf('.ci/clients/package.json')).dependencies['@hey-api/openapi-ts'],
    async generate(folder) {
      const program = join(CACHE, 'node_modules/@hey-api/openapi-ts/bin/run.js')
      for (const name of CONTRACTS)
        await run(NODE, [program, '--input', documentOf(name), '--output', join(folder, name), '--plugins', ...HEY_API], {
          cwd: CACHE,
        })
      await compile(folder, 'hey-api.ts', 'hey-api-session.ts')
    },
    flow: (folder) => ({ program: NODE, options: [join(folder, 'out/hey-api.js')] }),
    session: (folder) => ({ program: NODE, options: [join(folder, 'out/hey-api-session.js')] }),
  },
  'openapi-python-client': {
    version: () => /^openapi-python-client==(.+)$/m.exec(textOf('.ci/clients/requirements.txt'))?.[1],
    async generate(folder) {
      for (const name of CONTRACTS) {
        const options = ['generate', '--path', documentOf(name), '--output-path', join(folder, name), '--meta', 'none']
        const config = ['--config', join(import.meta.dirname, 'python.yaml'), '--overwrite', '--fail-on-warning']
        await run(join(CACHE, 'venv/bin/openapi-python-client'), [...options, ...config])
      }
      for (const file of ['flow.py', 'session.py']) cpSync(join(import.meta.dirname, file), join(folder, file))
    },
    flow: (folder) => ({ program: join(CACHE, 'venv/bin/python'), options: [join(folder, 'flow.py')] }),
    session: (folder) => ({ program: join(CACHE, 'venv/bin/python'), options: [join(folder, 'session.py')] }),
  },
  'oapi-codegen': {
    needs: 'go',
    version: () => /oapi-codegen\/v2 v(\S+)/.exec(textOf('.ci/clients/go/go.mod'))?.[1],
    async generate(folder) {
      cpSync(join(import.meta.dirname, 'go'), folder, { recursive: true })
      for (const name of CONTRACTS) {
        mkdirSync(join(folder, name))
        // Without `skip-prune` it leaves out the schemas of webhooks, and keeps what refers to them.
        const options = ['-generate', 'types,client,skip-prune', '-package', name, '-o', join(folder, name, 'client.gen.go')]
        await run('go', ['tool', 'oapi-codegen', ...options, documentOf(name)], { cwd: folder })
      }
      await run('go', ['build', '-o', 'flow', '.'], { cwd: folder })
    },
    flow: (folder) => ({ program: join(folder, 'flow'), options: [] }),
  },
}

const HEY_API = ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk']

/** @param {string} file below the root */
function textOf(file) {
  return readFileSync(join(ROOT, file), 'utf8')
}

/** Compiles programs and what they import, with all checks. @param {string} folder @param {readonly string[]} programs */
async function compile(folder, ...programs) {
  for (const each of programs) cpSync(join(import.meta.dirname, each), join(folder, each))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const options = ['--strict', '--target', 'es2023', '--lib', 'es2023,dom', '--types', 'node', '--skipLibCheck']
  const modules = ['--module', 'nodenext', '--rewriteRelativeImportExtensions', '--typeRoots', join(ROOT, 'node_modules/@types')]
  await run(NODE, [
    join(ROOT, 'node_modules/typescript-7/bin/tsc'),
    // That of the project is for its own code.
    '--ignoreConfig',
    ...options,
    ...modules,
    '--outDir',
    join(folder, 'out'),
    ...programs.map((each) => join(folder, each)),
  ])
}

const { positionals } = parseArgs({ allowPositionals: true })
for (const name of positionals)
  if (!CLIENTS[name]) throw new Error(`There is no client ${name}: ${Object.keys(CLIENTS).join(', ')}.`)

for (const name of CONTRACTS) {
  const options = [join(ROOT, 'dist/cli.js'), 'openapi', name === 'control' ? '--control' : '--strict']
  const { stdout } = await run(NODE, options, { maxBuffer: 64 * 1024 * 1024 })
  writeFileSync(documentOf(name), stdout)
}
const server = await startServer()
try {
  const first = await makeWorld(server.url)
  const { body: document } = await caller(server.url, {})('GET', '/_control/contract/openapi.json')
  const { steps } = await session(document, first.base, first)
  for (const [name, client] of Object.entries(CLIENTS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    if (client.needs && !(await exists(client.needs))) {
      console.log(`${name}: left out, since there is no ${client.needs} on this machine`)
      if (process.env['CI'] === 'true') process.exitCode = 1
      continue
    }
    try {
      console.log(`${name} ${client.version()}: ok, ${await drive(name, client, steps)} operations`)
    } catch (error) {
      const { message, stdout = '', stderr = '' } = /** @type {Error & { stdout?: string, stderr?: string }} */ (error)
      console.error(`${name}: ${message}\n${stdout}${stderr}`)
      process.exitCode = 1
    }
  }
} finally {
  await server.stop()
}

/**
 * Generates a client, runs its flow, and repeats the session with it, each in a world of its own. Returns the number of operations that it called,
 * as the double has counted them. @param {string} name @param {typeof CLIENTS[string]} client
 * @param {readonly import('../contract-session.mjs').Step[]} steps
 */
async function drive(name, client, steps) {
  const folder = join(CACHE, 'generated', name.replace('/', '-'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await client.generate(folder)
  const control = caller(`${server.url}/_control`, {})
  const id = name.replaceAll(/\W+/g, '-').replace(/^-/, '')
  const { body: world } = await control('POST', '/worlds', { id, scenario: 'starter', seed: id, clock: { mode: 'frozen' } })
  await perform(client.flow(folder), world, world.api_key)
  const found = await operationsIn(id)
  const missing = CALLED.filter((each) => !found.has(each))
  if (missing.length > 0) throw new Error(`The flow ended without a call of ${missing.join(', ')}.`)
  if (client.session) {
    const { world: another, key, oauth } = await makeWorld(server.url, `${id}-session`)
    // Each world has its own application.
    const { client_id, client_secret } = oauth
    const own = steps.map((step) =>
      'operation' in step && step.operation === 'linkApp' ? { ...step, body: { client_id, client_secret } } : step,
    )
    writeFileSync(SESSION, JSON.stringify(own))
    await perform(client.session(folder), another, key)
    for (const operation of await operationsIn(another.id)) found.add(operation)
  }
  return found.size
}

/** Runs a program with a generated client in a world. @param {Command} command @param {Record<string, any>} world @param {string} key */
async function perform({ program, options }, { id, base_url }, key) {
  const env = { API: `${base_url}/3.0`, API_KEY: key, CONTROL: `${server.url}/_control`, WORLD: id, SESSION }
  await run(program, [...options], { env: { ...process.env, ...env } })
}

/** The operations that were called in a world. @param {string} world */
async function operationsIn(world) {
  const { body } = await caller(`${server.url}/_control`, {})('GET', `/contract/coverage?world=${world}`)
  /** @type {{ operation: string, calls: number }[]} */
  const operations = body.operations
  return new Set(operations.filter(({ calls }) => calls > 0).map(({ operation }) => operation))
}

/** Whether a program is installed. @param {string} program */
async function exists(program) {
  return run(program, ['version']).then(
    () => true,
    () => false,
  )
}
