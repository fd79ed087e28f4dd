import { ContractReport } from './contract-report.ts'
import type { Schemas } from './contract.ts'
import { Scenarios } from './scenarios.ts'
import { resolveTarget, type Target } from './target.ts'
import { type Send, Transport } from './transport.ts'
import { Worlds } from './worlds.ts'

/**
 * A connection to a maildouble server.
 *
 * @example
 * import { connect } from 'maildouble/client'
 * const maildouble = connect()
 * console.log((await maildouble.worlds.get()).id) // default
 */
export class Maildouble {
  readonly #transport: Transport
  /** The worlds of the server. */
  readonly worlds: Worlds
  /** The scenarios that worlds can be created from. */
  readonly scenarios: Scenarios
  /** The service's contract and its coverage. */
  readonly contract: ContractReport

  /** Created by `connect`, and by the fixtures for their own server, whose control API they call without its socket. @internal */
  constructor(target: Target, controlFetch?: Send) {
    this.#transport = new Transport(target, controlFetch)
    this.worlds = new Worlds(this.#transport)
    this.scenarios = new Scenarios(this.#transport)
    this.contract = new ContractReport(this.#transport)
  }

  /** The address of the server, without a trailing slash. */
  get url(): string {
    return this.#transport.url
  }

  /** How the server is reached: the argument of `connect`. */
  get target(): Target {
    return this.#transport.target
  }

  /**
   * Whether the server is running, and its version.
   *
   * @throws UnreachableError if it is not running; the message names the address.
   * @example
   * console.log((await maildouble.health()).status) // ok
   */
  health(): Promise<Schemas['Health']> {
    return this.#transport.call('getHealth')
  }

  /**
   * What the server has counted since its start, as text in the Prometheus format.
   *
   * @example
   * const text = await maildouble.metrics()
   * console.log(text.includes('maildouble_worlds ')) // true
   */
  async metrics(): Promise<string> {
    return (await this.#transport.send('getMetrics', undefined, {})).text()
  }
}

/**
 * Connects to a server by its URL, or by the result of `startServer()` or `createDouble()`. Without an argument, MAILDOUBLE_URL and
 * MAILDOUBLE_CONTROL_TOKEN of the environment are used, or else http://127.0.0.1:4030. No request is sent before the first call.
 *
 * @throws MaildoubleError if the URL can't be that of a server; the message says what would be right.
 * @example
 * import { createDouble } from 'maildouble'
 * import { connect } from 'maildouble/client'
 * await using double = await createDouble()
 * const maildouble = connect(double)
 * const world = await maildouble.worlds.create({ scenario: 'starter' })
 * console.log((await world.fetch('/lists')).status) // 200
 */
export function connect(target?: string | URL | Target): Maildouble {
  return new Maildouble(resolveTarget(target))
}
