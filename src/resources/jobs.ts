import type { Rules } from '../world/tx.ts'
import { accountExportJobs } from './account-exports/build.ts'
import { batchPhases } from './batches/phases.ts'
import { retryDelivery } from './deliveries/settle.ts'

/** What falls due, by kind: `<resource>.<what happens>`. `subject` is the id of the thing it is about. */
export const jobs: Rules['jobs'] = { ...accountExportJobs, ...batchPhases, 'deliveries.retry': retryDelivery }
