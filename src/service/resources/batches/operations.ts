import { createInState } from '../../../kernel/world/machine.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { outstandingBatchDeliveries } from '../batch-webhooks/announce.ts'
import { errors } from '../answers/errors.ts'
import { freshId } from '../../../kernel/world/fresh-id.ts'
import { linksOf } from '../answers/links.ts'
import type { Operations } from '../requests/operation.ts'
import { pageOf } from '../requests/paging.ts'
import {
  batches,
  type BatchOperation,
  batchOrders,
  batchOrThrow,
  type BatchRow,
  batchView,
  checkMethods,
  isNext,
  KEPT_S,
  PENDING_MAX,
  startNextBatch,
} from './batch.ts'
import { batchHolds } from './hold.ts'
import { batchMachine } from './machine.ts'
import { batchResults, dropOldResults } from './result.ts'

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
  dropOldResults(tx)
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

export const batchOperations = {
  createBatch({ tx, body, caller }) {
    refuseIfTooMany(tx)
    return batchView(tx, makeBatch(tx, { operations: body.operations, token: caller.token }))
  },

  getBatches({ tx, query }) {
    const all = tx.range(batches.bySubmission)
    const old = all.countWhile(({ submitted_at }) => submitted_at + KEPT_S <= tx.now)
    const recent = all.part(old, all.count)
    return {
      batches: pageOf(recent, query, 'DESC').map((batch) => batchView(tx, batch)),
      total_items: recent.count,
      _links: linksOf(tx, 'BatchCollection'),
    }
  },

  getBatch({ tx, path }) {
    return batchView(tx, batchOrThrow(tx, path.batch_id))
  },

  deleteBatch({ tx, path }) {
    const batch = batchOrThrow(tx, path.batch_id)
    const wasNext = isNext(tx, batch)
    tx.removeAll(batchOrders.key, { batch_id: batch.id })
    tx.removeAll(batchResults.key, { batch_id: batch.id })
    tx.removeAll(batchHolds.key, { batch_id: batch.id })
    tx.remove(batches, batch)
    if (wasNext) startNextBatch(tx)
  },
} satisfies Partial<Operations>

function refuseIfTooMany(tx: Tx): void {
  if (tx.range(batches.byStatus, { status: 'pending' }).count >= PENDING_MAX)
    throw errors.tooMany(`There are ${PENDING_MAX} batches pending. Another one can be handed in once one of them has begun.`)
  if (outstandingBatchDeliveries(tx) >= DELIVERIES_MAX)
    throw errors.tooMany(`There are ${DELIVERIES_MAX} announcements of batches on their way to batch webhooks.`)
}

/** Maximum number of pending deliveries to batch webhooks. */
const DELIVERIES_MAX = 500
