import { rowCounts } from '../../kernel/world/rows.ts'
import type { WorldState } from '../../kernel/world/world.ts'

/** A world without its rows. */
export interface WorldSummary extends Pick<
  WorldState,
  'id' | 'scenario' | 'seed' | 'base_url' | 'clock' | 'settings' | 'credentials'
> {
  /** Number of rows of each table; empty tables are left out. */
  readonly counts: Readonly<Record<string, number>>
}

export function worldSummaryOf(world: WorldState): WorldSummary {
  return { ...world, counts: rowCounts(world) }
}
