import { sha256 } from '../support/digest.ts'
import { allTables, indexOf, type Row, type Table } from './table.ts'
import type { World } from './world.ts'

/** All rows of a table of a world. */
export function rowsOf({ tables }: Pick<World, 'tables'>, table: Table<Row>): Row[] {
  const state = tables[table.number]
  const rows = state && indexOf(state, table.key)
  return rows ? rows.between(0, rows.size) : []
}

const digests = new WeakMap<World['tables'], string>()

/** What tells whether two worlds hold the same rows. Worlds of one scenario and instant share their tables. */
export function digestOf(world: Pick<World, 'tables' | 'counters'>): string {
  const known = digests.get(world.tables)
  if (known !== undefined) return known
  let digest = JSON.stringify([...world.counters].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  for (const table of allTables().toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    for (const row of rowsOf(world, table)) digest = sha256(`${digest}${table.name}${JSON.stringify(row)}`)
  }
  const made = sha256(digest).slice(0, 16)
  digests.set(world.tables, made)
  return made
}
