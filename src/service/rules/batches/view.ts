import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { durationMs } from '../../../kernel/contract/settings.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { renderLinks } from '../answers/links.ts'
import { signedUrl } from '../urls/signed-url.ts'
import { type BatchRow, hasResults, archivePath, batches, phaseMs } from '../../model/batches/batch.ts'

export function batchView(tx: ReadTx, batch: BatchRow): ServiceSchemas['Batch'] {
  const lifetime = durationMs(tx.settings.batch.url_lifetime)
  return {
    id: batch.id,
    status: batch.status,
    total_operations: batch.total_operations,
    finished_operations: batch.finished_operations,
    errored_operations: batch.errored_operations,
    submitted_at: timestamp(batch.submitted_at),
    completed_at: timestamp(batch.completed_at),
    response_body_url: hasResults(tx, batch) ? signedUrl(tx, archivePath(batch), lifetime) : '',
    _links: renderLinks(tx, 'Batch', { batch_id: batch.id }),
  }
}

/** Schedules the start of the batch whose turn it is. Must be called once per turn. */
export function startNextBatch(tx: Tx): void {
  const next = tx.range(batches.byTurn, { open: true }).first()
  if (next) tx.schedule('batches.prepare', phaseMs(tx.settings, next.status), next.id, next)
}
