import type { Schemas } from './contract.ts'
import { PartOfWorld } from './part-of-world.ts'

/** The settings of a world: `world.settings`. */
export class WorldSettings extends PartOfWorld {
  /**
   * All settings.
   *
   * @example
   * console.log((await world.settings.get()).connections) // 10
   */
  get(): Promise<Schemas['Settings']> {
    return this.call('getSettings')
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
    return this.call('updateSettings', { body: settings })
  }
}
