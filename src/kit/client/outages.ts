import type { Schemas } from './contract.ts'
import type { Transport } from './transport.ts'

/** The outages that the scenario of a world names: `world.outages`. */
export class Outages {
  readonly #transport: Transport
  readonly #world: string

  constructor(transport: Transport, world: string) {
    this.#transport = transport
    this.#world = world
  }

  /**
   * All outages, by name.
   *
   * @example
   * const outages = await world.outages.list()
   * console.log(outages.length) // 0
   */
  async list(): Promise<readonly Schemas['Outage'][]> {
    const { outages } = await this.#transport.call('getOutages', this.#world)
    return outages
  }

  /**
   * Starts an outage: creates its faults and delivery faults. An outage that is active stays as it is.
   *
   * @throws RefusedError with status 404 if the scenario has no such outage; the message names those that it has.
   * @example
   * const [outage] = await world.outages.list()
   * if (outage) console.log((await world.outages.start(outage.outage)).active)
   */
  start(outage: string): Promise<Schemas['Outage']> {
    return this.#transport.call('startOutage', this.#world, { path: { outage } })
  }

  /**
   * Ends an outage: deletes its faults and delivery faults. An outage that is not active stays as it is.
   *
   * @throws RefusedError with status 404 if the scenario has no such outage; the message names those that it has.
   * @example
   * for (const { outage, active } of await world.outages.list()) if (active) await world.outages.end(outage)
   */
  end(outage: string): Promise<Schemas['Outage']> {
    return this.#transport.call('endOutage', this.#world, { path: { outage } })
  }
}
