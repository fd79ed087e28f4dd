import { isIP } from 'node:net'
import { keepAliveDelay, realNow, type Millis } from '../../support/time.ts'
import type { ValkeyAddress } from './address.ts'
import { PREFIX } from './keys.ts'
import type { ValkeyClient, ValkeyLibrary } from './library.ts'
import type { Script } from './script.ts'

/** How long a lost connection, and a server that does not answer, is waited for in all. */
export const AWAY_MS = 5_000

/**
 * One connection, from its beginning to its end. When it is lost it is lost for good, and whatever it was asked for fails with it: the
 * client that it uses neither connects again nor sends anything again by itself.
 */
export class ValkeyLink {
  readonly client: ValkeyClient
  /** How far the clock of the server is ahead of that of this machine. */
  ahead: Millis = 0
  #cause: Error | undefined
  readonly #lost: (cause: Error) => void
  /** Fails when it can be used no more, and nobody has to listen. */
  readonly #ended: Promise<never>
  #end: (cause: Error) => void = () => {}

  constructor({ createClient }: ValkeyLibrary, address: ValkeyAddress, lost: (cause: Error) => void) {
    this.#lost = lost
    this.#ended = new Promise((_, reject) => (this.#end = reject))
    this.#ended.catch(() => {})
    const { host, port, isTls, username, password, database } = address
    const way = { host, port, reconnectStrategy: false, connectTimeout: AWAY_MS } as const
    this.client = createClient({
      socket: isTls ? { ...way, tls: true, ...(isIP(host) === 0 ? { servername: host } : {}) } : way,
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      database,
      name: 'maildouble',
      disableOfflineQueue: true,
      disableClientInfo: true,
      maintNotifications: 'disabled',
      // Who asks waits with a clock of its own, for the answer as well.
      commandOptions: { timeout: 0 },
    })
    this.client.on('error', (error: Error) => this.lose(error))
    // One that was given up while it came about has to be ended once it is there.
    this.client.on('connect', () => this.#cause && this.client.destroy())
  }

  /** Whether it can be used no more. */
  get isLost(): boolean {
    return this.#cause !== undefined
  }

  /** Comes back when the server is there and answers. */
  async open(): Promise<void> {
    const giveUp = keepAliveDelay(AWAY_MS, () => this.lose(new Error('Connection timeout')))
    try {
      await Promise.race([this.client.connect(), this.#ended])
      await this.isThere()
      const before = realNow()
      const [seconds, micros] = (await this.ask(['TIME'])) as [string, string]
      this.ahead = Number(seconds) * 1000 + Math.floor(Number(micros) / 1000) - Math.round((before + realNow()) / 2)
    } catch (error) {
      // What made it fail is known better by whoever noticed first.
      const cause = this.#cause ?? (error instanceof Error ? error : new Error(String(error)))
      this.end()
      throw cause
    } finally {
      giveUp()
    }
  }

  /** Fails if the server is not there, or still reads what it has kept. One that cannot write just now would refuse a plain `PING`. */
  async isThere(): Promise<void> {
    await this.ask(['EXISTS', `${PREFIX}worlds`])
  }

  /** Asks for something; fails if the connection is lost before it is answered. */
  ask(command: readonly string[]): Promise<unknown> {
    return this.client.sendCommand<unknown>(command)
  }

  /** Runs a script. The server knows those that it was given since it began by their digests. */
  async run(script: Script, world: string, given: readonly string[]): Promise<unknown> {
    try {
      return await this.ask(['EVALSHA', script.digest, '1', world, ...given])
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return this.ask(['EVAL', script.text, '1', world, ...given])
    }
  }

  /** Gives it up, and says so. */
  lose(cause: Error): void {
    if (this.#cause) return
    this.#cause = cause
    this.#end(cause)
    this.client.destroy()
    this.#lost(cause)
  }

  /** Ends it without a word. */
  end(): void {
    this.#cause ??= new Error('it was closed')
    this.#end(this.#cause)
    this.client.destroy()
  }
}
