/**
 * Starts nginx for tests with the configuration that ships in deploy/nginx; only where it listens and where the processes are is written anew.
 *
 *     const nginx = await startNginx(['127.0.0.1:4031', '127.0.0.1:4032'])
 *     await fetch(`${nginx.url}/3.0/ping`)
 *     await nginx.stop()
 *
 * Tests that need it are left out with `describe.skipIf(withoutNginx)`.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { DEADLINE_MS } from '../deadline.ts'
import { freePort } from './free-port.ts'
import { maySkip, programPath } from './program.ts'

/** The folder of the shipped configuration. */
export const SHIPPED = 'deploy/nginx'

/** The files that list the processes, and their contents. */
const LISTS = { 'maildouble-processes.conf': 'max_fails=0', 'maildouble-others.conf': 'max_fails=1 fail_timeout=0' }

/** Number of free ports to try: another process may take one before nginx does. */
const PORTS_TRIED = 5

/** The path of nginx on this machine, if it is installed. */
export const nginxPath: string | undefined = programPath('nginx')

/** Whether balancer tests are skipped: only if nginx is not installed, and never in runs meant for them. */
export const withoutNginx = nginxPath === undefined && maySkip

if (withoutNginx) console.warn('Tests behind a real balancer are skipped: there is no nginx in PATH. Debian has it as a package.')

/** A running balancer. */
export interface Nginx {
  /** Its URL. */
  readonly url: string
  readonly port: number
  /** Its report about the configuration before it started. */
  readonly checked: string
  /** Ends it together with calls in flight, and deletes its folder. */
  readonly stop: () => Promise<void>
}

/** Starts nginx in front of processes, given as host and port. */
export async function startNginx(processes: readonly string[]): Promise<Nginx> {
  for (let tried = 1; ; tried++) {
    try {
      return await startAt(await freePort(), processes)
    } catch (error) {
      if (tried === PORTS_TRIED || !/in use/.test(String(error))) throw error
    }
  }
}

async function startAt(port: number, processes: readonly string[]): Promise<Nginx> {
  if (nginxPath === undefined) throw new Error("There is no nginx in PATH. Install Debian's nginx.")
  const folder = mkdtempSync(join(tmpdir(), 'maildouble-nginx-'))
  // If nginx runs as root, its workers do not, and need access to their files.
  chmodSync(folder, 0o755)
  cpSync(SHIPPED, folder, { recursive: true })
  writeFileSync(join(folder, 'maildouble-listen.conf'), `listen 127.0.0.1:${port};\n`)
  for (const [file, parameters] of Object.entries(LISTS))
    writeFileSync(join(folder, file), processes.map((at) => `server ${at} ${parameters};\n`).join(''))
  const args = ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')]
  const checked = execFileSync('/bin/sh', ['-c', '"$0" "$@" 2>&1', nginxPath, '-t', ...args], { encoding: 'utf8' })
  const child = spawn(nginxPath, [...args, '-g', 'daemon off;'], { stdio: ['ignore', 'ignore', 'pipe'] })
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
    // nginx writes its process id once it listens. A listening port proves nothing: another server may have taken it.
    const listens = (): boolean => readFileSync(join(folder, 'nginx.pid'), 'utf8').trim() === String(child.pid)
    await vi.waitUntil(() => child.exitCode !== null || listens(), { timeout: DEADLINE_MS, interval: 20 })
    if (child.exitCode !== null) throw new Error(`nginx has ended at its start:\n${said}`)
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
