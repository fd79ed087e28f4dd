import type { QueryOf, Schemas } from './contract.ts'
import type { Transport } from './transport.ts'

/** The service's contract, and how much of it was met by what has called the server. */
export class ContractReport {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The OpenAPI document of the service. */
  openapi(): Promise<object> {
    return this.#transport.call('getContract')
  }

  /** Which operations, parameters, statuses and errors were met, and which never. */
  coverage(filter: { readonly world?: string } = {}): Promise<Schemas['ContractCoverage']> {
    return this.#transport.call('getCoverage', undefined, { query: filter })
  }

  /** The same as a page or as Markdown. */
  async coverageAs(format: 'html' | 'markdown', filter: { readonly world?: string } = {}): Promise<string> {
    return (await this.#transport.send('getCoverage', undefined, { query: { ...filter, format } })).text()
  }

  /** Begins to count anew. */
  async clearCoverage(): Promise<void> {
    await this.#transport.call('deleteCoverage')
  }

  /** What is assumed where the reference is silent, and how often it was leaned on. */
  async assumptions(filter: QueryOf<'getAssumptions'> = {}): Promise<readonly Schemas['Assumption'][]> {
    const { assumptions } = await this.#transport.call('getAssumptions', undefined, { query: filter })
    return assumptions
  }

  /** Where calls broke the contract. */
  async violations(filter: QueryOf<'getViolations'> = {}): Promise<readonly Schemas['ContractViolation'][]> {
    const { violations } = await this.#transport.call('getViolations', undefined, { query: filter })
    return violations
  }
}
