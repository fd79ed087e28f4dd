import { emit } from '../resources/resource-events.ts'
import type { Tx } from '../../kernel/world/tx.ts'
import { compiledFaultsAmong, matchingFaults } from './select.ts'
import type { FaultCall } from './call.ts'
import { faults, type FaultRow } from './definition.ts'
import { BATCH_EFFECTS, type BatchEffect, batchEffectOf } from './effects/index.ts'
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

/** The effect of a fault on an operation of a batch, and whether the operation runs before the answer of the fault. */
export type BatchFault = BatchEffect & {
  readonly stage: FaultRow['stage']
  /** Counts the operation for all faults that match it; `fires` says whether the effect had something to act on. */
  readonly count: (fires: boolean) => void
}

/** Whether faults can affect operations of batches. */
export function hasBatchFaults(tx: Tx): boolean {
  return tx.sidecar !== undefined && tx.range(faults.key).count > 0
}

/** Applies the faults of a world to an operation of a batch. It has no connection to break, so only some effects apply. */
export function applyFaultsInBatch(tx: Tx, call: FaultCall): BatchFault | undefined {
  if (!tx.sidecar) return undefined
  const { seed } = tx.world
  const able = tx
    .range(faults.key)
    .all()
    .filter(({ effect }) => BATCH_EFFECTS.some((name) => effect[name] !== undefined))
  const matches = matchingFaults(compiledFaultsAmong(able), call, { seed, now: tx.nowMs, tallies: tx.sidecar.faults })
  if (matches.length === 0) return undefined
  const first = matches.find(({ isDue }) => isDue)
  const { request_id } = call.origin
  const count = (fires: boolean): void => {
    const matched = matches.map((match) => ({ fault: match.fault, fires: fires && match === first, request_id }))
    emit(tx, 'faults.matched', { matched })
  }
  if (first) return { stage: first.fault.stage, ...batchEffectOf(first, call, seed), count }
  count(false)
  return undefined
}
