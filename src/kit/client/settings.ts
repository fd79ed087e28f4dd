import type { Schemas } from './contract.ts'
import type { Transport } from './transport.ts'

/** The settings of a world: `world.settings`. */
export class WorldSettings {
  readonly #transport: Transport
  readonly #world: string

  constructor(transport: Transport, world: string) {
    this.#transport = transport
    this.#world = world
  }

  /**
   * All settings.
   *
   * @example
   * console.log((await world.settings.get()).connections) // 10
   */
  get(): Promise<Schemas['Settings']> {
    return this.#transport.call('getSettings', this.#world)
  }

  /**
   * Changes the given settings.
   *
   * @throws RefusedError with status 422 if a setting doesn't exist or its value is invalid.
   * @example
   * const settings = await world.settings.update({ connections: 1, webhooks: { mode: 'record' } })
   * console.log(settings.connections) // 1
   */
  update(settings: Schemas['Settings']): Promise<Schemas['Settings']> {
    return this.#transport.call('updateSettings', this.#world, { body: settings })
  }
}
