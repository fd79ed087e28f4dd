/**
 * Starts a real Valkey or Redis for tests: on a free port of the loopback interface, in a folder of its own below the system's temporary one.
 *
 *     const valkey = await startValkey()             // keeps nothing beyond its process
 *     const valkey = await startValkey({ appendOnly: 'always' })   // after a kill, has every write that it acknowledged
 *     await valkey.kill()                            // SIGKILL, as a crash would
 *     await valkey.start()                           // again, on the same port and folder
 *     valkey.pause(); valkey.resume()                // it hangs: connections are accepted, and nothing is answered
 *     await valkey.ask('DBSIZE')                     // asks it something directly
 *     await valkey.stop()                            // ends it and takes its folder away
 *
 * Tests that need one are left out with `describe.skipIf(withoutValkey)`.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import { freePort } from './free-port.ts'
import { maySkip, programPath } from './program.ts'

const NAMES = ['valkey-server', 'redis-server']

/** Its log line when it is ready: with an append-only file, after that has been read. */
const READY = /Ready to accept connections/

/** Number of free ports to try: another process may take one before the server does. */
const PORTS_TRIED = 5

/** The path of such a server on this machine, if one is installed. */
export const valkeyPath: string | undefined = programPath(...NAMES)

/** Whether tests with a real server are skipped: only if none is installed, and never in runs meant for them. */
export const withoutValkey = valkeyPath === undefined && maySkip

if (withoutValkey) {
  console.warn(
    `Tests with a real Valkey are skipped: there is neither of ${NAMES.join(', ')} in PATH. Debian has them as packages.`,
  )
}

/** Options of a server. */
export interface ValkeyOptions {
  /** Whether it has an append-only file, and how often that is synced; no file by default. */
  readonly appendOnly?: 'always' | 'everysec'
  /** Further command line options. */
  readonly options?: readonly string[]
}

/** A server that runs, or ran. */
export class ValkeyServer {
  readonly port: number
  readonly #folder = mkdtempSync(join(tmpdir(), 'maildouble-valkey-'))
  readonly #options: readonly string[]
  #process: ChildProcess | undefined

  constructor(port: number, { appendOnly, options = [] }: ValkeyOptions) {
    this.port = port
    const kept = appendOnly === undefined ? ['--appendonly', 'no'] : ['--appendonly', 'yes', '--appendfsync', appendOnly]
    this.#options = ['--save', '', ...kept, ...options]
  }

  /** The value for `--store`. */
  get url(): string {
    return `redis://127.0.0.1:${this.port}/0`
  }

  /** Starts it and resolves when it answers. */
  async start(): Promise<void> {
    if (valkeyPath === undefined)
      throw new Error(`There is neither of ${NAMES.join(', ')} in PATH. Install Debian's valkey-server.`)
    const place = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#folder]
    const child = spawn(valkeyPath, [...place, ...this.#options], { stdio: ['ignore', 'pipe', 'pipe'] })
    this.#process = child
    const abandon = () => child.kill('SIGKILL')
    process.once('exit', abandon)
    child.once('exit', () => process.off('exit', abandon))
    let said = ''
    await new Promise<void>((resolve, reject) => {
      const listen = (chunk: Buffer) => {
        said += String(chunk)
        if (READY.test(said)) resolve()
      }
      child.stdout.on('data', listen)
      child.stderr.on('data', listen)
      child.once('error', reject)
      child.once('exit', () => reject(new Error(`${valkeyPath} has ended at its start:\n${said}`)))
    })
  }

  /** Kills it and resolves when it has ended. */
  async kill(): Promise<void> {
    await this.#end()
  }

  /** Pauses it. */
  pause(): void {
    this.#process?.kill('SIGSTOP')
  }

  /** Resumes it. */
  resume(): void {
    this.#process?.kill('SIGCONT')
  }

  /** Sends a command directly, as `valkey-cli` would: `await valkey.ask('HGET', 'some-key', 'field')`. */
  async ask(...command: readonly string[]): Promise<unknown> {
    const client = createClient({ url: this.url })
    client.on('error', () => {})
    await client.connect()
    try {
      return await client.sendCommand<unknown>(command)
    } finally {
      client.destroy()
    }
  }

  /** Ends it and deletes its data. */
  async stop(): Promise<void> {
    await this.#end()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #end(): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
}

/** Starts a server on a free port. */
export async function startValkey(options: ValkeyOptions = {}): Promise<ValkeyServer> {
  for (let tried = 1; ; tried++) {
    const server = new ValkeyServer(await freePort(), options)
    try {
      await server.start()
      return server
    } catch (error) {
      await server.stop()
      if (tried === PORTS_TRIED || !/in use/.test(String(error))) throw error
    }
  }
}
