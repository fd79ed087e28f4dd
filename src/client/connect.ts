import { ContractReport } from './contract-report.ts'
import type { Schemas } from './contract.ts'
import { Scenarios } from './scenarios.ts'
import { targetOf, type Target } from './target.ts'
import { Transport } from './transport.ts'
import { Worlds } from './worlds.ts'

/**
 * A maildouble, seen from a test suite.
 *
 * @example
 * import { connect } from 'maildouble/client'
 * const maildouble = connect()
 * console.log((await maildouble.worlds.get()).id) // default
 */
export class Maildouble {
  readonly #transport: Transport
  /** Its worlds. */
  readonly worlds: Worlds
  /** What worlds can begin with. */
  readonly scenarios: Scenarios
  /** The service's contract, and how much of it was met. */
  readonly contract: ContractReport

  /** Made by `connect`. @internal */
  constructor(target: Target) {
    this.#transport = new Transport(target)
    this.worlds = new Worlds(this.#transport)
    this.scenarios = new Scenarios(this.#transport)
    this.contract = new ContractReport(this.#transport)
  }

  /** Where it answers, without a slash at the end. */
  get url(): string {
    return this.#transport.url
  }

  /** How it is reached: what `connect` was given. */
  get target(): Target {
    return this.#transport.target
  }

  /**
   * Whether it is there, and what it is.
   *
   * @throws UnreachableError when it is not; its message says where it was looked for.
   * @example
   * console.log((await maildouble.health()).status) // ok
   */
  health(): Promise<Schemas['Health']> {
    return this.#transport.call('getHealth')
  }
}

/**
 * Connects to a server: by its URL, or by what `startServer()` and `createDouble()` answer. Without an argument it takes MAILDOUBLE_URL
 * and MAILDOUBLE_CONTROL_TOKEN of the environment, or else http://127.0.0.1:4030. Nothing is sent before it is used.
 *
 * @throws MaildoubleError when the URL is none of a server; its message says what would be right.
 * @example
 * import { createDouble } from 'maildouble'
 * import { connect } from 'maildouble/client'
 * await using double = await createDouble()
 * const maildouble = connect(double)
 * const world = await maildouble.worlds.create({ scenario: 'starter' })
 * console.log((await world.fetch('/lists')).status) // 200
 */
export function connect(target?: string | URL | Target): Maildouble {
  return new Maildouble(targetOf(target))
}
