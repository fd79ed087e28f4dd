// Takes the steps of the Dockerfile without a container engine: the same commands, in folders that stand for its stages, and then the
// server as it says, by a user who is not root. What is not tried here is the engine itself, and the base image.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { environmentOf, isInContext, stagesOf, wordsIn } from './dockerfile.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const START_MS_MAX = 30_000
const STOP_MS_MAX = 2_000

const ignore = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
const stages = stagesOf(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))
const image = stages.at(-1)
if (!image) throw new Error('The Dockerfile has no stage.')
const files = mkdtempSync(join(tmpdir(), 'maildouble-image-'))
chmodSync(files, 0o755)

try {
  for (const stage of stages) take(stage)
  checkContents()
  await run()
  console.log('image ok')
} finally {
  rmSync(files, { recursive: true, force: true })
}

/** The folder of a stage. @param {string} name @param {string} [path] */
function inStage(name, path = '') {
  return join(files, name, path)
}

/** @param {import('./dockerfile.mjs').Stage} stage */
function take(stage) {
  const env = { ...process.env, ...environmentOf(stage) }
  let cwd = '/'
  for (const { name, flags, text, words } of stage.instructions) {
    const at = inStage(stage.as, cwd)
    if (name === 'WORKDIR') mkdirSync(inStage(stage.as, (cwd = text)), { recursive: true })
    else if (name === 'COPY') copy(words, flags['from'], (path) => inStage(stage.as, resolve(cwd, path)))
    else if (name === 'RUN') {
      console.log(`${stage.as}: ${text}`)
      execFileSync('sh', ['-c', text], { cwd: at, env, stdio: ['ignore', 'ignore', 'inherit'] })
    }
  }
}

/** @param {readonly string[]} words @param {string | undefined} stage @param {(path: string) => string} placeOf */
function copy(words, stage, placeOf) {
  const to = words.at(-1) ?? ''
  for (const from of words.slice(0, -1)) {
    if (stage === undefined && !isInContext(ignore, from)) throw new Error(`${from} is copied, but .dockerignore leaves it out.`)
    const source = stage === undefined ? join(ROOT, from) : inStage(stage, from)
    const target = placeOf(to.endsWith('/') ? join(to, basename(from)) : to)
    const filter = (/** @type {string} */ path) => stage !== undefined || isInContext(ignore, relative(ROOT, path))
    cpSync(source, target, { recursive: true, verbatimSymlinks: true, filter })
  }
}

/** What the image holds, and what it does not. */
function checkContents() {
  const app = inStage(image?.as ?? '', '/app')
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'))
  const found = new Set(installedIn(join(app, 'node_modules')))
  const missing = Object.keys(dependencies).filter((name) => !found.has(name))
  const needless = Object.keys(devDependencies).filter((name) => found.has(name))
  if (missing.length > 0 || needless.length > 0) throw new Error(`Missing: ${missing.join()}. Needless: ${needless.join()}.`)
  const bytes = readdirSync(app, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  console.log(`${(bytes / 1024 ** 2).toFixed(1)} MB on top of ${image?.base}, ${found.size} packages`)
}

/** @param {string} folder @returns {string[]} */
function installedIn(folder) {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => (name.startsWith('@') ? readdirSync(join(folder, name)).map((each) => `${name}/${each}`) : [name]))
}

async function run() {
  if (!image) return
  const [uid = 0, gid = 0] = (wordsIn(image, 'USER')[0] ?? '').split(':').map(Number)
  if (uid === 0) throw new Error('The image runs as root.')
  // Whoever is not root may become nobody else, and is not root already.
  const user = process.getuid?.() === 0 ? { uid, gid } : {}
  const env = { PATH: process.env['PATH'], ...environmentOf(image), MAILDOUBLE_PORT: String(await freePort()) }
  const options = /** @type {const} */ ({ cwd: inStage(image.as, '/app'), env, ...user })
  const [command = '', ...args] = [...wordsIn(image, 'ENTRYPOINT'), ...wordsIn(image, 'CMD')].map(placed)
  const isHealthy = async () => {
    const [check = '', ...rest] = wordsIn(image, 'HEALTHCHECK')
    const [code] = await once(spawn(check, rest, { ...options, stdio: 'inherit' }), 'exit')
    return code === 0
  }

  if (await isHealthy()) throw new Error('It is healthy before it runs.')
  const server = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  server.stdout.on('data', (piece) => (printed += String(piece)))
  try {
    const began = performance.now()
    while (!(await isHealthy())) {
      if (server.exitCode !== null || performance.now() - began > START_MS_MAX) throw new Error(`It is not healthy: ${printed}`)
      await delay(100)
    }
    if (!/Token +[0-9a-f]{32}/.test(printed)) throw new Error(`It says no token: ${printed}`)
    const told = performance.now()
    const ended = once(server, 'exit')
    server.kill(/** @type {NodeJS.Signals} */ (wordsIn(image, 'STOPSIGNAL')[0]))
    const [code, signal] = await ended
    const ms = Math.round(performance.now() - told)
    if (code !== 0 || ms > STOP_MS_MAX) throw new Error(`It ended with ${code ?? signal} after ${ms} ms.`)
    if (await isHealthy()) throw new Error('It is healthy after its end.')
    console.log(`it was healthy as user ${user.uid ?? process.getuid?.()}, and ended with 0 after ${ms} ms`)
  } finally {
    server.kill('SIGKILL')
  }
}

/** Where a path of the image is. @param {string} word */
function placed(word) {
  return word.startsWith('/app/') ? inStage(image?.as ?? '', word) : word
}

/** @returns {Promise<number>} */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}
