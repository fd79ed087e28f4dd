import { freshId } from '../../../kernel/world/fresh-id.ts'
import { createInState } from '../../../kernel/world/machine.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import {
  batches,
  type BatchOperation,
  batchOrders,
  type BatchRow,
  checkMethods,
  removeOldResults,
} from '../../model/batches/batch.ts'
import { batchMachine } from './machine.ts'

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
