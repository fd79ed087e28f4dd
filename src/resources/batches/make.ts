import { begin } from '../../world/machine.ts'
import type { Tx } from '../../world/tx.ts'
import { freshId } from '../fresh-id.ts'
import { batches, type BatchRow } from './batch.ts'
import { batchMachine } from './machine.ts'
import { batchOrders, checkMethods, type HandedIn } from './order.ts'
import { dropOldResults } from './result.ts'

/** What a new batch is made of; all but its operations has a default. */
export interface NewBatch {
  readonly operations: readonly HandedIn[]
  readonly id?: string
  /** The access token that its operations run with; without one it is a key of the account. */
  readonly token?: string | undefined
}

/** Hands in a batch. Its operations run once it is its turn. */
export function makeBatch(tx: Tx, { operations, token = '', ...given }: NewBatch): BatchRow {
  checkMethods(operations, tx.settings)
  dropOldResults(tx)
  const id = given.id ?? freshId(tx, 'batches.id', (taken) => tx.first(batches.key, { id: taken }) !== undefined)
  tx.insert(batchOrders, { batch_id: id, operations })
  return begin(tx, batchMachine, {
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
  })
}
