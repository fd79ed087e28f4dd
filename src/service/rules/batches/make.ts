import { freshId } from '../../../kernel/world/fresh-id.ts'
import { createInState, makeMove } from '../../../kernel/world/machine.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import {
  batches,
  type BatchOperation,
  batchOrders,
  type BatchRow,
  checkMethods,
  removeOldResults,
  type OperationOutcome,
  batchResults,
} from '../../model/batches/batch.ts'
import { batchMachine } from './machine.ts'
import { isHeld } from './hold.ts'
import { StoredSource, withoutOwnAddress } from '../urls/own-address.ts'
import { durationMs } from '../../../kernel/contract/settings.ts'

/** The fields of a new batch. All but its operations have defaults. */
export interface NewBatch {
  readonly operations: readonly BatchOperation[]
  readonly id?: string
  /** The access token that its operations run with; by default an API key of the account. */
  readonly token?: string | undefined
}

/** Submits a batch. Its operations run when it is its turn. */
export function makeBatch(tx: Tx, { operations, token = '', ...given }: NewBatch): BatchRow {
  checkMethods(operations, tx.settings)
  removeOldResults(tx)
  const id = given.id ?? freshId(tx, 'batches.id', (taken) => tx.first(batches.key, { id: taken }) !== undefined)
  tx.insert(batchOrders, { batch_id: id, operations })
  return createInState(tx, batchMachine, {
    id,
    status: 'pending',
    open: true,
    token,
    operations: operations.length,
    next: 0,
    next_page: '',
    total_operations: 0,
    finished_operations: 0,
    errored_operations: 0,
    submitted_at: tx.now,
    completed_at: 0,
    ...tx.trace,
  })
}

/** Ends each phase except the one in which operations run. A batch that was deleted meanwhile, or that a fault holds, is skipped. */
export const batchPhases = {
  'batches.prepare': (tx: Tx, id: string) => {
    const batch = tx.first(batches.key, { id })
    if (batch && !isHeld(tx, batch, 'batches.prepare')) makeMove(tx, batchMachine, batch, 'prepare')
  },

  'batches.start': (tx: Tx, id: string) => {
    const batch = tx.first(batches.key, { id })
    if (!batch || isHeld(tx, batch, 'batches.start')) return
    makeMove(tx, batchMachine, batch, 'start')
  },

  'batches.finish': (tx: Tx, id: string) => {
    const batch = tx.first(batches.key, { id })
    if (!batch || isHeld(tx, batch, 'batches.finish')) return
    tx.removeAll(batchOrders.key, { batch_id: id })
    makeMove(tx, batchMachine, batch, 'finish')
  },
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
    errored_operations: batch.errored_operations + (status === 200 || status === 204 ? 0 : 1),
    total_operations: finished + rest.left + (batch.operations - batch.next - 1),
  }
  if (next === batch.operations) return void makeMove(tx, batchMachine, batch, 'finalize', changes)
  tx.put(batches, { ...batch, ...changes })
  tx.schedule('batches.operate', durationMs(tx.settings.batch.operation), batch.id)
}
