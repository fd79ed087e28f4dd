import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Egress } from '../outbound/egress.ts'
import { isoMillis } from '../support/time.ts'
import { drain } from './drain.ts'
import { publicUrlOf } from './addresses.ts'
import { open } from './open.ts'
import type { Assembled } from './double.ts'
import { listen } from './listen.ts'
import type { DoubleOptions } from './options.ts'

/** How a server is to be started. Everything has a default. */
export interface ServerOptions extends DoubleOptions {
  /** The port to listen on; 0, the default, takes a free one. */
  readonly port?: number
  /** The address to listen on; 127.0.0.1 by default, which nobody but this machine reaches. */
  readonly host?: string
  /** The address that all URLs of the answers are built from; `http://<host>:<port>` by default, with 127.0.0.1 for all addresses. */
  readonly publicUrl?: string
  /** What callers of the control API must send as a bearer token. Off loopback one is made if none is given. */
  readonly controlToken?: string
  /** Whether the lighter `Request` and `Response` of the HTTP library may replace those of this process. */
  readonly replaceGlobals?: boolean
}

/** A server that listens. */
export interface RunningServer {
  /** Where it answers, up to and without `/3.0`. */
  readonly url: string
  /** The key of the world `default`; empty if that world is kept and can't be read. */
  readonly apiKey: string
  /** What the control API asks for, if it asks for anything. */
  readonly controlToken: string | undefined
  /** The scenario of the world `default`: the one that was asked for, or that of a world that was kept and goes on; empty if it can't be read. */
  readonly scenario: string
  /** Why the world `default` can't be read, although it is kept; calls for it are answered with 503. `undefined` if it can be read. */
  readonly unreadable: string | undefined
  /** The seed of the world `default`, from which its keys, ids and randomness follow; empty if it can't be read. */
  readonly seed: string
  /** Whether the seed was made at random, as it is off loopback if none is given. */
  readonly isSeedRandom: boolean
  /** How its time passes: not at all, with the real time, or `rate` times as fast. */
  readonly clock: { readonly mode: 'frozen' | 'realtime' | 'scaled'; readonly rate: number }
  /** What time it was in the world `default` when the server began; empty if it can't be read. */
  readonly now: string
  /**
   * Takes no more connections, and lets the calls that are being answered come to their end: those that wait for something are
   * answered at once, streams end, idle connections close. What is left after a second is broken off. Resolves when nothing
   * is left.
   */
  readonly stop: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

const LOOPBACK = ['127.0.0.1', 'localhost', '::1']

/**
 * Starts a double that listens on a port of this machine.
 *
 * @example
 * const server = await startServer({ scenario: 'starter' })
 * await fetch(`${server.url}/3.0/lists`, { headers: { authorization: `Bearer ${server.apiKey}` } })
 * await server.stop()
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { port = 0, host = '127.0.0.1', replaceGlobals = false, ...rest } = options
  const isLocal = LOOPBACK.includes(host)
  const token = options.controlToken ?? (isLocal ? undefined : randomBytes(16).toString('hex'))
  // The keys of a world follow from its seed. On loopback that is convenient; on a shared address it must not be guessed.
  const defaultSeed = isLocal ? undefined : (options.seed ?? randomBytes(16).toString('hex'))
  const egress = new Egress(options.allowEgress ?? [])

  // The port may be chosen by the system, and the world's URLs contain it: so the socket comes first, and calls wait.
  let begun = (_app: Assembled['app']): void => {}
  const ready = new Promise<Assembled['app']>((resolve) => (begun = resolve))
  let base = publicUrlOf(options) ?? ''
  let answer: Assembled['app']['fetch'] = async (...call) => (await ready).fetch(...call)
  const server = await listen((...call) => answer(...call), {
    host,
    port,
    replaceGlobals,
    problemType: () => `${base}/docs/errors`,
  })
  try {
    const { port: taken } = addressOf(server)
    const address = `http://${nameOf(host)}:${taken}`
    const url = (base ||= address)
    egress.addOwnAddress(addressOf(server))
    const double = await open(rest, {
      url,
      hosts: [...LOOPBACK, host],
      listensAt: [address, `http://localhost:${taken}`],
      egress,
      token,
      defaultSeed,
    })
    const handle = await double.begun
    answer = double.app.fetch
    begun(double.app)
    let ending: Promise<void> | undefined
    const end = (): Promise<void> => {
      double.end()
      return (ending ??= drain(server).then(double.close))
    }
    const stop = { stop: end, [Symbol.asyncDispose]: end }
    if (!handle) {
      const unreadable = double.stage.worlds.unreadable.of('default')?.message
      return { url, controlToken: token, ...UNKNOWN, unreadable, ...stop }
    }
    const { credentials, scenario, seed, clock } = handle.world
    const { mode, rate } = clock
    const now = isoMillis(clock.now)
    return {
      url,
      apiKey: credentials.api_key,
      controlToken: token,
      scenario,
      seed,
      isSeedRandom: options.seed === undefined && seed === defaultSeed,
      unreadable: undefined,
      clock: { mode, rate },
      now,
      ...stop,
    }
  } catch (error) {
    // Whoever has called meanwhile will not be answered.
    server.closeAllConnections()
    await drain(server)
    throw error
  }
}

/** What is said of a world `default` that can't be read. */
const UNKNOWN = { apiKey: '', scenario: '', seed: '', isSeedRandom: false, clock: { mode: 'frozen', rate: 0 }, now: '' } as const

/** What stands for the host in URLs. By an address that means all of them nobody can be called. */
function nameOf(host: string): string {
  const name = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return name.includes(':') ? `[${name}]` : name
}

function addressOf(server: Server): AddressInfo {
  return server.address() as AddressInfo
}
