import type { Schemas } from './contract.ts'
import type { Transport } from './transport.ts'

/** What worlds of a server can begin with. */
export class Scenarios {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** All of them, with what they hold. */
  async list(): Promise<readonly Schemas['ScenarioOverview'][]> {
    const { scenarios } = await this.#transport.call('getScenarios')
    return scenarios
  }

  /** The JSON Schema of scenario files. */
  schema(): Promise<object> {
    return this.#transport.call('getScenarioSchema')
  }

  /** Whether a scenario in YAML or JSON could be used. */
  validate(text: string): Promise<Schemas['ScenarioVerdict']> {
    return this.#transport.call('validateScenario', undefined, { text: { type: 'application/yaml', text } })
  }
}
