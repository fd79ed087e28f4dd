import type { Schemas } from './contract.ts'
import type { Transport } from './transport.ts'

/** States of a world that were kept. */
export class Snapshots {
  readonly #transport: Transport
  readonly #world: string

  constructor(transport: Transport, world: string) {
    this.#transport = transport
    this.#world = world
  }

  /** Keeps the state under a name. */
  take(name: string): Promise<Schemas['Snapshot']> {
    return this.#transport.call('takeSnapshot', this.#world, { body: { name } })
  }

  /** Those that are there. */
  async list(): Promise<readonly Schemas['Snapshot'][]> {
    const { snapshots } = await this.#transport.call('getSnapshots', this.#world)
    return snapshots
  }

  /** Forgets one. */
  async delete(name: string): Promise<void> {
    await this.#transport.call('deleteSnapshot', this.#world, { path: { name } })
  }
}
