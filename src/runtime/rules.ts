import { batchJobs, batchJobsInstead } from '../calls/batch.ts'
import { jobHandlers } from '../resources/index.ts'
import { react } from '../resources/reactions.ts'
import { reactToEvent } from '../triggers/engagement.ts'
import { causeOfStep } from '../triggers/step.ts'
import { lazy } from '../world/lazy.ts'
import type { WorldRules } from '../world/tx.ts'

const reactions = lazy(() => import('../triggers/react.ts'))
const timeline = lazy(() => import('../triggers/timeline.ts'))

/** The resources' rules for the kernel: reactions to events, the work of each job, and the fallback for a job that fails. */
export const rules: WorldRules = {
  react: (tx, event) => {
    react(tx, event)
    reactToEvent(tx, event)
  },
  jobs: {
    ...jobHandlers,
    ...batchJobs,
    'timeline.run': (tx, id) => timeline().runStep(tx, id),
    'timeline.react': (tx, subject) => reactions().runReaction(tx, subject),
  },
  causes: { 'timeline.run': causeOfStep, 'timeline.react': causeOfStep },
  onDefect: batchJobsInstead,
}
