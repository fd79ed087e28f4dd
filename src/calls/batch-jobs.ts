import { batches, type BatchRow } from '../resources/batches/batch.ts'
import { batchOrders, type HandedIn } from '../resources/batches/order.ts'
import { recordResult } from '../resources/batches/progress.ts'
import { Defect } from '../world/errors.ts'
import type { Tx } from '../world/tx.ts'
import { callIn } from './batch-call.ts'
import { withFaults } from './batch-faults.ts'
import { callerOf } from './caller.ts'
import { LAST } from './pages.ts'
import { answered, perform } from './perform.ts'
import { tellPerformed } from './performed.ts'

/** Runs the next operation of a batch, or the next page of it. A batch that was deleted meanwhile is passed over. */
export const batchJobs = {
  'batches.operate': (tx: Tx, id: string) => {
    const batch = tx.first(batches.key, { id })
    if (!batch) return
    const operation = nextOf(tx, batch)
    if (!operation) throw new Defect(`The batch ${id} has no operation ${batch.next}.`)
    const run = () =>
      answered(tx, () => {
        const caller = callerOf(tx, batch.token === '' ? undefined : batch.token)
        return perform(tx, { ...callIn(operation), caller, page: { size: tx.settings.batch.page, from: batch.next_page } })
      })
    // An operation of many pages meets faults once.
    const outcome = batch.next_page === '' ? withFaults(tx, operation, run) : run()
    tellPerformed(tx, operation, outcome)
    // An operation may have deleted the batch that it belongs to.
    if (!tx.first(batches.key, { id })) return
    const { status, body, rest } = outcome
    recordResult(tx, batch, { operation_id: operation.operation_id ?? null, status, body, rest })
  },
}

/** An operation that meets a bug of ours has a result that nobody takes for the service's, and the batch goes on. */
export const batchJobsInstead = {
  'batches.operate': (tx: Tx, id: string, defect: unknown) => {
    const batch = tx.first(batches.key, { id })
    if (!batch) return
    const message = defect instanceof Error ? defect.message : String(defect)
    const body = JSON.stringify({ maildouble: { defect: message } })
    const operation = nextOf(tx, batch)
    const outcome = { status: 500, body, rest: LAST }
    if (operation) tellPerformed(tx, operation, outcome, defect)
    recordResult(tx, batch, { operation_id: operation?.operation_id ?? null, ...outcome })
  },
}

function nextOf(tx: Tx, batch: BatchRow): HandedIn | undefined {
  return tx.first(batchOrders.key, { batch_id: batch.id })?.operations[batch.next]
}
