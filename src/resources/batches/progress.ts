import { durationMs } from '../settings.ts'
import { take } from '../../world/machine.ts'
import type { Tx } from '../../world/tx.ts'
import { batches, type BatchRow } from './batch.ts'
import { batchMachine } from './machine.ts'
import { batchResults } from './result.ts'

/** What came of an operation, or of one of its pages. */
export interface Ran {
  readonly operation_id: string | null
  readonly status: number
  /** The JSON of the answer; empty where there is none. */
  readonly body: string
  /** Where the page after this one begins, empty where there is none, and how many pages are left. */
  readonly rest: { readonly next: string; readonly left: number }
}

/** Writes down what came of an operation, and turns to the next one, or to the end. */
export function recordResult(tx: Tx, batch: BatchRow, { operation_id, status, body, rest }: Ran): void {
  const finished = batch.finished_operations + 1
  const next = rest.next === '' ? batch.next + 1 : batch.next
  tx.insert(batchResults, { batch_id: batch.id, number: finished, status_code: status, operation_id, response: body })
  const changes = {
    next,
    next_page: rest.next,
    finished_operations: finished,
    errored_operations: batch.errored_operations + (isSuccess(status) ? 0 : 1),
    total_operations: finished + rest.left + (batch.operations - batch.next - 1),
  }
  if (next === batch.operations) return void take(tx, batchMachine, batch, 'finalize', changes)
  tx.put(batches, { ...batch, ...changes })
  tx.schedule('batches.operate', durationMs(tx.settings.batch.operation), batch.id)
}

function isSuccess(status: number): boolean {
  return status === 200 || status === 204
}
