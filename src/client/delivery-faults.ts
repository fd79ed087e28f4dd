import type { Schemas } from './contract.ts'
import type { Transport } from './transport.ts'

/** What is to go wrong with the webhooks of a world: `world.deliveryFaults`. */
export class DeliveryFaults {
  readonly #transport: Transport
  readonly #world: string

  constructor(transport: Transport, world: string) {
    this.#transport = transport
    this.#world = world
  }

  /**
   * Lets deliveries come twice, late, in another order, or not at all: receivers break on that.
   *
   * @throws RefusedError with status 422 when it cannot be used; `problem.errors` points to where.
   * @example
   * const twice = await world.deliveryFaults.add({ match: { event: 'subscribe' }, effect: 'duplicate', must_fire: true })
   * console.log(twice.id) // 1
   */
  add(fault: Schemas['CreateDeliveryFault']): Promise<Schemas['DeliveryFault']> {
    return this.#transport.call('createDeliveryFault', this.#world, { body: fault })
  }

  /**
   * Those that are there; with `unfired`, those that should have gone wrong and did not.
   *
   * @example
   * await world.deliveryFaults.add({ effect: 'duplicate', must_fire: true })
   * const unfired = await world.deliveryFaults.list({ unfired: true })
   * console.log(unfired.length) // 1
   */
  async list(filter: { readonly unfired?: boolean } = {}): Promise<readonly Schemas['DeliveryFault'][]> {
    const { delivery_faults } = await this.#transport.call('getDeliveryFaults', this.#world, {
      query: { ...filter, limit: 1000 },
    })
    return delivery_faults
  }

  /**
   * One of them, with what it has met so far.
   *
   * @throws RefusedError with status 404 when there is none of this number.
   * @example
   * const { id } = await world.deliveryFaults.add({ effect: 'duplicate' })
   * console.log((await world.deliveryFaults.get(id)).fired) // 0
   */
  get(id: number): Promise<Schemas['DeliveryFault']> {
    return this.#transport.call('getDeliveryFault', this.#world, { path: { delivery_fault_id: String(id) } })
  }

  /**
   * Takes one away.
   *
   * @throws RefusedError with status 404 when there is none of this number.
   * @example
   * const { id } = await world.deliveryFaults.add({ effect: 'duplicate' })
   * await world.deliveryFaults.delete(id)
   */
  async delete(id: number): Promise<void> {
    await this.#transport.call('deleteDeliveryFault', this.#world, { path: { delivery_fault_id: String(id) } })
  }

  /**
   * Takes all away.
   *
   * @example
   * await world.deliveryFaults.clear()
   */
  async clear(): Promise<void> {
    await this.#transport.call('deleteDeliveryFaults', this.#world)
  }
}
