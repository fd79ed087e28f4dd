import type { Schemas } from './contract.ts'
import { PartOfWorld } from './part-of-world.ts'

/** Faults in a world's webhook deliveries: `world.deliveryFaults`. */
export class DeliveryFaults extends PartOfWorld {
  /**
   * Creates a fault that duplicates, delays, reorders or drops deliveries.
   *
   * @throws RefusedError with status 422 if it is invalid; `problem.errors` points to the place.
   * @example
   * const twice = await world.deliveryFaults.add({ match: { event: 'subscribe' }, effect: 'duplicate', must_fire: true })
   * console.log(twice.id) // 1
   */
  add(fault: Schemas['CreateDeliveryFault']): Promise<Schemas['DeliveryFault']> {
    return this.call('createDeliveryFault', { body: fault })
  }

  /**
   * All delivery faults; with `unfired`, the faults with `must_fire` that have not fired.
   *
   * @example
   * await world.deliveryFaults.add({ effect: 'duplicate', must_fire: true })
   * const unfired = await world.deliveryFaults.list({ unfired: true })
   * console.log(unfired.length) // 1
   */
  async list(filter: { readonly unfired?: boolean } = {}): Promise<readonly Schemas['DeliveryFault'][]> {
    const { delivery_faults } = await this.call('getDeliveryFaults', {
      query: { ...filter, limit: 1000 },
    })
    return delivery_faults
  }

  /**
   * One delivery fault, with its counts so far.
   *
   * @throws RefusedError with status 404 if it doesn't exist.
   * @example
   * const { id } = await world.deliveryFaults.add({ effect: 'duplicate' })
   * console.log((await world.deliveryFaults.get(id)).fired) // 0
   */
  get(id: number): Promise<Schemas['DeliveryFault']> {
    return this.call('getDeliveryFault', { path: { delivery_fault_id: String(id) } })
  }

  /**
   * Deletes a delivery fault.
   *
   * @throws RefusedError with status 404 if it doesn't exist.
   * @example
   * const { id } = await world.deliveryFaults.add({ effect: 'duplicate' })
   * await world.deliveryFaults.delete(id)
   */
  async delete(id: number): Promise<void> {
    await this.call('deleteDeliveryFault', { path: { delivery_fault_id: String(id) } })
  }

  /**
   * Deletes all delivery faults.
   *
   * @example
   * await world.deliveryFaults.clear()
   */
  async clear(): Promise<void> {
    await this.call('deleteDeliveryFaults')
  }
}
