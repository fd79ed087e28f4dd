import { expect } from 'vitest'
import { batches, batchOrders, hasResults, batchResults } from '../../src/service/model/batches/batch.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'

/** A batch's own counters must match its results, and at most one batch may be running. */
export function expectBatchesToBalance(tx: Tx): void {
  const all = tx.range(batches.key).all()
  for (const batch of all) {
    const { id, status, total_operations: total, finished_operations: finished, errored_operations: errored, open } = batch
    const results = tx.range(batchResults.key, { batch_id: id }).all()
    expect(results.map(({ number }) => number)).toEqual(results.map((_, place) => place + 1))
    // Expired results may be gone, but only all together.
    if (open || hasResults(tx, batch) || results.length > 0) {
      expect(finished).toBe(results.length)
      expect(errored).toBe(results.filter(({ status_code: code }) => code !== 200 && code !== 204).length)
    }
    expect(total).toBeGreaterThanOrEqual(finished)
    if (['finalizing', 'finished'].includes(status)) expect(total).toBe(finished)
    expect(open).toBe(status !== 'finished')
    expect(tx.first(batchOrders.key, { batch_id: id }) !== undefined, 'the pending jobs').toBe(open)
  }
  const underWay = all.filter(({ status }) => status !== 'pending' && status !== 'finished')
  expect(underWay.length).toBeLessThanOrEqual(1)
  const ids = new Set(all.map(({ id }) => id))
  for (const { batch_id } of tx.range(batchOrders.key).all()) expect(ids).toContain(batch_id)
  for (const { batch_id } of tx.range(batchResults.key).all()) expect(ids).toContain(batch_id)
}
