import type { Schemas } from '../contract/scenario.ts'
import { armFault } from '../faults/fault.ts'
import { FaultRefusal } from '../faults/refusal.ts'
import type { Tx } from '../world/tx.ts'
import { below, Misfit, stepsOf } from './scenario-error.ts'

/** Arms the faults of a scenario. */
export function plantFaults(tx: Tx, faults: Schemas['Faults']): void {
  for (const [i, fault] of faults.entries()) below(['faults', i], () => arm(tx, fault))
}

function arm(tx: Tx, fault: Schemas['Faults'][number]): void {
  try {
    armFault(tx, fault)
  } catch (error) {
    throw error instanceof FaultRefusal ? new Misfit(stepsOf(error.pointer ?? ''), error.message) : error
  }
}
