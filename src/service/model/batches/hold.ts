import type { Millis } from '../../../kernel/support/time.ts'
import type { JobName } from '../../../kernel/world/job.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import { type BatchRow, batches } from './batch.ts'

/** A batch that a fault holds at the end of one of its phases. */
export interface BatchHoldRow extends Row {
  readonly batch_id: string
  readonly phase: BatchRow['status']
  /** How long the batch is held; `null` until the fault is deleted. */
  readonly lasts: Millis | null
  readonly fault_id: number
  /** The job that waits while the batch is held; `null` until the end of the phase. */
  readonly held: JobName | null
  /** The id of the scheduled job that ends the hold; 0 if none is scheduled. */
  readonly job: number
}

export const batchHolds = defineTable<BatchHoldRow>()('batch_holds', {
  key: ['batch_id'],
  indexes: { byFault: ['fault_id'] },
  ownedBy: [[batches, 'key']],
})
