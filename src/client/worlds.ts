import type { Schemas } from './contract.ts'
import type { Transport } from './transport.ts'
import { World } from './world.ts'

/** What a world is made of; everything has a default. */
export type WorldOptions = Schemas['CreateWorld']

/** The worlds of a server. */
export class Worlds {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Makes a world. Its clock is frozen unless `clock` says otherwise. */
  async create(options: WorldOptions = {}): Promise<World> {
    return new World(this.#transport, await this.#transport.call('createWorld', undefined, { body: options }))
  }

  /** A world that is there already: `default` is always. */
  async get(id = 'default'): Promise<World> {
    return new World(this.#transport, await this.#transport.call('getWorld', id))
  }

  /** All of them. */
  async list(): Promise<readonly World[]> {
    const { worlds } = await this.#transport.call('getWorlds')
    return worlds.map((each) => new World(this.#transport, each))
  }
}
