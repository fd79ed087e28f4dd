import { Egress } from '../../server/outbound/egress.ts'
import { readPublicUrl } from './addresses.ts'
import { checkOptions } from './check-options.ts'
import { fetchInProcess } from './in-process.ts'
import { open } from './open.ts'
import type { DoubleOptions, ReceiveAt } from './options.ts'

/** A whole server without a socket. */
export interface Double {
  /** The base URL of its answers, up to but not including `/3.0`. */
  readonly url: string
  /** The key of the world `default`; empty if that world is stored but can't be read. */
  readonly apiKey: string
  /** The bearer token of the control API, if it requires one. */
  readonly controlToken: string | undefined
  /**
   * Answers a request the way the server would over a socket. Takes the arguments of `fetch`, and also paths below `url`; redirects
   * are answered, not followed.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /** Hands webhooks to a function of this process instead of sending them. */
  readonly receiveAt: ReceiveAt
  /** Stops sending webhooks, and ends streams and waiting calls. */
  readonly stop: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

const IN_PROCESS_URL = 'http://maildouble.test'

/**
 * Creates a double in this process that needs no socket.
 *
 * @example
 * const double = await createDouble({ scenario: 'starter' })
 * const answer = await double.fetch('/3.0/lists', { headers: { authorization: `Bearer ${double.apiKey}` } })
 */
export async function createDouble(options: DoubleOptions = {}): Promise<Double> {
  await checkOptions('createDouble()', options)
  const url = readPublicUrl(options) ?? IN_PROCESS_URL
  const { app, begun, end, close, receiveAt } = await open(options, {
    url,
    hosts: [],
    egress: new Egress(options.allowEgress ?? []),
  })
  const stop = async (): Promise<void> => {
    end()
    await close()
  }
  return {
    url,
    apiKey: (await begun)?.world.credentials.api_key ?? '',
    controlToken: options.controlToken,
    fetch: fetchInProcess(app, url),
    receiveAt,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
