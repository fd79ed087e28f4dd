import type { Schemas } from './contract.ts'
import { PartOfWorld } from './part-of-world.ts'

/** The snapshots of a world: `world.snapshots`. `world.restore` returns to one. */
export class Snapshots extends PartOfWorld {
  /**
   * Takes a snapshot, like `world.snapshot`.
   *
   * @example
   * const { name } = await world.snapshots.take('paid')
   * console.log(name) // paid
   */
  take(name: string): Promise<Schemas['Snapshot']> {
    return this.call('takeSnapshot', { body: { name } })
  }

  /**
   * All snapshots.
   *
   * @example
   * await world.snapshot('paid')
   * console.log((await world.snapshots.list()).length) // 1
   */
  async list(): Promise<readonly Schemas['Snapshot'][]> {
    const { snapshots } = await this.call('getSnapshots')
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
    await this.call('deleteSnapshot', { path: { name } })
  }
}
