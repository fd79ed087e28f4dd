import { isIP } from 'node:net'
import { keepAliveDelay, realNow, type Millis } from '../../../kernel/support/time.ts'
import type { ValkeyAddress } from './address.ts'
import { PREFIX } from './keys.ts'
import type { Script } from './script.ts'
import type * as Redis from '@redis/client'
import { StoreError } from '../store.ts'

/** Longest time a call waits for a lost connection or an unresponsive server. */
export const UNREACHABLE_MS = 5_000

/**
 * One connection from open to close. Once lost it stays lost, and its pending calls fail: the underlying client neither reconnects
 * nor resends.
 */
export class ValkeyLink {
  readonly client: ValkeyClient
  /**
   * How far the server's clock is ahead of this machine's, or less: the server read it before its answer arrived. So no deadline
   * in server time is later than the call's own.
   */
  ahead: Millis = 0
  #cause: Error | undefined
  readonly #lost: (cause: Error) => void
  /** Rejects when the connection ends; needs no listener. */
  readonly #ended: Promise<never>
  #end: (cause: Error) => void = () => {}

  constructor({ createClient }: ValkeyLibrary, address: ValkeyAddress, lost: (cause: Error) => void) {
    this.#lost = lost
    this.#ended = new Promise((_, reject) => (this.#end = reject))
    this.#ended.catch(() => {})
    const { host, port, isTls, username, password, database } = address
    const way = { host, port, reconnectStrategy: false, connectTimeout: UNREACHABLE_MS } as const
    this.client = createClient({
      socket: isTls ? { ...way, tls: true, ...(isIP(host) === 0 ? { servername: host } : {}) } : way,
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      database,
      name: 'maildouble',
      disableOfflineQueue: true,
      disableClientInfo: true,
      maintNotifications: 'disabled',
      // Every call has its own deadline, which includes the wait for the answer.
      commandOptions: { timeout: 0 },
    })
    this.client.on('error', (error: Error) => this.lose(error))
    // A connection given up while connecting is closed once it is established.
    this.client.on('connect', () => this.#cause && this.client.destroy())
  }

  /** Whether the connection has ended. */
  get isLost(): boolean {
    return this.#cause !== undefined
  }

  /** Resolves when the server is connected and answers. */
  async open(): Promise<void> {
    const giveUp = keepAliveDelay(UNREACHABLE_MS, () => this.lose(new Error('Connection timeout')))
    try {
      await Promise.race([this.client.connect(), this.#ended])
      await this.isThere()
      const [seconds, micros] = (await this.ask(['TIME'])) as [string, string]
      this.ahead = Number(seconds) * 1000 + Math.floor(Number(micros) / 1000) - realNow()
    } catch (error) {
      // The first recorded cause is the most precise.
      const cause = this.#cause ?? (error instanceof Error ? error : new Error(String(error)))
      this.end()
      throw cause
    } finally {
      giveUp()
    }
  }

  /**
   * Rejects if the server doesn't answer or is still loading its data. A plain `PING` would be rejected by a server that can't
   * write at the moment.
   */
  async isThere(): Promise<void> {
    await this.ask(['EXISTS', `${PREFIX}worlds`])
  }

  /** Sends a command. Rejects if the connection is lost before the answer. */
  ask(command: readonly string[]): Promise<unknown> {
    return this.client.sendCommand<unknown>(command)
  }

  /** Runs a script by its digest, and sends its text only if the server doesn't know it yet. */
  async run(script: Script, world: string, given: readonly string[]): Promise<unknown> {
    try {
      return await this.ask(['EVALSHA', script.digest, '1', world, ...given])
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return this.ask(['EVAL', script.text, '1', world, ...given])
    }
  }

  /** Gives the connection up and reports why. */
  lose(cause: Error): void {
    if (this.#cause) return
    this.#cause = cause
    this.#end(cause)
    this.client.destroy()
    this.#lost(cause)
  }

  /** Closes the connection without reporting it. */
  end(): void {
    this.#cause ??= new Error('it was closed')
    this.#end(this.#cause)
    this.client.destroy()
  }
}

/** The client library, an optional peer dependency, only needed with `--store`. */
export type ValkeyLibrary = typeof Redis

/** The client of one connection. */
type ValkeyClient = ReturnType<ValkeyLibrary['createClient']>

/** Imports the client library. Throws a `StoreError` with the command that installs it. */
export async function loadLibrary(load: () => Promise<ValkeyLibrary> = () => import('@redis/client')): Promise<ValkeyLibrary> {
  try {
    return await load()
  } catch (cause) {
    const text =
      'To store worlds in a Valkey or Redis, the package @redis/client is required. Install it: npm install @redis/client'
    throw new StoreError(text, { cause })
  }
}
