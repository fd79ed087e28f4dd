// Servers beside the double: a Valkey or Redis, and HAProxy with the shipped configuration. Each in its own folder.
import { spawn } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createClient } from '@redis/client'
import { freePort } from './server.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const START_MS_MAX = 10_000

const valkeyPath = programPath('valkey-server', 'redis-server')
const haproxyPath = programPath('haproxy')

/** Why there is no Valkey or Redis; `undefined` if there is one. */
export const withoutValkey = valkeyPath === undefined ? 'neither valkey-server nor redis-server is installed' : undefined

/** Why there is no balancer; `undefined` if there is one. */
export const withoutHaproxy = haproxyPath === undefined ? 'HAProxy is not installed' : undefined

/** The name of the measured program, such as `redis-server`. */
export const valkeyName = valkeyPath?.split('/').at(-1) ?? ''

/** @typedef {'always' | 'everysec' | 'no'} Fsync when a change has to be on the disk; `no` is without an append-only file */
/** @typedef {{ url: string, pid: number, ask: (...command: string[]) => Promise<unknown>, stop: () => Promise<void> }} Valkey */

/** @param {Fsync} fsync @returns {Promise<Valkey>} */
export async function startValkey(fsync) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-valkey-'))
  const port = await freePort()
  const kept = fsync === 'no' ? ['--appendonly', 'no'] : ['--appendonly', 'yes', '--appendfsync', fsync]
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...kept]
  const { pid, end } = await started(valkeyPath ?? '', args, port)
  const url = `redis://127.0.0.1:${port}/0`
  const client = createClient({ url })
  await client.connect()
  return {
    url,
    pid,
    ask: (...command) => client.sendCommand(command),
    stop: async () => {
      client.destroy()
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** @typedef {{ url: string, pid: number, stop: () => Promise<void> }} Haproxy */

/** @param {readonly string[]} urls of the processes @returns {Promise<Haproxy>} */
export async function startHaproxy(urls) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-haproxy-'))
  const list = join(folder, 'processes.cfg')
  writeFileSync(list, `backend processes\n${urls.map((url, i) => `  server p${i} ${new URL(url).host}\n`).join('')}`)
  const port = await freePort()
  const args = ['-db', '-f', join(ROOT, 'deploy/haproxy/haproxy.cfg'), '-f', list]
  const { pid, end } = await started(haproxyPath ?? '', args, port, { MAILDOUBLE_LISTEN: `127.0.0.1:${port}` })
  return {
    url: `http://127.0.0.1:${port}`,
    pid,
    stop: async () => {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {number} port it is ready when it listens here
 * @param {Record<string, string>} variables
 */
async function started(program, args, port, variables = {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...variables } })
  const abandon = () => void child.kill('SIGTERM')
  process.once('exit', abandon)
  const ended = new Promise((done) => child.once('exit', done))
  const end = async () => {
    process.off('exit', abandon)
    child.kill('SIGTERM')
    await ended
  }
  const began = performance.now()
  while (!(await accepts(port))) {
    if (child.exitCode === null && performance.now() - began < START_MS_MAX) continue
    await end()
    throw new Error(`${program} cannot be started: ${args.join(' ')}`)
  }
  return { pid: child.pid ?? 0, end }
}

/** @param {number} port @returns {Promise<boolean>} */
function accepts(port) {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    const answer = (/** @type {boolean} */ is) => () => {
      socket.destroy()
      setTimeout(() => done(is), is ? 0 : 20)
    }
    socket.once('connect', answer(true)).once('error', answer(false))
  })
}

/** @param {...string} names */
function programPath(...names) {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/local/sbin', '/usr/sbin']
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
