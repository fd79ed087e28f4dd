import type { QueryOf, Schemas } from './contract.ts'
import type { Transport } from './transport.ts'

/** The service's contract, and how much of it was met by what has called the server: `maildouble.contract`. */
export class ContractReport {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * The OpenAPI document of the service: the lenient one, which admits everything that is accepted and answered, unless the
   * strict one is asked for.
   *
   * @example
   * const document = await maildouble.contract.openapi({ variant: 'strict' })
   * console.log('paths' in document) // true
   */
  openapi(choice: QueryOf<'getContract'> = {}): Promise<object> {
    return this.#transport.call('getContract', undefined, { query: choice })
  }

  /**
   * Which operations, parameters, statuses and errors were met, and which never.
   *
   * @example
   * await world.fetch('/ping')
   * const { operations } = await maildouble.contract.coverage({ world: world.id })
   * console.log(operations.find(({ operation }) => operation === 'ping')?.calls) // 1
   */
  coverage(filter: { readonly world?: string } = {}): Promise<Schemas['ContractCoverage']> {
    return this.#transport.call('getCoverage', undefined, { query: filter })
  }

  /**
   * The same as a page, or as Markdown for the summary of a CI run.
   *
   * @example
   * const summary = await maildouble.contract.coverageAs('markdown')
   * console.log(summary.startsWith('#')) // true
   */
  async coverageAs(format: 'html' | 'markdown', filter: { readonly world?: string } = {}): Promise<string> {
    return (await this.#transport.send('getCoverage', undefined, { query: { ...filter, format } })).text()
  }

  /**
   * Begins to count anew.
   *
   * @example
   * await maildouble.contract.clearCoverage()
   */
  async clearCoverage(): Promise<void> {
    await this.#transport.call('deleteCoverage')
  }

  /**
   * What is assumed where the reference is silent, and how often it was leaned on.
   *
   * @example
   * const assumptions = await maildouble.contract.assumptions()
   * console.log(assumptions.length > 100) // true
   */
  async assumptions(filter: QueryOf<'getAssumptions'> = {}): Promise<readonly Schemas['Assumption'][]> {
    const { assumptions } = await this.#transport.call('getAssumptions', undefined, { query: filter })
    return assumptions
  }

  /**
   * Where calls broke the contract.
   *
   * @example
   * await world.fetch('/lists?count=many')
   * const [violation] = await maildouble.contract.violations({ world: world.id })
   * console.log(violation?.field) // count
   */
  async violations(filter: QueryOf<'getViolations'> = {}): Promise<readonly Schemas['ContractViolation'][]> {
    const { violations } = await this.#transport.call('getViolations', undefined, { query: filter })
    return violations
  }
}
