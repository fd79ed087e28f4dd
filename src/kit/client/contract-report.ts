import type { QueryOf, Schemas } from './contract.ts'
import type { Transport } from './transport.ts'

/** The service's contract and its coverage by calls: `maildouble.contract`. */
export class ContractReport {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * The OpenAPI document of the service. By default, it is the lenient variant, against which all accepted requests and all answers are
   * valid.
   *
   * @example
   * const document = await maildouble.contract.openapi({ variant: 'strict' })
   * console.log('paths' in document) // true
   */
  openapi(choice: QueryOf<'getContract'> = {}): Promise<object> {
    return this.#transport.call('getContract', undefined, { query: choice })
  }

  /**
   * The covered and the uncovered operations, parameters, statuses and errors.
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
   * Coverage as an HTML page, or as Markdown for the summary of a CI run.
   *
   * @example
   * const summary = await maildouble.contract.coverageAs('markdown')
   * console.log(summary.startsWith('#')) // true
   */
  async coverageAs(format: 'html' | 'markdown', filter: { readonly world?: string } = {}): Promise<string> {
    return (await this.#transport.send('getCoverage', undefined, { query: { ...filter, format } })).text()
  }

  /**
   * Resets the counts.
   *
   * @example
   * await maildouble.contract.clearCoverage()
   */
  async clearCoverage(): Promise<void> {
    await this.#transport.call('deleteCoverage')
  }

  /**
   * The assumptions made where the reference is silent, and the number of calls that relied on each.
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
   * The violations of the contract.
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

  /**
   * What a form for faults needs: the JSON Schemas of faults and delivery faults, the problems that can be injected by name, and the
   * operations with the problems that each documents.
   *
   * @example
   * const { operations } = await maildouble.contract.faults()
   * const addMember = operations.find(({ operation }) => operation === 'addMember')
   * console.log(addMember?.presets.includes('MemberExists')) // true
   */
  faults(): Promise<Schemas['FaultSchemas']> {
    return this.#transport.call('getFaultSchemas')
  }
}
