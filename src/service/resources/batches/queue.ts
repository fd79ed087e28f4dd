import { durationMs } from '../../../kernel/contract/settings.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { batches, type BatchRow } from './batch.ts'

/** Maximum number of pending batches. */
export const PENDING_MAX = 500

/** Whether it is a batch's turn: it is the oldest unfinished one. */
export function isNext(tx: Tx, { id }: BatchRow): boolean {
  return tx.range(batches.byTurn, { open: true }).first()?.id === id
}

/** Schedules the start of the batch whose turn it is. Must be called once per turn. */
export function startNextBatch(tx: Tx): void {
  const next = tx.range(batches.byTurn, { open: true }).first()
  if (next) tx.schedule('batches.prepare', durationMs(tx.settings.batch.phase), next.id, next)
}
