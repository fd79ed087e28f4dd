import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Egress } from '../host/egress.ts'
import { after } from '../support/time.ts'
import { open, publicUrlOf } from './open.ts'
import type { Assembled } from './double.ts'
import { listen } from './listen.ts'
import type { DoubleOptions } from './options.ts'

/** How a server is to be started. Everything has a default. */
export interface ServerOptions extends DoubleOptions {
  /** The port to listen on; 0, the default, takes a free one. */
  readonly port?: number
  /** The address to listen on; 127.0.0.1 by default, which nobody but this machine reaches. */
  readonly host?: string
  /** The address that all URLs of the answers are built from; `http://<host>:<port>` by default. */
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
  /** The key of the world `default`. */
  readonly apiKey: string
  /** What the control API asks for, if it asks for anything. */
  readonly controlToken: string | undefined
  /** Stops listening and ends what is open. Resolves when nothing is left. */
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
  const token = options.controlToken ?? (LOOPBACK.includes(host) ? undefined : randomBytes(16).toString('hex'))
  const egress = new Egress(options.allowEgress ?? [])

  // The port may be chosen by the system, and the world's URLs contain it: so the socket comes first, and calls wait.
  let begun = (_app: Assembled['app']): void => {}
  const ready = new Promise<Assembled['app']>((resolve) => (begun = resolve))
  let handle: Assembled['app']['fetch'] = async (...call) => (await ready).fetch(...call)
  const server = await listen((...call) => handle(...call), { host, port, replaceGlobals })
  try {
    const url = publicUrlOf(options) ?? `http://${host.includes(':') ? `[${host}]` : host}:${addressOf(server).port}`
    egress.listensAt(addressOf(server))
    const double = await open(rest, { url, hosts: [...LOOPBACK, host], egress, token })
    const cell = await double.begun
    handle = double.app.fetch
    begun(double.app)
    const end = (): Promise<void> => {
      double.end()
      return stop(server)
    }
    return { url, apiKey: cell.world.credentials.api_key, controlToken: token, stop: end, [Symbol.asyncDispose]: end }
  } catch (error) {
    await stop(server)
    throw error
  }
}

function addressOf(server: Server): AddressInfo {
  return server.address() as AddressInfo
}

/** What is being answered when a server stops may come to its end for so long. */
const GRACE_MS = 1_000

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cancel = after(GRACE_MS, () => server.closeAllConnections())
    server.close(() => {
      cancel()
      resolve()
    })
    server.closeIdleConnections()
  })
}
