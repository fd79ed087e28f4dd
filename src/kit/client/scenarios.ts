import type { Schemas } from './contract.ts'
import type { Transport } from './transport.ts'

/** The scenarios of a server: `maildouble.scenarios`. */
export class Scenarios {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * All scenarios and what they contain.
   *
   * @example
   * const names = (await maildouble.scenarios.list()).map(({ name }) => name)
   * console.log(names.includes('starter')) // true
   */
  async list(): Promise<readonly Schemas['ScenarioOverview'][]> {
    const { scenarios } = await this.#transport.call('getScenarios')
    return scenarios
  }

  /**
   * The JSON Schema of scenario files.
   *
   * @example
   * const schema = await maildouble.scenarios.schema()
   * console.log('properties' in schema) // true
   */
  schema(): Promise<object> {
    return this.#transport.call('getScenarioSchema')
  }

  /**
   * Validates a scenario in YAML or JSON. Errors have line numbers.
   *
   * @example
   * const { valid, errors } = await maildouble.scenarios.validate('name: mine\ndescription: Two lists\nextends: starter\n')
   * console.log(valid, errors.length) // true 0
   */
  validate(text: string): Promise<Schemas['ScenarioVerdict']> {
    return this.#transport.call('validateScenario', undefined, { text: { type: 'application/yaml', text } })
  }
}
