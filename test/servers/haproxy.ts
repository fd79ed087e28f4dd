/**
 * Starts HAProxy for tests with the configuration that ships in deploy/haproxy; only where it listens and where the processes are differs.
 *
 *     const haproxy = await startHaproxy(['127.0.0.1:4031', '127.0.0.1:4032'])
 *     await fetch(`${haproxy.url}/3.0/ping`)
 *     await haproxy.stop()
 *
 * Tests that need it are left out with `describe.skipIf(withoutHaproxy)`.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { DEADLINE_MS } from '../deadline.ts'
import { freePort } from './free-port.ts'
import { maySkip, programPath } from './program.ts'

/** The folder of the shipped configuration. */
export const SHIPPED = 'deploy/haproxy'

/** Number of free ports to try: another process may take one before HAProxy does. */
const PORTS_TRIED = 5

/** The path of HAProxy on this machine, if it is installed. */
export const haproxyPath: string | undefined = programPath('haproxy')

/** Whether balancer tests are skipped: only if HAProxy is not installed, and never in runs meant for them. */
export const withoutHaproxy = haproxyPath === undefined && maySkip

if (withoutHaproxy)
  console.warn('Tests behind a real balancer are skipped: there is no haproxy in PATH. Debian has it as a package.')

/** A running balancer. */
export interface Haproxy {
  /** Its URL. */
  readonly url: string
  readonly port: number
  /** Its report about the configuration before it started. */
  readonly checked: string
  /** Ends it together with calls in flight, and deletes its folder. */
  readonly stop: () => Promise<void>
}

/** Starts HAProxy in front of processes, given as host and port. */
export async function startHaproxy(processes: readonly string[]): Promise<Haproxy> {
  for (let tried = 1; ; tried++) {
    try {
      return await startAt(await freePort(), processes)
    } catch (error) {
      if (tried === PORTS_TRIED || !/in use/.test(String(error))) throw error
    }
  }
}

async function startAt(port: number, processes: readonly string[]): Promise<Haproxy> {
  if (haproxyPath === undefined) throw new Error("There is no haproxy in PATH. Install Debian's package.")
  const folder = mkdtempSync(join(tmpdir(), 'maildouble-haproxy-'))
  const [list, pidFile] = [join(folder, 'processes.cfg'), join(folder, 'pid')]
  writeFileSync(list, `backend processes\n${processes.map((at, i) => `  server p${i} ${at}\n`).join('')}`)
  const args = ['-f', join(SHIPPED, 'haproxy.cfg'), '-f', list]
  const env = { ...process.env, MAILDOUBLE_LISTEN: `127.0.0.1:${port}` }
  const checked = execFileSync('/bin/sh', ['-c', '"$0" "$@" 2>&1', haproxyPath, '-c', ...args], { encoding: 'utf8', env })
  const child = spawn(haproxyPath, ['-W', '-db', '-p', pidFile, ...args], { stdio: ['ignore', 'ignore', 'pipe'], env })
  const atExit = (): void => void child.kill('SIGTERM')
  process.once('exit', atExit)
  const stop = async (): Promise<void> => {
    process.off('exit', atExit)
    await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)))
  try {
    // HAProxy writes its process id once it listens. A listening port proves nothing: another server may have taken it.
    await vi.waitUntil(() => child.exitCode !== null || existsSync(pidFile), { timeout: DEADLINE_MS, interval: 20 })
    if (child.exitCode !== null) throw new Error(`HAProxy has ended at its start:\n${said}`)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `http://127.0.0.1:${port}`, port, checked, stop }
}

/** A stopped master ends its workers; a killed one would leave them. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
