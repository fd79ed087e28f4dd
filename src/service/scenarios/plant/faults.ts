import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import { insertDeliveryFault, insertFault, checkOutageFault } from '../../faults/definition.ts'
import { outages } from '../../model/faults/fault.ts'
import { InvalidFaultError } from '../../faults/mistakes.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { runBelowPath, ScenarioDataError } from '../read/scenario-error.ts'
import { parsePointer } from '../../../kernel/support/json-pointer.ts'

export function plantFaults(tx: Tx, faults: ScenarioSchemas['Faults']): void {
  for (const [i, fault] of faults.entries()) runBelowPath(['faults', i], () => armOrRefuse(() => insertFault(tx, fault)))
}

export function plantDeliveryFaults(tx: Tx, faults: ScenarioSchemas['DeliveryFaults']): void {
  for (const [i, fault] of faults.entries())
    runBelowPath(['delivery_faults', i], () => armOrRefuse(() => insertDeliveryFault(tx, fault)))
}

/** Plants the outages, each with all of its faults checked. */
export function plantOutages(tx: Tx, all: ScenarioSchemas['Outages']): void {
  for (const [name, consists_of] of Object.entries(all)) {
    for (const [i, fault] of consists_of.entries())
      runBelowPath(['outages', name, i], () => armOrRefuse(() => checkOutageFault(fault, tx.nowMs)))
    tx.insert(outages, { id: name, consists_of })
  }
}

function armOrRefuse(arm: () => unknown): void {
  try {
    arm()
  } catch (error) {
    if (!(error instanceof InvalidFaultError)) throw error
    const [first, ...further] = error.mistakes.map(({ pointer, message }) => ({ path: parsePointer(pointer), message }))
    throw first ? new ScenarioDataError(first.path, first.message, further) : new ScenarioDataError([], error.message)
  }
}
