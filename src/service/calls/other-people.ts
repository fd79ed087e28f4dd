import { onDemand } from '../../kernel/world/on-demand.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import { runsTriggers } from '../faults/apply.ts'
import type { TryTrigger } from '../faults/effects/effect.ts'
import { loadAllReactions } from '../resources/index.ts'
import { zoneMap } from '../rules/members/zone-map.ts'

const triggers = onDemand(() => import('../triggers/index.ts'))

/** Runs a trigger for a fault. The triggers must have been loaded. */
export const tryTrigger: TryTrigger = (tx, body) => triggers().tryTrigger(tx, body)

/** Loads what triggers need. Returns `undefined` if nothing is missing. */
export function loadTriggers(): Promise<unknown> | undefined {
  return triggers.load() ?? zoneMap.load() ?? loadAllReactions()
}

/** Loads the triggers if faults of a world run some. Returns `undefined` if nothing is missing. */
export function loadTriggersOfFaults(world: WorldState): Promise<unknown> | undefined {
  return runsTriggers(world) ? loadTriggers() : undefined
}
