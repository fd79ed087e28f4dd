import { batchJobs, batchJobsInstead, loadNextOperation } from '../../service/calls/batch.ts'
import { loadTriggers } from '../../service/calls/other-people.ts'
import { jobHandlers, loadJob, loadReactions, react } from '../../service/resources/index.ts'
import { reactToEvent } from '../../service/triggers/engagement.ts'
import { causeOfStep } from '../../service/model/triggers/engagement.ts'
import { loadVocabulary } from '../../service/vocabulary/world-vocabulary.ts'
import { onDemand } from '../../kernel/world/on-demand.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import type { SchedulerRules } from './scheduler.ts'

const reactions = onDemand(() => import('../../service/triggers/react.ts'))
const timeline = onDemand(() => import('../../service/triggers/timeline.ts'))
const visits = onDemand(() => import('../../service/triggers/visits.ts'))

/** Starts to load what a change of a world needs. Returns `undefined` if nothing is missing; after the promise, something else may still be. */
export function loadForChange(world: WorldState): Promise<unknown> | undefined {
  return loadVocabulary(world.settings) ?? loadReactions(world)
}

/** What the jobs need that are not of a resource. */
const jobLoaders: { readonly [kind: string]: (world: WorldState, subject: string) => Promise<unknown> | undefined } = {
  'batches.operate': loadNextOperation,
  'timeline.run': () => timeline.load() ?? loadTriggers(),
  'timeline.react': () => reactions.load() ?? loadTriggers(),
  'timeline.visit': visits.load,
}

/** The resources' rules for the kernel: reactions to events, the work of each job, and the fallback for a job that fails. */
export const rules: SchedulerRules = {
  react: (tx, event) => {
    react(tx, event)
    return reactToEvent(tx, event)
  },
  jobs: {
    ...jobHandlers,
    ...batchJobs,
    'timeline.run': (tx, id) => timeline().runStep(tx, id),
    'timeline.react': (tx, subject) => reactions().runReaction(tx, subject),
    'timeline.visit': (tx, store_id) => visits().runVisit(tx, store_id),
  },
  load: (world, { kind, subject }) => loadForChange(world) ?? loadJob(kind) ?? jobLoaders[kind]?.(world, subject),
  causes: { 'timeline.run': causeOfStep, 'timeline.react': causeOfStep },
  onDefect: batchJobsInstead,
}
