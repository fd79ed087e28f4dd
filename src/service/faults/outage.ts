import type { ControlSchemas } from '../../kernel/contract/control.ts'
import type { Millis } from '../../kernel/support/time.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import { deliveryFaults } from '../model/deliveries/fault.ts'
import { insertFault, readFault, removeFault } from './definition.ts'
import { insertDeliveryFault, readDeliveryFault } from './delivery-fault.ts'
import { InvalidFaultError } from './mistakes.ts'
import { type OutageFault, type OutageRow, isActive, findOutageFaults } from '../model/faults/outage.ts'

/** Checks a fault of an outage as it is when the outage starts at an instant. Throws an `InvalidFaultError` if it is invalid. */
export function checkOutageFault(fault: OutageFault, now: Millis): void {
  if (isOfDeliveries(fault)) readDeliveryFault(fault, now)
  else readFault(fault, now)
}

/** Creates the faults of an outage. Returns whether it was not active before. Throws an `InvalidFaultError` if a fault can't be created now. */
export function startOutage(tx: Tx, outage: OutageRow): boolean {
  if (isActive(tx, outage)) return false
  const { id, consists_of } = outage
  try {
    for (const fault of consists_of) {
      if (isOfDeliveries(fault)) insertDeliveryFault(tx, fault, id)
      else insertFault(tx, fault, id)
    }
  } catch (error) {
    if (!(error instanceof InvalidFaultError)) throw error
    throw new InvalidFaultError(`The outage ${id} cannot start: ${error.message}`)
  }
  return true
}

/** Deletes the faults of an outage, and releases the batches that they hold. Returns whether it was active before. */
export function endOutage(tx: Tx, outage: OutageRow): boolean {
  const { calls, deliveries } = findOutageFaults(tx, outage)
  for (const fault of calls) removeFault(tx, fault)
  for (const fault of deliveries) tx.remove(deliveryFaults, fault)
  return calls.length + deliveries.length > 0
}

function isOfDeliveries(fault: OutageFault): fault is ControlSchemas['CreateDeliveryFault'] {
  const { effect } = fault
  return typeof effect === 'string' || 'delay' in effect || 'omit' in effect
}
