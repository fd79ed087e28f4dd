import type { Schemas } from './contract.ts'
import type { Transport } from './transport.ts'

/** What is to go wrong in a world: `world.faults`. */
export class Faults {
  readonly #transport: Transport
  readonly #world: string

  constructor(transport: Transport, world: string) {
    this.#transport = transport
    this.#world = world
  }

  /**
   * Lets calls go wrong: by a problem object of the service, late, over a connection that breaks, or with data of another shape.
   *
   * @throws RefusedError with status 422 when it cannot be used; `problem.errors` points to where.
   * @example
   * await world.faults.add({
   *   match: { operation: 'getLists' },
   *   when: { first: 1 },
   *   effect: { problem: { preset: 'TooManyRequests' } },
   * })
   * console.log((await world.fetch('/lists')).status, (await world.fetch('/lists')).status) // 429 200
   */
  add(fault: Schemas['CreateFault']): Promise<Schemas['Fault']> {
    return this.#transport.call('createFault', this.#world, { body: fault })
  }

  /**
   * Those that are there; with `unfired`, those that should have gone wrong and did not.
   *
   * @example
   * await world.faults.add({ effect: { latency: 'PT0.1S' }, must_fire: true })
   * const unfired = await world.faults.list({ unfired: true })
   * console.log(unfired.length) // 1
   */
  async list(filter: { readonly unfired?: boolean } = {}): Promise<readonly Schemas['Fault'][]> {
    const { faults } = await this.#transport.call('getFaults', this.#world, { query: { ...filter, limit: 1000 } })
    return faults
  }

  /**
   * One of them, with what it has met so far.
   *
   * @throws RefusedError with status 404 when there is none of this number.
   * @example
   * const { id } = await world.faults.add({ effect: { latency: 'PT0.1S' } })
   * console.log((await world.faults.get(id)).fired) // 0
   */
  get(id: number): Promise<Schemas['Fault']> {
    return this.#transport.call('getFault', this.#world, { path: { fault_id: String(id) } })
  }

  /**
   * Takes one away.
   *
   * @throws RefusedError with status 404 when there is none of this number.
   * @example
   * const { id } = await world.faults.add({ effect: { latency: 'PT0.1S' } })
   * await world.faults.delete(id)
   */
  async delete(id: number): Promise<void> {
    await this.#transport.call('deleteFault', this.#world, { path: { fault_id: String(id) } })
  }

  /**
   * Takes all away.
   *
   * @example
   * await world.faults.clear()
   */
  async clear(): Promise<void> {
    await this.#transport.call('deleteFaults', this.#world)
  }
}
