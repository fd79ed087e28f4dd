import { rowCounts } from '../world/rows.ts'
import type { World } from '../world/world.ts'

/** What a world is, without its rows. */
export interface WorldSummary extends Pick<World, 'id' | 'scenario' | 'seed' | 'base_url' | 'clock' | 'credentials'> {
  /** How many rows each table has; empty tables are left out. */
  readonly counts: Readonly<Record<string, number>>
}

/** What a world that is at hand is. */
export function summaryOf(world: World): WorldSummary {
  return { ...world, counts: rowCounts(world) }
}
