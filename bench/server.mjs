// Starts and stops the measured servers, each in its own process.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/** @typedef {{ url: string, pid: number, readyMs: number, stop: () => Promise<void> }} Server */

/**
 * An answer of the bare server: its method, its path as Hono has it, its status (200 unless given) and the object that is sent.
 * @typedef {{ method: string, path: string, status?: 200 | 204 | 400 | 401 | 404, body?: unknown }} Answer
 */

/** Maximum time for a server to start, or to end. */
const START_MS_MAX = 30_000
const STOP_MS_MAX = 3_000

/**
 * The double as shipped, without a log. What it prints goes to a file, if one is given.
 * @param {string[]} options @param {Record<string, string>} [env] @param {string} [probe] @param {string} [node] @param {string} [output]
 */
export function startDouble(options, env = {}, probe = '/3.0/ping', node = process.execPath, output = undefined) {
  const log = options.includes('--log') ? [] : ['--log', 'silent']
  return startScript((port) => [resolve(ROOT, 'dist/cli.js'), 'serve', '--port', port, ...log, ...options], probe, {
    env,
    node,
    output,
  })
}

/** The bare Hono server, which reads its answers from a file. @param {readonly Answer[]} [sent] @param {string} [node] @param {readonly string[]} [flags] of Node */
export async function startBare(sent = [], node = process.execPath, flags = []) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const file = join(folder, 'sent.json')
  writeFileSync(file, JSON.stringify(sent))
  try {
    const script = resolve(import.meta.dirname, 'bare.mjs')
    return await startScript((port) => [...flags, script, port, file], '/3.0/ping', { node })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Any server that is a script; it is ready when it answers `probe` with 200.
 * @param {(port: string) => string[]} args @param {string} probe @param {{ env?: Record<string, string>, cwd?: string, node?: string,
 * output?: string | undefined }} [surroundings]
 * @returns {Promise<Server>}
 */
export async function startScript(args, probe, { env = {}, cwd = ROOT, node = process.execPath, output } = {}) {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(node, args(String(port)), {
    cwd,
    stdio: ['ignore', output ? openSync(output, 'w') : 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  })
  const ended = new Promise((done) => child.once('exit', done))
  let running = true
  // A failed measurement leaves no process behind.
  const abandon = () => void child.kill('SIGKILL')
  process.once('exit', abandon)
  void ended.then(() => {
    running = false
    process.off('exit', abandon)
  })
  while (!(await answers(port, probe))) {
    if (running && performance.now() - began < START_MS_MAX) continue
    child.kill('SIGKILL')
    throw new Error(`The server ${running ? 'does not answer' : 'ended at once'}: ${args(String(port)).join(' ')}`)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    readyMs: performance.now() - began,
    stop: async () => {
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX)
      await ended
      clearTimeout(late)
    },
  }
}

/** @param {number} port @param {string} path @returns {Promise<boolean>} */
function answers(port, path) {
  return new Promise((done) => {
    const call = request(
      { port, path, host: '127.0.0.1', headers: { authorization: 'Bearer bench-dc1' }, agent: false },
      (response) => {
        response.resume().once('end', () => done(response.statusCode === 200))
      },
    )
    call.once('error', () => done(false))
    call.setTimeout(START_MS_MAX, () => call.destroy())
    call.end()
  })
}

/** A port that is currently free. @returns {Promise<number>} */
export function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Resident memory of a process in MB. @param {number} pid */
export function residentMb(pid) {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

/** The Nodes that `.ci/nodes` installs, oldest first, or this one where there are none. */
export function nodes() {
  const lines = execFileSync('bash', [join(ROOT, '.ci/nodes')], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const installed = lines.filter(Boolean).map((line) => line.split(' '))
  if (installed.length === 0) return [{ version: process.version.slice(1), node: process.execPath }]
  return installed.map(([version = '', node = '']) => ({ version, node }))
}
