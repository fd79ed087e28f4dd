import { sha256Of } from '../support/digest.ts'
import { definedTables, indexOf, type Row, type Table } from './table.ts'
import type { World } from './world.ts'

/** All rows of a table of a world. */
export function rowsOf({ tables }: Pick<World, 'tables'>, table: Table<Row>): Row[] {
  const state = tables[table.number]
  const rows = state && indexOf(state, table.key)
  return rows ? rows.between(0, rows.size) : []
}

const digests = new WeakMap<World['tables'], string>()

/** So many rows become one text: more would not be faster, and take room. */
const ROWS_AT_ONCE = 100

/** What tells whether two worlds hold the same rows. Worlds of one scenario and instant share their tables. */
export function digestOf(world: Pick<World, 'tables' | 'counters'>): string {
  const known = digests.get(world.tables)
  if (known !== undefined) return known
  const made = sha256Of(textsOf(world)).slice(0, 16)
  digests.set(world.tables, made)
  return made
}

function* textsOf(world: Pick<World, 'tables' | 'counters'>): Generator<string> {
  yield JSON.stringify([...world.counters].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  for (const table of definedTables()) {
    const rows = rowsOf(world, table)
    if (rows.length > 0) yield table.name
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) yield JSON.stringify(rows.slice(at, at + ROWS_AT_ONCE))
  }
}
