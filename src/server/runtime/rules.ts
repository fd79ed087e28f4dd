import { batchJobs, batchJobsInstead } from '../../service/calls/batch.ts'
import { jobHandlers, react } from '../../service/resources/index.ts'
import { reactToEvent } from '../../service/triggers/engagement.ts'
import { causeOfStep } from '../../service/model/triggers/step.ts'
import { lazy } from '../../kernel/world/lazy.ts'
import type { WorldRules } from '../../kernel/world/tx.ts'

const reactions = lazy(() => import('../../service/triggers/react.ts'))
const timeline = lazy(() => import('../../service/triggers/timeline.ts'))

/** The resources' rules for the kernel: reactions to events, the work of each job, and the fallback for a job that fails. */
export const rules: WorldRules = {
  react: (tx, event) => {
    react(tx, event)
    return reactToEvent(tx, event)
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
