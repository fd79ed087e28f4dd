import { ContractReport } from './contract-report.ts'
import { Scenarios } from './scenarios.ts'
import type { Schemas } from './contract.ts'
import { Transport, type Target } from './transport.ts'
import { Worlds } from './worlds.ts'

/** A maildouble, seen from a test suite. */
export class Maildouble {
  readonly #transport: Transport
  /** Its worlds. */
  readonly worlds: Worlds
  /** What worlds can begin with. */
  readonly scenarios: Scenarios
  /** The service's contract, and how much of it was met. */
  readonly contract: ContractReport

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

  /** Whether it is there, and what it is. */
  health(): Promise<Schemas['Health']> {
    return this.#transport.call('getHealth')
  }
}

/**
 * Connects to a server: by its URL, or by what `startServer()` and `createDouble()` answer. Nothing is sent before it is used.
 *
 * @example
 * const maildouble = connect('http://127.0.0.1:4030')
 * const world = await maildouble.worlds.create({ scenario: 'starter' })
 */
export function connect(target: string | URL | Target): Maildouble {
  return new Maildouble(typeof target === 'string' || target instanceof URL ? { url: target } : target)
}
