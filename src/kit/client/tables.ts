import type { QueryOf, Schemas, WorldTable } from './contract.ts'
import { PartOfWorld } from './part-of-world.ts'

/** The rows of a world as the double stores them: `world.state`. Their format may change with any version. */
export class Tables extends PartOfWorld {
  /**
   * The number of rows of each table.
   *
   * @example
   * const { tables } = await world.state.tables()
   * console.log(tables['members']) // 3
   */
  tables(): Promise<Schemas['State']> {
    return this.call('getState')
  }

  /**
   * The rows of a table; at most 100 unless `count` is set.
   *
   * @throws RefusedError with status 404 if there is no such table; the message names the existing ones.
   * @example
   * const { rows } = await world.state.table('lists')
   * console.log(rows[0]?.['name']) // Acme Hooks
   */
  table(name: WorldTable, page: QueryOf<'getTable'> = {}): Promise<Schemas['TableState']> {
    return this.call('getTable', { path: { table: name }, query: page })
  }

  /**
   * One row, by its key values separated by commas.
   *
   * @throws RefusedError with status 404 if it doesn't exist.
   * @example
   * const list = await world.state.row('lists', '3eb0000001')
   * console.log(list['name']) // Acme Hooks
   */
  row(table: WorldTable, id: string): Promise<Schemas['StateRow']> {
    return this.call('getRow', { path: { table, id } })
  }
}
