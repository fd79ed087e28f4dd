import { rowCounts } from '../world/rows.ts'
import type { World } from '../world/world.ts'

/** A world without its rows. */
export interface WorldSummary extends Pick<World, 'id' | 'scenario' | 'seed' | 'base_url' | 'clock' | 'credentials'> {
  /** Number of rows of each table; empty tables are left out. */
  readonly counts: Readonly<Record<string, number>>
}

/** Summary of a loaded world. */
export function worldSummaryOf(world: World): WorldSummary {
  return { ...world, counts: rowCounts(world) }
}
