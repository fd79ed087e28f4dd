import { defineTable } from '../../world/table.ts'
import type { Tx } from '../../world/tx.ts'
import { batches, KEPT_S } from './batch.ts'

/** What came of an operation of a batch, or of one of its pages. */
export interface BatchResultRow {
  readonly seq: number
  readonly batch_id: string
  /** Its place among the results of the batch, from 1. */
  readonly number: number
  readonly status_code: number
  readonly operation_id: string | null
  /** The JSON of the answer; empty where there is none. */
  readonly response: string
}

export const batchResults = defineTable<BatchResultRow>()('batch_results', { key: ['batch_id', 'number'] })

/** Lets go of results that nobody can fetch any more, so that a world that lives for long does not grow without end. */
export function dropOldResults(tx: Tx): void {
  const finished = tx.range(batches.byStatus, { status: 'finished' })
  const old = finished.countWhile(({ completed_at }) => completed_at + KEPT_S <= tx.now)
  // Batches are finished in their order, so that those without results any more come first.
  const bare = finished.part(0, old).countWhile(({ id }) => tx.range(batchResults.key, { batch_id: id }).count === 0)
  for (const { id } of finished.part(bare, old).all()) tx.removeAll(batchResults.key, { batch_id: id })
}
