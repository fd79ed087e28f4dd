import type { Schemas } from './contract.ts'
import { PartOfWorld } from './part-of-world.ts'

/** Faults in a world: `world.faults`. */
export class Faults extends PartOfWorld {
  /**
   * Creates a fault that answers calls with a problem of the service, delays them, breaks the connection, or changes the data.
   *
   * @throws RefusedError with status 422 if it is invalid; `problem.errors` points to the place.
   * @example
   * await world.faults.add({
   *   match: { operation: 'getLists' },
   *   when: { first: 1 },
   *   effect: { problem: { preset: 'TooManyRequests' } },
   * })
   * console.log((await world.fetch('/lists')).status, (await world.fetch('/lists')).status) // 429 200
   */
  add(fault: Schemas['CreateFault']): Promise<Schemas['Fault']> {
    return this.call('createFault', { body: fault })
  }

  /**
   * All faults; with `unfired`, the faults with `must_fire` that have not fired.
   *
   * @example
   * await world.faults.add({ effect: { latency: 'PT0.1S' }, must_fire: true })
   * const unfired = await world.faults.list({ unfired: true })
   * console.log(unfired.length) // 1
   */
  async list(filter: { readonly unfired?: boolean } = {}): Promise<readonly Schemas['Fault'][]> {
    const { faults } = await this.call('getFaults', { query: { ...filter, limit: 1000 } })
    return faults
  }

  /**
   * One fault, with its counts so far.
   *
   * @throws RefusedError with status 404 if it doesn't exist.
   * @example
   * const { id } = await world.faults.add({ effect: { latency: 'PT0.1S' } })
   * console.log((await world.faults.get(id)).fired) // 0
   */
  get(id: number): Promise<Schemas['Fault']> {
    return this.call('getFault', { path: { fault_id: String(id) } })
  }

  /**
   * Deletes a fault.
   *
   * @throws RefusedError with status 404 if it doesn't exist.
   * @example
   * const { id } = await world.faults.add({ effect: { latency: 'PT0.1S' } })
   * await world.faults.delete(id)
   */
  async delete(id: number): Promise<void> {
    await this.call('deleteFault', { path: { fault_id: String(id) } })
  }

  /**
   * Deletes all faults.
   *
   * @example
   * await world.faults.clear()
   */
  async clear(): Promise<void> {
    await this.call('deleteFaults')
  }
}
