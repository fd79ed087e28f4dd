import { emit } from '../resources/resource-events.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import { compiledFaultsAmong, matchingFaults } from './select.ts'
import type { FaultCall } from './call.ts'
import { faults, type FaultRow } from './definition.ts'
import { problemOf } from './effects/problem.ts'
import type { FaultTallies, MatchedCall } from './tallies.ts'

declare module '../../kernel/world/world.ts' {
  interface Sidecar {
    readonly faults: FaultTallies
  }
}

declare module '../resources/resource-events.ts' {
  interface Events {
    /** An operation of a batch matched faults. The faults count it after the commit. */
    'faults.matched': { readonly matched: readonly MatchedCall[] }
  }
}

/** The answer of a fault for an operation of a batch, and whether the operation runs first. */
export interface BatchFault {
  readonly stage: FaultRow['stage']
  readonly status: number
  readonly body: string
}

/** Whether faults can affect operations of batches. */
export function hasBatchFaults(tx: Tx): boolean {
  return tx.sidecar !== undefined && tx.range(faults.key).count > 0
}

/** Applies the faults of a world to an operation of a batch. It has no connection to break, so only problems apply. */
export function applyFaultsInBatch(tx: Tx, call: FaultCall): BatchFault | undefined {
  if (!tx.sidecar) return undefined
  const problems = tx
    .range(faults.key)
    .all()
    .filter(({ effect }) => effect.problem !== undefined)
  const context = { seed: tx.world.seed, now: tx.nowMs, tallies: tx.sidecar.faults }
  const matches = matchingFaults(compiledFaultsAmong(problems), call, context)
  if (matches.length === 0) return undefined
  const first = matches.find(({ isDue }) => isDue)?.fault
  const { origin } = call
  const matched = matches.map(({ fault }) => ({ fault, fires: fault === first, request_id: origin.request_id }))
  emit(tx, 'faults.matched', { matched })
  return first && { stage: first.stage, ...problemOf(first, origin) }
}
