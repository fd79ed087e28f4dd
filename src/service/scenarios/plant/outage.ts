import { transact } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import { outageOrThrow } from '../../model/faults/fault.ts'
import { startOutage } from '../../faults/definition.ts'
import { PLANTING } from './plant-once.ts'

/** A new world, in an outage of its scenario. */
export function worldInOutage(world: WorldState, name: string): WorldState {
  // A transaction does not keep an inline scenario.
  return { ...world, ...transact(world, PLANTING, (tx) => startOutage(tx, outageOrThrow(tx, name))).world }
}
