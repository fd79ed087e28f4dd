import { definedTables, indexOf } from './table.ts'
import type { World } from './world.ts'

/** How many rows each table of a world has, in alphabetical order; empty tables are left out. */
export function rowCounts(world: World): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const table of definedTables()) {
    const state = world.tables[table.number]
    const size = state ? indexOf(state, table.key).size : 0
    if (size > 0) counts[table.name] = size
  }
  return counts
}
