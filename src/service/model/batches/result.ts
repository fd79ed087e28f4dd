import type { BodySource } from '../../../kernel/support/reply.ts'
import { defineTable, type Row } from '../../../kernel/world/table.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { batches, KEPT_S } from './batch.ts'

/** The result of an operation of a batch, or of one of its pages. */
export interface BatchResultRow extends Row {
  readonly batch_id: string
  /** Its position among the results of the batch, from 1. */
  readonly number: number
  readonly status_code: number
  readonly operation_id: string | null
  /** The JSON of the answer without the address of the world, or the source that it is rendered from, which is smaller; empty if there is none. */
  readonly response: string | BodySource
}

export const batchResults = defineTable<BatchResultRow>()('batch_results', {
  key: ['batch_id', 'number'],
  ownedBy: [[batches, 'key']],
})

/** Removes expired results, so that a long-running world does not grow without limit. */
export function removeOldResults(tx: Tx): void {
  const finished = tx.range(batches.byStatus, { status: 'finished' })
  const old = finished.countWhile(({ completed_at }) => completed_at + KEPT_S <= tx.now)
  // Batches finish in order, so those without results come first.
  const bare = finished.part(0, old).countWhile(({ id }) => tx.range(batchResults.key, { batch_id: id }).count === 0)
  for (const { id } of finished.part(bare, old).all()) tx.removeAll(batchResults.key, { batch_id: id })
}

/** The outcome of an operation, or of one of its pages. */
export interface OperationOutcome {
  readonly operation_id: string | null
  readonly status: number
  /** The JSON of the answer; empty if there is none. */
  readonly body: string
  /** A source that the body can be rendered from again. */
  readonly source?: BodySource | undefined
  /** Where the next page begins (empty if there is none), and how many pages are left. */
  readonly rest: { readonly next: string; readonly left: number }
}
