import { makeMove } from '../../../kernel/world/machine.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { StoredSource, withoutOwnAddress } from '../urls/own-address.ts'
import { durationMs } from '../../../kernel/contract/settings.ts'
import { batches, type BatchRow, type OperationOutcome, batchResults } from '../../model/batches/batch.ts'
import { batchMachine } from './machine.ts'

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
