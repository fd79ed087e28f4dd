import type { ControlSchemas } from '../../kernel/contract/control.ts'
import { nameHint } from '../../kernel/support/nearest.ts'
import type { Millis } from '../../kernel/support/time.ts'
import { defineTable } from '../../kernel/world/table.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import { type DeliveryFaultRow, deliveryFaults } from '../resources/deliveries/fault.ts'
import { type FaultRow, faults, insertFault, readFault, removeFault } from './definition.ts'
import { insertDeliveryFault, readDeliveryFault } from './delivery-fault.ts'
import { InvalidFaultError } from './mistakes.ts'

/** A fault of calls or of deliveries. */
type OutageFault = ControlSchemas['OutageFault']

/** A named set of faults. It is active while faults with its name exist. */
export interface OutageRow {
  readonly seq: number
  /** Its name. */
  readonly id: string
  readonly consists_of: readonly OutageFault[]
}

export const outages = defineTable<OutageRow>({ remembered: false })('outages', { key: ['id'] })

/** The world has no outage of a name. */
export class UnknownOutageError extends Error {
  override readonly name = 'UnknownOutageError'
}

/** Finds an outage by its name. Throws an `UnknownOutageError` if there is none. */
export function outageOrThrow(tx: Tx, name: string): OutageRow {
  const found = tx.first(outages.key, { id: name })
  if (found) return found
  const names = tx.range(outages.key).all()
  const hint = nameHint(
    name,
    names.map(({ id }) => id),
  )
  throw new UnknownOutageError(`The scenario of this world has no outage ${name.slice(0, 100)}. ${hint}`)
}

/** Checks a fault of an outage as it is when the outage starts at an instant. Throws an `InvalidFaultError` if it is invalid. */
export function checkOutageFault(fault: OutageFault, now: Millis): void {
  if (isOfDeliveries(fault)) readDeliveryFault(fault, now)
  else readFault(fault, now)
}

/** The faults of an outage that exist. */
export function partsOf(tx: Tx, { id }: OutageRow): { readonly calls: FaultRow[]; readonly deliveries: DeliveryFaultRow[] } {
  const isOwn = ({ outage }: FaultRow | DeliveryFaultRow): boolean => outage === id
  return { calls: tx.range(faults.key).all().filter(isOwn), deliveries: tx.range(deliveryFaults.key).all().filter(isOwn) }
}

export function isActive(tx: Tx, outage: OutageRow): boolean {
  const { calls, deliveries } = partsOf(tx, outage)
  return calls.length + deliveries.length > 0
}

/** The names of the active outages. */
export function outagesStarted(tx: Tx): readonly string[] {
  return tx
    .range(outages.key)
    .all()
    .flatMap((outage) => (isActive(tx, outage) ? [outage.id] : []))
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
  const { calls, deliveries } = partsOf(tx, outage)
  for (const fault of calls) removeFault(tx, fault)
  for (const fault of deliveries) tx.remove(deliveryFaults, fault)
  return calls.length + deliveries.length > 0
}

function isOfDeliveries(fault: OutageFault): fault is ControlSchemas['CreateDeliveryFault'] {
  const { effect } = fault
  return typeof effect === 'string' || 'delay' in effect || 'omit' in effect
}
