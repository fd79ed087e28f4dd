import type { Schemas } from './contract.ts'
import type { Transport } from './transport.ts'

/** States of a world that were kept: `world.snapshots`; `world.restore` leads back to one. */
export class Snapshots {
  readonly #transport: Transport
  readonly #world: string

  constructor(transport: Transport, world: string) {
    this.#transport = transport
    this.#world = world
  }

  /**
   * Keeps the state under a name: the same as `world.snapshot`.
   *
   * @example
   * const { name } = await world.snapshots.take('paid')
   * console.log(name) // paid
   */
  take(name: string): Promise<Schemas['Snapshot']> {
    return this.#transport.call('takeSnapshot', this.#world, { body: { name } })
  }

  /**
   * Those that are there.
   *
   * @example
   * await world.snapshot('paid')
   * console.log((await world.snapshots.list()).length) // 1
   */
  async list(): Promise<readonly Schemas['Snapshot'][]> {
    const { snapshots } = await this.#transport.call('getSnapshots', this.#world)
    return snapshots
  }

  /**
   * Forgets one.
   *
   * @throws RefusedError with status 404 when there is none of this name.
   * @example
   * await world.snapshot('paid')
   * await world.snapshots.delete('paid')
   */
  async delete(name: string): Promise<void> {
    await this.#transport.call('deleteSnapshot', this.#world, { path: { name } })
  }
}
