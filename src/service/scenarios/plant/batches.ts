import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import { batchJobs } from '../../calls/batch.ts'
import { batches } from '../../model/batches/batch.ts'
import { makeBatch } from '../../rules/batches/make.ts'
import { batchPhases } from '../../rules/batches/phases.ts'
import { Defect } from '../../../kernel/world/errors.ts'
import { jobs } from '../../../kernel/world/job.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { dated, refuseTaken } from './instants.ts'
import { runBelowPath, ScenarioDataError } from '../read/scenario-error.ts'

type BatchData = ScenarioSchemas['Batches'][number]

/** Plants finished batches: their operations run at once, and their results are kept. */
export function plantBatches(tx: Tx, all: readonly BatchData[]): void {
  for (const [i, data] of all.entries()) runBelowPath(['batches', i], () => plantBatch(tx, data))
}

function plantBatch(tx: Tx, data: BatchData): void {
  const { operations, id: given, ...instants } = data
  refuseTaken('batches', given, tx.first(batches.key, { id: given ?? '' }))
  const { submitted_at = tx.now, completed_at = submitted_at } = dated(tx, instants, ['submitted_at', 'completed_at'])
  if (completed_at < submitted_at) throw new ScenarioDataError(['completed_at'], 'must not lie before submitted_at')
  const { id } = makeBatch(tx, { operations, ...(given === undefined ? {} : { id: given }) })
  const current = () => {
    const batch = tx.first(batches.key, { id })
    if (!batch) throw new Defect(`The batch ${id} is gone.`)
    return batch
  }
  batchPhases['batches.prepare'](tx, id)
  batchPhases['batches.start'](tx, id)
  while (current().status === 'started') batchJobs['batches.operate'](tx, id)
  batchPhases['batches.finish'](tx, id)
  tx.put(batches, { ...current(), submitted_at, completed_at })
  // The phases have run: no job is left to do.
  for (const job of tx.range(jobs.key).all()) if (job.subject === id) tx.remove(jobs, job)
}
