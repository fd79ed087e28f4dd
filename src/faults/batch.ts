import { emit } from '../resources/reactions.ts'
import type { Tx } from '../world/tx.ts'
import { compiledFaultsAmong, matchingFaults } from './select.ts'
import type { FaultCall } from './call.ts'
import { faults, type FaultRow } from './definition.ts'
import { problemOf } from './effects/problem.ts'
import type { FaultTallies, Met } from './tallies.ts'

declare module '../world/world.ts' {
  interface Sidecar {
    readonly faults: FaultTallies
  }
}

declare module '../resources/reactions.ts' {
  interface Events {
    /** An operation of a batch met faults; they count it once the transaction stands. */
    'faults.met': { readonly met: readonly Met[] }
  }
}

/** What a fault answers for an operation of a batch, and whether that runs before. */
export interface BatchFault {
  readonly stage: FaultRow['stage']
  readonly status: number
  readonly body: string
}

/** Whether faults can have to do with operations of batches. */
export function hasBatchFaults(tx: Tx): boolean {
  return tx.beside !== undefined && tx.range(faults.key).count > 0
}

/** Holds the faults of a world against an operation of a batch. No connection is there to break: only problems match. */
export function applyFaultsInBatch(tx: Tx, call: FaultCall): BatchFault | undefined {
  if (!tx.beside) return undefined
  const problems = tx
    .range(faults.key)
    .all()
    .filter(({ effect }) => effect.problem !== undefined)
  const known = { seed: tx.world.seed, now: tx.nowMs, tallies: tx.beside.faults }
  const meetings = matchingFaults(compiledFaultsAmong(problems), call, known)
  if (meetings.length === 0) return undefined
  const first = meetings.find(({ isDue }) => isDue)?.fault
  const { origin } = call
  const met = meetings.map(({ fault }) => ({ fault, fires: fault === first, request_id: origin.request_id }))
  emit(tx, 'faults.met', { met })
  return first && { stage: first.stage, ...problemOf(first, origin) }
}
