import type { Schemas } from './contract.ts'
import type { Transport } from './transport.ts'

/** What is to go wrong in a world. */
export class Faults {
  readonly #transport: Transport
  readonly #world: string

  constructor(transport: Transport, world: string) {
    this.#transport = transport
    this.#world = world
  }

  /** Lets calls go wrong. */
  add(fault: Schemas['CreateFault']): Promise<Schemas['Fault']> {
    return this.#transport.call('createFault', this.#world, { body: fault })
  }

  /** Those that are there; with `unfired`, those that should have gone wrong and did not. */
  async list(filter: { readonly unfired?: boolean } = {}): Promise<readonly Schemas['Fault'][]> {
    const { faults } = await this.#transport.call('getFaults', this.#world, { query: { ...filter, limit: 1000 } })
    return faults
  }

  /** One of them, with what it has met so far. */
  get(id: number): Promise<Schemas['Fault']> {
    return this.#transport.call('getFault', this.#world, { path: { fault_id: String(id) } })
  }

  /** Takes one away. */
  async delete(id: number): Promise<void> {
    await this.#transport.call('deleteFault', this.#world, { path: { fault_id: String(id) } })
  }

  /** Takes all away. */
  async clear(): Promise<void> {
    await this.#transport.call('deleteFaults', this.#world)
  }
}
