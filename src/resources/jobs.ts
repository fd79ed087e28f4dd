import { lazy } from '../world/lazy.ts'
import type { WorldRules } from '../world/tx.ts'
import { batchPhases } from './batches/phases.ts'
import { releaseDelivery, retryDelivery } from './deliveries/due.ts'

const accountExports = lazy(() => import('./account-exports/build.ts'))

/** The handlers of jobs by kind: `<resource>.<action>`. `subject` is the id of the thing that the job is about. */
export const jobHandlers: WorldRules['jobs'] = {
  ...batchPhases,
  'account-exports.begin': (tx, id) => accountExports().beginExport(tx, id),
  'account-exports.write': (tx, id) => accountExports().writeExport(tx, id),
  'deliveries.retry': retryDelivery,
  'deliveries.release': releaseDelivery,
}
