import type { ScenarioSchemas } from '../../contract/scenario.ts'
import { insertDeliveryFault } from '../../faults/delivery-fault.ts'
import { insertFault, InvalidFaultError } from '../../faults/definition.ts'
import type { Tx } from '../../world/tx.ts'
import { below, ScenarioDataError, stepsOf } from '../read/scenario-error.ts'

/** Creates the faults of a scenario. */
export function plantFaults(tx: Tx, faults: ScenarioSchemas['Faults']): void {
  for (const [i, fault] of faults.entries()) below(['faults', i], () => fitting(() => insertFault(tx, fault)))
}

/** Creates the delivery faults of a scenario. */
export function plantDeliveryFaults(tx: Tx, faults: ScenarioSchemas['DeliveryFaults']): void {
  for (const [i, fault] of faults.entries()) below(['delivery_faults', i], () => fitting(() => insertDeliveryFault(tx, fault)))
}

function fitting(arm: () => unknown): void {
  try {
    arm()
  } catch (error) {
    throw error instanceof InvalidFaultError ? new ScenarioDataError(stepsOf(error.pointer ?? ''), error.message) : error
  }
}
