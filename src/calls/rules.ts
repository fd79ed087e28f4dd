import { jobs } from '../resources/jobs.ts'
import { react } from '../resources/reactions.ts'
import type { Rules } from '../world/tx.ts'
import { batchJobs, batchJobsInstead } from './batch-jobs.ts'

/** What the kernel is told about the resources: consequences of events, and what each job does, or happens instead. */
export const rules: Rules = { react, jobs: { ...jobs, ...batchJobs }, instead: batchJobsInstead }
