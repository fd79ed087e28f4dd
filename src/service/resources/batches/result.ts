import type { BodySource } from '../../../kernel/support/reply.ts'
import { makeMove } from '../../../kernel/world/machine.ts'
import { defineTable } from '../../../kernel/world/table.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { StoredSource, withoutOwnAddress } from '../urls/own-address.ts'
import { durationMs } from '../../../kernel/contract/settings.ts'
import { batches, type BatchRow, KEPT_S } from './batch.ts'
import { batchMachine } from './machine.ts'

/** The result of an operation of a batch, or of one of its pages. */
export interface BatchResultRow {
  readonly seq: number
  readonly batch_id: string
  /** Its position among the results of the batch, from 1. */
  readonly number: number
  readonly status_code: number
  readonly operation_id: string | null
  /** The JSON of the answer without the address of the world, or the source that it is rendered from, which is smaller; empty if there is none. */
  readonly response: string | BodySource
}

export const batchResults = defineTable<BatchResultRow>()('batch_results', { key: ['batch_id', 'number'] })

/** Removes expired results, so that a long-running world does not grow without limit. */
export function dropOldResults(tx: Tx): void {
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

/** Records the result of an operation, and continues with the next one or ends the batch. */
export function recordResult(tx: Tx, batch: BatchRow, { operation_id, status, body, source, rest }: OperationOutcome): void {
  const finished = batch.finished_operations + 1
  const next = rest.next === '' ? batch.next + 1 : batch.next
  const response = source ? new StoredSource(tx.world, source) : withoutOwnAddress(tx.world, body)
  tx.insert(batchResults, { batch_id: batch.id, number: finished, status_code: status, operation_id, response })
  const changes = {
    next,
    next_page: rest.next,
    finished_operations: finished,
    errored_operations: batch.errored_operations + (isSuccess(status) ? 0 : 1),
    total_operations: finished + rest.left + (batch.operations - batch.next - 1),
  }
  if (next === batch.operations) return void makeMove(tx, batchMachine, batch, 'finalize', changes)
  tx.put(batches, { ...batch, ...changes })
  tx.schedule('batches.operate', durationMs(tx.settings.batch.operation), batch.id)
}

function isSuccess(status: number): boolean {
  return status === 200 || status === 204
}
