import type { QueryOf, Schemas } from './contract.ts'
import type { Transport } from './transport.ts'
import { World } from './world.ts'

/** The options of a new world; everything has a default. */
export type WorldOptions = Schemas['CreateWorld']

/** The worlds of a server: `maildouble.worlds`. */
export class Worlds {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Creates a world. Its clock is frozen unless `clock` says otherwise, so tests need no sleep.
   *
   * @throws RefusedError with status 422 if there is no such scenario, and with 409 if the id or the key is in use.
   * @example
   * await using mine = await maildouble.worlds.create({ scenario: 'empty', settings: { stats_cache: 'PT0S' } })
   * console.log((await mine.clock.get()).mode) // frozen
   */
  async create(options: WorldOptions = {}): Promise<World> {
    const seen = await this.#transport.call('createWorld', undefined, { body: options })
    this.#transport.beginTest(seen.id)
    return new World(this.#transport, seen)
  }

  /**
   * An existing world; `default` always exists.
   *
   * @throws RefusedError with status 404 if it doesn't exist (the message names some that do), and with 503 if it can't be read.
   * @example
   * const world = await maildouble.worlds.get()
   * console.log(world.id) // default
   */
  async get(id = 'default'): Promise<World> {
    return new World(this.#transport, await this.#transport.call('getWorld', id))
  }

  /**
   * Stored worlds that can't be read, each with the reason. They are not in `list()`.
   *
   * @example
   * for (const { id, reason } of await maildouble.worlds.unreadable()) console.log(id, reason)
   */
  async unreadable(): Promise<readonly Schemas['UnreadableWorld'][]> {
    return (await this.#transport.call('getWorlds')).unreadable
  }

  /**
   * All readable worlds, in the order of their creation.
   *
   * @example
   * const [first] = await maildouble.worlds.list()
   * console.log(first?.id) // default
   */
  async list(): Promise<readonly World[]> {
    return (await this.statuses()).map((each) => new World(this.#transport, each))
  }

  /**
   * The current time, row counts and addresses of all readable worlds, as `status()` of each returns them. With `activity`, also what
   * has happened in each.
   *
   * @example
   * await (await maildouble.worlds.get()).fetch('/nowhere')
   * const [first] = await maildouble.worlds.statuses({ activity: true })
   * console.log(first?.assistants, first?.activity?.last_call?.status) // read 404
   */
  async statuses(query: QueryOf<'getWorlds'> = {}): Promise<readonly Schemas['World'][]> {
    return (await this.#transport.call('getWorlds', undefined, { query })).worlds
  }
}
