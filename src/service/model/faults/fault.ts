import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import type { When } from '../../../kernel/support/when.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import { nameHint } from '../../../kernel/support/nearest.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { type DeliveryFaultRow, deliveryFaults } from '../deliveries/fault.ts'

/** The effect of a fault, its matching calls, and the conditions under which it fires. */
export interface FaultFields {
  readonly match: ControlSchemas['FaultMatch']
  readonly when: When
  readonly effect: EffectFields
  readonly stage: ControlSchemas['FaultStage']
  /** Whether a test expects the fault to fire at least once. */
  readonly must_fire: boolean
}

/** A fault of a world. Its tally is kept beside the world: see `FaultTallies`. */
export interface FaultRow extends Row, FaultFields {
  readonly id: number
  /** The outage that it belongs to; missing if none. */
  readonly outage?: string
}

export const faults = defineTable<FaultRow>()('faults', {
  key: ['id'],
  remembered: false,
})

/** Maximum number of faults in a world. */
export const FAULTS_MAX = 1_000

/** The effect of a fault, as the contract describes it: a kind with its value, and additions to the kind. */
export type EffectFields = ControlSchemas['FaultEffect']

/** A fault of calls or of deliveries. */
export type OutageFault = ControlSchemas['OutageFault']

/** A named set of faults. It is active while faults with its name exist. */
export interface OutageRow extends Row {
  /** Its name. */
  readonly id: string
  readonly consists_of: readonly OutageFault[]
}

export const outages = defineTable<OutageRow>()('outages', {
  key: ['id'],
  remembered: false,
})

/** The world has no outage of a name. */
export class UnknownOutageError extends Error {
  override readonly name = 'UnknownOutageError'
}

/** Finds an outage by its name. Throws an `UnknownOutageError` if there is none. */
export function outageOrThrow(tx: ReadTx, name: string): OutageRow {
  const found = tx.first(outages.key, { id: name })
  if (found) return found
  const names = tx.range(outages.key).all()
  const hint = nameHint(
    name,
    names.map(({ id }) => id),
  )
  throw new UnknownOutageError(`The scenario of this world has no outage ${name.slice(0, 100)}. ${hint}`)
}

/** The faults of an outage that exist. */
export function findOutageFaults(
  tx: ReadTx,
  { id }: OutageRow,
): { readonly calls: FaultRow[]; readonly deliveries: DeliveryFaultRow[] } {
  const isOwn = ({ outage }: FaultRow | DeliveryFaultRow): boolean => outage === id
  return { calls: tx.range(faults.key).all().filter(isOwn), deliveries: tx.range(deliveryFaults.key).all().filter(isOwn) }
}

export function isActive(tx: ReadTx, outage: OutageRow): boolean {
  const { calls, deliveries } = findOutageFaults(tx, outage)
  return calls.length + deliveries.length > 0
}

/** The names of the active outages. */
export function outagesStarted(tx: ReadTx): readonly string[] {
  return tx
    .range(outages.key)
    .all()
    .flatMap((outage) => (isActive(tx, outage) ? [outage.id] : []))
}
