import type { JobName } from '../../../kernel/world/job.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { type BatchRow, type BatchHoldRow, batchHolds } from '../../model/batches/batch.ts'

/** Holds a batch at the end of a phase, for a time or until `releaseBatches`. A batch is held once at most. */
export function holdBatch(tx: Tx, batch: BatchRow, hold: Pick<BatchHoldRow, 'phase' | 'lasts' | 'fault_id'>): void {
  if (tx.first(batchHolds.key, { batch_id: batch.id })) return
  tx.insert(batchHolds, { batch_id: batch.id, ...hold, held: null, job: 0 })
}

/** Whether a batch is held in its phase, so that the job must not end the phase now. The job runs again when the hold ends. */
export function isHeld(tx: Tx, batch: BatchRow, job: JobName): boolean {
  const hold = tx.first(batchHolds.key, { batch_id: batch.id })
  if (hold?.phase !== batch.status) return false
  if (hold.held !== null) {
    tx.remove(batchHolds, hold)
    return false
  }
  const scheduled = hold.lasts === null ? 0 : tx.schedule(job, hold.lasts, batch.id).id
  tx.put(batchHolds, { ...hold, held: job, job: scheduled })
  return true
}

/** Releases the batches that a fault holds: their phases end now. */
export function releaseBatches(tx: Tx, fault_id: number): void {
  for (const hold of tx.range(batchHolds.byFault, { fault_id }).all()) {
    if (hold.held === null) {
      tx.remove(batchHolds, hold)
      continue
    }
    tx.unschedule(hold.job)
    tx.schedule(hold.held, 0, hold.batch_id)
  }
}
