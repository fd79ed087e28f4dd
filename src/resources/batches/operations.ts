import type { Tx } from '../../world/tx.ts'
import { outstandingBatchDeliveries } from '../batch-webhooks/announce.ts'
import { errors } from '../errors.ts'
import { linksOf } from '../links.ts'
import type { Operations } from '../operation.ts'
import { pageOf } from '../page.ts'
import { batches, batchOrThrow, batchView, KEPT_S } from './batch.ts'
import { makeBatch } from './make.ts'
import { batchOrders } from './order.ts'
import { callNext, isNext, PENDING_MAX } from './queue.ts'
import { batchResults } from './result.ts'

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
    tx.remove(batches, batch)
    if (wasNext) callNext(tx)
  },
} satisfies Partial<Operations>

function refuseIfTooMany(tx: Tx): void {
  if (tx.range(batches.byStatus, { status: 'pending' }).count >= PENDING_MAX)
    throw errors.tooMany(`There are ${PENDING_MAX} batches pending. Another one can be handed in once one of them has begun.`)
  if (outstandingBatchDeliveries(tx) >= DELIVERIES_MAX)
    throw errors.tooMany(`There are ${DELIVERIES_MAX} announcements of batches on their way to batch webhooks.`)
}

/** So many announcements of finished batches may be on their way. */
const DELIVERIES_MAX = 500
