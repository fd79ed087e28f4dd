// Starts the server beside the job, waits until it is healthy, and exports its URL to the following steps.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const START_MS_MAX = 30_000
const LOOK_MS = 50

const { PROGRAM = '', PORT = '', SCENARIO = '', SCENARIO_DIR = '', ARGS = '' } = process.env
const log = join(process.env['RUNNER_TEMP'] ?? '.', `maildouble-${process.pid}.log`)

const args = wordsOf(ARGS)
const options = [
  ...args,
  ...(SCENARIO === '' ? [] : ['--scenario', SCENARIO]),
  ...(SCENARIO_DIR === '' ? [] : ['--scenario-dir', SCENARIO_DIR]),
  ...(PORT === '' ? [] : ['--port', PORT]),
  '--log',
  'json',
]
// Detached and without the step's output: it continues after the step has ended, until the runner ends the job.
const out = openSync(log, 'a')
const server = spawn(process.execPath, [PROGRAM, 'serve', ...options], { detached: true, stdio: ['ignore', out, out] })

const began = performance.now()
let listening = await listens()
while (!listening && !hasEnded() && performance.now() - began < START_MS_MAX) {
  await delay(LOOK_MS)
  listening = await listens()
}
if (listening) tell(listening)
else {
  server.kill()
  quote(readFileSync(log, 'utf8'))
  const why = hasEnded() ? 'ended instead of serving' : `did not answer within ${START_MS_MAX / 1000} s`
  console.log(`::error::maildouble ${why}. What it said stands above.`)
  process.exitCode = 1
}
server.unref()

/** Prints the server's output so that the runner executes no commands in it. @param {string} text */
function quote(text) {
  const token = randomUUID()
  console.log(`::stop-commands::${token}\n${text}\n::${token}::`)
}

function hasEnded() {
  return server.exitCode !== null || server.signalCode !== null
}

/** The token given to the server, which does not print it. */
function givenToken() {
  const at = args.lastIndexOf('--control-token')
  const joined = args.findLast((word) => word.startsWith('--control-token='))
  return joined?.slice('--control-token='.length) ?? (at === -1 ? process.env['MAILDOUBLE_CONTROL_TOKEN'] : args[at + 1])
}

/** Splits a command line into words, without expansion or execution. @param {string} text @returns {string[]} */
function wordsOf(text) {
  const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []
  return words.map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'))
}

/** The server's first line of output, once it is listening. */
async function listens() {
  const first = readFileSync(log, 'utf8')
    .split('\n')
    .find((line) => line.includes('"type":"listening"'))
  if (first === undefined) return undefined
  /** @type {{ readonly url: string, readonly api_key: string, readonly control_token?: string, readonly version: string }} */
  const said = JSON.parse(first)
  const response = await fetch(`${said.url}/_control/health`).catch(() => undefined)
  // The health check requires the token as well, if there is one.
  return response?.ok || response?.status === 401 ? said : undefined
}

/** @param {NonNullable<Awaited<ReturnType<typeof listens>>>} said */
function tell({ url, api_key, control_token = givenToken(), version }) {
  if (control_token) console.log(`::add-mask::${control_token}`)
  write('GITHUB_ENV', {
    MAILDOUBLE_URL: url,
    MAILDOUBLE_API_KEY: api_key,
    MAILDOUBLE_PROGRAM: PROGRAM,
    ...(control_token ? { MAILDOUBLE_CONTROL_TOKEN: control_token } : {}),
  })
  write('GITHUB_OUTPUT', { url, 'api-key': api_key, log, pid: String(server.pid) })
  console.log(`maildouble ${version} serves at ${url}`)
}

/** @param {string} file @param {Record<string, string>} values */
function write(file, values) {
  for (const [name, value] of Object.entries(values)) {
    // A line break would start another variable.
    if (/[\r\n]/.test(value)) throw new Error(`${name} must be one line.`)
    appendFileSync(process.env[file] ?? '/dev/null', `${name}=${value}\n`)
  }
}
