import type { Schemas } from '../contract/control.ts'
import { defineTable } from '../world/table.ts'
import type { Tx } from '../world/tx.ts'
import { readFault, type FaultFields } from './read-fault.ts'
import { FaultRefusal } from './refusal.ts'

/** Something that goes wrong with calls. What it has met stands beside the state of the world: see `FaultTallies`. */
export interface FaultRow extends FaultFields {
  readonly seq: number
  readonly id: number
}

export const faults = defineTable<FaultRow>({ remembered: false })('faults', { key: ['id'] })

/** A world has at most so many. */
export const FAULTS_MAX = 1_000

/**
 * Plants a fault. Throws a `FaultRefusal` for one that cannot be.
 *
 * @example
 * armFault(tx, { match: { operation: 'createBatch' }, when: { first: 2 }, effect: { problem: { preset: 'TooManyRequests' } } })
 */
export function armFault(tx: Tx, fault: Schemas['CreateFault']): FaultRow {
  const fields = readFault(fault, tx.nowMs)
  if (tx.range(faults.key).count >= FAULTS_MAX)
    throw new FaultRefusal(`This world has ${FAULTS_MAX} faults, which is as many as it may.`)
  return tx.insert(faults, { id: tx.count('faults.id'), ...fields })
}
