import type { Schemas } from './contract.ts'
import type { Transport } from './transport.ts'

/** The snapshots of a world: `world.snapshots`. `world.restore` returns to one. */
export class Snapshots {
  readonly #transport: Transport
  readonly #world: string

  constructor(transport: Transport, world: string) {
    this.#transport = transport
    this.#world = world
  }

  /**
   * Takes a snapshot, like `world.snapshot`.
   *
   * @example
   * const { name } = await world.snapshots.take('paid')
   * console.log(name) // paid
   */
  take(name: string): Promise<Schemas['Snapshot']> {
    return this.#transport.call('takeSnapshot', this.#world, { body: { name } })
  }

  /**
   * All snapshots.
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
   * Deletes a snapshot.
   *
   * @throws RefusedError with status 404 if it doesn't exist.
   * @example
   * await world.snapshot('paid')
   * await world.snapshots.delete('paid')
   */
  async delete(name: string): Promise<void> {
    await this.#transport.call('deleteSnapshot', this.#world, { path: { name } })
  }
}
