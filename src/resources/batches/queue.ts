import { durationMs } from '../settings.ts'
import type { Tx } from '../../world/tx.ts'
import { batches, type BatchRow } from './batch.ts'

/** So many batches may wait for their turn. */
export const PENDING_MAX = 500

/** Whether it is a batch's turn: it is the oldest of those that are not finished. */
export function isNext(tx: Tx, { id }: BatchRow): boolean {
  return tx.range(batches.byTurn, { open: true }).first()?.id === id
}

/** Lets the batch whose turn it is begin, a phase from now. To be called once for each turn. */
export function startNextBatch(tx: Tx): void {
  const next = tx.range(batches.byTurn, { open: true }).first()
  if (next) tx.schedule('batches.prepare', durationMs(tx.settings.batch.phase), next.id)
}
