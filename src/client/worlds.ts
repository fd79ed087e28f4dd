import type { Schemas } from './contract.ts'
import type { Transport } from './transport.ts'
import { World } from './world.ts'

/** What a world is made of; everything has a default. */
export type WorldOptions = Schemas['CreateWorld']

/** The worlds of a server: `maildouble.worlds`. */
export class Worlds {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Makes a world. Its clock is frozen unless `clock` says otherwise, so that a test needs no sleep.
   *
   * @throws RefusedError with status 422 when there is no such scenario, and 409 when the id or the key is in use.
   * @example
   * await using mine = await maildouble.worlds.create({ scenario: 'empty', settings: { stats_cache: 'PT0S' } })
   * console.log((await mine.clock.get()).mode) // frozen
   */
  async create(options: WorldOptions = {}): Promise<World> {
    return new World(this.#transport, await this.#transport.call('createWorld', undefined, { body: options }))
  }

  /**
   * A world that is there already; `default` is always.
   *
   * @throws RefusedError with status 404 when there is none (the message names some that are there), and 503 when it can't be read.
   * @example
   * const world = await maildouble.worlds.get()
   * console.log(world.id) // default
   */
  async get(id = 'default'): Promise<World> {
    return new World(this.#transport, await this.#transport.call('getWorld', id))
  }

  /**
   * Worlds that are kept by the server and can't be read, each with the reason. They are not in `list()`.
   *
   * @example
   * for (const { id, reason } of await maildouble.worlds.unreadable()) console.log(id, reason)
   */
  async unreadable(): Promise<readonly Schemas['UnreadableWorld'][]> {
    return (await this.#transport.call('getWorlds')).unreadable
  }

  /**
   * All of them that can be read, in the order of their making.
   *
   * @example
   * const [first] = await maildouble.worlds.list()
   * console.log(first?.id) // default
   */
  async list(): Promise<readonly World[]> {
    const { worlds } = await this.#transport.call('getWorlds')
    return worlds.map((each) => new World(this.#transport, each))
  }
}
