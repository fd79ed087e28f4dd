import type { Schemas } from './contract.ts'
import type { Transport } from './transport.ts'

/** What is to go wrong with the webhooks of a world. */
export class DeliveryFaults {
  readonly #transport: Transport
  readonly #world: string

  constructor(transport: Transport, world: string) {
    this.#transport = transport
    this.#world = world
  }

  /** Lets deliveries come twice, late, in another order, or not at all. */
  add(fault: Schemas['CreateDeliveryFault']): Promise<Schemas['DeliveryFault']> {
    return this.#transport.call('createDeliveryFault', this.#world, { body: fault })
  }

  /** Those that are there; with `unfired`, those that should have gone wrong and did not. */
  async list(filter: { readonly unfired?: boolean } = {}): Promise<readonly Schemas['DeliveryFault'][]> {
    const { delivery_faults } = await this.#transport.call('getDeliveryFaults', this.#world, {
      query: { ...filter, limit: 1000 },
    })
    return delivery_faults
  }

  /** One of them, with what it has met so far. */
  get(id: number): Promise<Schemas['DeliveryFault']> {
    return this.#transport.call('getDeliveryFault', this.#world, { path: { delivery_fault_id: String(id) } })
  }

  /** Takes one away. */
  async delete(id: number): Promise<void> {
    await this.#transport.call('deleteDeliveryFault', this.#world, { path: { delivery_fault_id: String(id) } })
  }

  /** Takes all away. */
  async clear(): Promise<void> {
    await this.#transport.call('deleteDeliveryFaults', this.#world)
  }
}
