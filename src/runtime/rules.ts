import { batchJobs, batchJobsInstead } from '../calls/batch.ts'
import { jobs } from '../resources/jobs.ts'
import { react } from '../resources/reactions.ts'
import { causeOfStep } from '../triggers/step.ts'
import { lazy } from '../world/lazy.ts'
import type { Rules } from '../world/tx.ts'

const timeline = lazy(() => import('../triggers/timeline.ts'))

/** What the kernel knows about the resources: reactions to events, what each job does, and what replaces a job that fails. */
export const rules: Rules = {
  react,
  jobs: {
    ...jobs,
    ...batchJobs,
    'timeline.run': (tx, id) => timeline().runStep(tx, id),
    'timeline.react': (tx, name) => timeline().runDeed(tx, name),
  },
  causes: { 'timeline.run': causeOfStep, 'timeline.react': causeOfStep },
  instead: batchJobsInstead,
}
