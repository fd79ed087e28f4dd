import type { Schemas } from './contract.ts'
import type { Transport } from './transport.ts'

/** The settings of a world. */
export class WorldSettings {
  readonly #transport: Transport
  readonly #world: string

  constructor(transport: Transport, world: string) {
    this.#transport = transport
    this.#world = world
  }

  /** All of them. */
  get(): Promise<Schemas['Settings']> {
    return this.#transport.call('getSettings', this.#world)
  }

  /** Changes those that are given. */
  update(settings: Schemas['Settings']): Promise<Schemas['Settings']> {
    return this.#transport.call('updateSettings', this.#world, { body: settings })
  }
}
