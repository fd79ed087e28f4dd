import type { Schemas } from './contract.ts'
import { PartOfWorld } from './part-of-world.ts'

/** The outages that the scenario of a world names: `world.outages`. */
export class Outages extends PartOfWorld {
  /**
   * All outages, by name.
   *
   * @example
   * const outages = await world.outages.list()
   * console.log(outages.length) // 0
   */
  async list(): Promise<readonly Schemas['Outage'][]> {
    const { outages } = await this.call('getOutages')
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
    return this.call('startOutage', { path: { outage } })
  }

  /**
   * Ends an outage: deletes its faults and delivery faults. An outage that is not active stays as it is.
   *
   * @throws RefusedError with status 404 if the scenario has no such outage; the message names those that it has.
   * @example
   * for (const { outage, active } of await world.outages.list()) if (active) await world.outages.end(outage)
   */
  end(outage: string): Promise<Schemas['Outage']> {
    return this.call('endOutage', { path: { outage } })
  }
}
