import type { QueryOf, Schemas } from './contract.ts'
import type { Transport } from './transport.ts'

/** The rows of a world, as the double keeps them. */
export class Tables {
  readonly #transport: Transport
  readonly #world: string

  constructor(transport: Transport, world: string) {
    this.#transport = transport
    this.#world = world
  }

  /** How many rows there are, table by table. */
  tables(): Promise<Schemas['State']> {
    return this.#transport.call('getState', this.#world)
  }

  /** The rows of a table. */
  table(name: string, page: QueryOf<'getTable'> = {}): Promise<Schemas['TableState']> {
    return this.#transport.call('getTable', this.#world, { path: { table: name }, query: page })
  }

  /** One row. */
  row(table: string, id: string): Promise<Schemas['StateRow']> {
    return this.#transport.call('getRow', this.#world, { path: { table, id } })
  }
}
