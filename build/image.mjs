// Tests the Dockerfile without a container engine: runs its commands in one folder per stage, then starts the server as a
// non-root user. The engine and the base image are not tested.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { environmentOf, isInContext, stagesOf, wordsIn } from './dockerfile.mjs'
import { INPUTS } from './bundle-inputs.mjs'

/** The packages that a project installs itself and an image has: for `--store`, and for assistants with what that needs. */
const ADDED = ['@redis/client', '@modelcontextprotocol/server', '@modelcontextprotocol/core', 'zod']

const ROOT = resolve(import.meta.dirname, '..')
/** A folder with what `npm run release` has made. */
const { RELEASE } = process.env
const START_MS_MAX = 120_000
/** A container engine kills a server that has not stopped by then. */
const STOP_MS_MAX = 10_000

const ignore = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
const stages = stagesOf(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))
const image = stages.at(-1)
if (!image) throw new Error('The Dockerfile has no stage.')
const files = mkdtempSync(join(tmpdir(), 'maildouble-image-'))
chmodSync(files, 0o755)

try {
  for (const stage of stages) buildStage(stage)
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
function buildStage(stage) {
  const env = { ...process.env, ...environmentOf(stage) }
  let cwd = '/'
  for (const { name, flags, text, words } of stage.instructions) {
    const at = inStage(stage.as, cwd)
    if (name === 'WORKDIR') mkdirSync(inStage(stage.as, (cwd = text)), { recursive: true })
    else if (name === 'COPY') copy(words, flags['from'], (path) => inStage(stage.as, resolve(cwd, path)))
    else if (name === 'RUN') {
      const command = stage.as === 'build' && RELEASE !== undefined ? withRelease(text, RELEASE) : text
      console.log(`${stage.as}: ${command}`)
      execFileSync('sh', ['-c', command], { cwd: at, env, stdio: ['ignore', 'ignore', 'inherit'] })
    }
  }
}

/**
 * The command with what `npm run release` has made from the same sources: the packages are those of this checkout, and the bundle is the one in
 * the package. What the bundle is made from has been copied into the stage, which is checked.
 *
 * @param {string} text @param {string} release
 */
function withRelease(text, release) {
  if (text.startsWith('npm ci ')) return `ln -s '${join(ROOT, 'node_modules')}' node_modules`
  const missing = [...INPUTS, 'spec'].filter((path) => !existsSync(inStage('build', join('/app', path))))
  if (missing.length > 0) throw new Error(`The Dockerfile does not copy ${missing.join(', ')}, from which the bundle is made.`)
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const unpack = `tar -xzf '${join(release, `maildouble-${version}.tgz`)}' --strip-components=1 --exclude=package/dist/types package/dist package/THIRD-PARTY-NOTICES`
  return text.replace('npm run bundle', unpack)
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

/** Checks that the image has all dependencies and no development dependencies. */
function checkContents() {
  const app = inStage(image?.as ?? '', '/app')
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'))
  const found = new Set(installedIn(join(app, 'node_modules')))
  const missing = [...Object.keys(dependencies), ...ADDED].filter((name) => !found.has(name))
  const needless = Object.keys(devDependencies).filter((name) => !ADDED.includes(name) && found.has(name))
  if (missing.length > 0 || needless.length > 0)
    throw new Error(`Missing packages: ${missing.join()}. Unneeded packages: ${needless.join()}.`)
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
  // Only root can change the user; any other user is non-root already.
  const user = process.getuid?.() === 0 ? { uid, gid } : {}
  const env = { PATH: process.env['PATH'], ...environmentOf(image), MAILDOUBLE_PORT: String(await freePort()) }
  const options = /** @type {const} */ ({ cwd: inStage(image.as, '/app'), env, ...user })
  const [command = '', ...args] = [...wordsIn(image, 'ENTRYPOINT'), ...wordsIn(image, 'CMD')].map(placed)
  const isHealthy = async () => {
    const [check = '', ...rest] = wordsIn(image, 'HEALTHCHECK')
    const [code] = await once(spawn(check, rest, { ...options, stdio: 'inherit' }), 'exit')
    return code === 0
  }

  if (await isHealthy()) throw new Error('The health check succeeds before the server runs.')
  const server = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  server.stdout.on('data', (piece) => (printed += String(piece)))
  try {
    const began = performance.now()
    while (!(await isHealthy())) {
      if (server.exitCode !== null || performance.now() - began > START_MS_MAX)
        throw new Error(`The server does not become healthy: ${printed}`)
      await delay(100)
    }
    if (!/Token +[0-9a-f]{32}/.test(printed)) throw new Error(`The server prints no token: ${printed}`)
    const stopped = performance.now()
    const ended = once(server, 'exit')
    server.kill(/** @type {NodeJS.Signals} */ (wordsIn(image, 'STOPSIGNAL')[0]))
    const [code, signal] = await ended
    const ms = Math.round(performance.now() - stopped)
    if (code !== 0 || ms > STOP_MS_MAX)
      throw new Error(`The server exited with ${code ?? signal} after ${ms} ms; expected 0 within ${STOP_MS_MAX} ms.`)
    if (await isHealthy()) throw new Error('The health check succeeds after the server exited.')
    console.log(`the server was healthy as user ${user.uid ?? process.getuid?.()}, and exited with 0 after ${ms} ms`)
  } finally {
    server.kill('SIGKILL')
  }
}

/** The local path for a path in the image. @param {string} word */
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
