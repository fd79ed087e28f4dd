import type { ReadTx } from '../../../kernel/world/tx.ts'
import { outstandingBatchDeliveries } from '../../rules/batch-webhooks/announce.ts'
import { errors } from '../../model/errors.ts'
import { listRows } from '../../rules/collections/list-rows.ts'
import type { Operations } from '../../rules/requests/operation.ts'
import { KEPT_S, PENDING_MAX, batchOrThrow, batches, isNext } from '../../model/batches/batch.ts'
import { makeBatch } from '../../rules/batches/make.ts'
import { batchView, startNextBatch } from '../../rules/batches/view.ts'
import { removeWithOwned } from '../../rules/remove-owned.ts'

export const batchOperations = {
  createBatch({ tx, body, caller }) {
    refuseIfTooMany(tx)
    return batchView(tx, makeBatch(tx, { operations: body.operations, token: caller.token }))
  },

  getBatches: listRows({
    schema: 'BatchCollection',
    rows(tx) {
      const all = tx.range(batches.bySubmission)
      const old = all.countWhile(({ submitted_at }) => submitted_at + KEPT_S <= tx.now)
      return all.part(old, all.count)
    },
    newestFirstByDefault: true,
    view: batchView,
    answer: (page) => ({ batches: page }),
  }),

  getBatch: ({ tx, path }) => batchView(tx, batchOrThrow(tx, path.batch_id)),

  deleteBatch({ tx, path }) {
    const batch = batchOrThrow(tx, path.batch_id)
    const wasNext = isNext(tx, batch)
    removeWithOwned(tx, batches, batch)
    if (wasNext) startNextBatch(tx)
  },
} satisfies Partial<Operations>

function refuseIfTooMany(tx: ReadTx): void {
  if (tx.range(batches.byStatus, { status: 'pending' }).count >= PENDING_MAX)
    throw errors.tooMany(`There are ${PENDING_MAX} batches pending. Another one can be handed in once one of them has begun.`)
  if (outstandingBatchDeliveries(tx) >= DELIVERIES_MAX)
    throw errors.tooMany(`There are ${DELIVERIES_MAX} announcements of batches on their way to batch webhooks.`)
}

/** Maximum number of pending deliveries to batch webhooks. */
const DELIVERIES_MAX = 500
