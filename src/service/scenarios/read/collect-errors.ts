import { type Millis, realNow } from '../../../kernel/support/time.ts'
import { standardPools } from '../generate/people.ts'
import { needsPools, type PlantingContext } from '../plant/plant.ts'
import { scenarioClock } from '../scenarios.ts'
import { REFERENCES, siftData, referenceAt, SAMPLE, TRIED_MS_MAX } from './data-errors.ts'
import { type DataError, type Path, ScenarioError, asCondition } from './scenario-error.ts'
import type { LoadedScenario, Scenario } from './scenario-source.ts'
import { vocabularyErrors } from './vocabulary-file.ts'
import { loadTriggers } from '../../calls/other-people.ts'
import { applyTrigger } from '../../triggers/index.ts'
import { TriggerRefusal } from '../../triggers/trigger.ts'
import { parsePointer } from '../../../kernel/support/json-pointer.ts'
import { ApiError, pathTo } from '../../../kernel/world/errors.ts'
import { untilLoaded } from '../../../kernel/world/on-demand.ts'
import { transact } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import { makeCredentials } from '../credentials.ts'
import { PLANTING, plantedWorld } from '../plant/plant-once.ts'
import { listOccurrences, type Occurrence } from '../plant/timeline.ts'
import type { Draft } from './draft.ts'

/** Maximum number of repetitions of a step that are tried. */
const TIMES_MAX = 100

/**
 * The steps of a timeline with unknown names: neither the scenario nor an earlier step makes such an object. An address may still be subscribed by
 * a caller of the API, so it is only noted.
 */
export async function danglingSteps(rest: Draft<Scenario>, context: PlantingContext, now: Millis): Promise<DataError[]> {
  const scenario = rest.data
  if (scenario.timeline.length === 0) return []
  await untilLoaded(loadTriggers)
  const sampled = await tried(await plantedWorld(scenario, { ...context, sample: SAMPLE }, now), scenario)
  // What was named may be among the generated data.
  const found = sampled.length > 0 && context.pools ? await tried(await plantedWorld(scenario, context, now), scenario) : sampled
  return found
    .filter(({ path }) => !rest.removed.has(referenceAt(rest, path) ?? ''))
    .map((each) => ({ ...each, path: rest.origin(each.path) }))
}

/** Runs all steps in their order in a world, and returns the first problem of each. */
async function tried(planted: WorldState, scenario: Scenario): Promise<DataError[]> {
  const { seed, timeline } = scenario
  let world: WorldState = { ...planted, credentials: makeCredentials(seed, 'default', {}) }
  const start = world.clock.now
  const found = new Map<number, DataError>()
  const steps = timeline.flatMap((step, i) => listOccurrences(step, TIMES_MAX).map((each) => ({ ...each, i })))
  const began = realNow()
  for (const { i, ...step } of steps.toSorted((a, b) => a.delay - b.delay)) {
    if (realNow() - began > TRIED_MS_MAX) break
    world = { ...world, clock: { ...world.clock, now: start + step.delay } }
    const outcome = run(world, step)
    if ('clock' in outcome) world = outcome
    else if (!found.has(i)) found.set(i, { ...outcome, path: ['timeline', i, ...outcome.path] })
  }
  return [...found].toSorted(([a], [b]) => a - b).map(([, error]) => error)
}

/** The world after a step, or the unknown name in the step. */
function run(world: WorldState, { body }: Occurrence): WorldState | DataError {
  try {
    return transact(world, PLANTING, (tx) => applyTrigger(tx, body)).world
  } catch (error) {
    return problemIn(error) ?? world
  }
}

/** The problem of a rejected step that is not only the state of the world, which callers of the API change as well. */
function problemIn(error: unknown): DataError | undefined {
  if (error instanceof TriggerRefusal) {
    const { pointer, message } = error
    if (pointer === undefined || LATER.has(pointer)) return undefined
    const path = ['with', ...parsePointer(pointer)]
    return pointer === '/email_address' ? { path, message: `${message} ${SKIPPED}`, isNote: true } : { path, message }
  }
  if (!(error instanceof ApiError)) throw error
  const { field, message } = error.mistake
  return field === '' ? undefined : { path: ['with', ...pathTo(field)], message: asCondition(message) }
}

const SKIPPED = 'The step is skipped unless your application subscribes the address before.'

/** What is not known before a world runs: when an email is delivered, and the tokens of applications. */
const LATER: ReadonlySet<string> = new Set(['/at', '/access_token'])

/** Maximum number of reported errors. */
const ERRORS_MAX = 100

/** The invalid data of a scenario, each with the file and the line it comes from. */
export interface CollectedErrors {
  readonly errors: readonly ScenarioError[]
  /** What need not be an error. */
  readonly notes: readonly ScenarioError[]
  /** Whether there may be further ones. */
  readonly mayBeMore: boolean
}

/** Collects all invalid data of a scenario. */
export async function collectErrors(loaded: LoadedScenario): Promise<CollectedErrors> {
  const { scenario, conditions, gaps, mistake } = loaded
  const { now, clockErrors } = readScenarioStart(scenario)
  const pools = needsPools(scenario) ? await standardPools() : undefined
  const context = { ...(pools ? { pools } : {}), ...(conditions ? { conditions } : {}) }
  const words = scenario.settings.vocabulary ? await vocabularyErrors(scenario.settings.vocabulary) : []
  const { errors, rest } = await siftData(loaded, context, now, ERRORS_MAX)
  const steps = rest ? await danglingSteps(rest, context, now) : []
  const isDoubtful = ({ path, isNote }: DataError): boolean =>
    isNote === true || (gaps?.isPartial === true && mayBeElsewhere(path))
  const all = [...clockErrors, ...words, ...errors, ...steps].slice(0, ERRORS_MAX)
  const placed = ({ path, message }: DataError): ScenarioError => mistake(path, message)
  return {
    errors: all.filter((each) => !isDoubtful(each)).map(placed),
    notes: all.filter(isDoubtful).map(placed),
    mayBeMore: rest === undefined,
  }
}

/** Whether a place refers to data that may be in another file. If such a file is missing, the place need not be wrong. */
function mayBeElsewhere(path: Path): boolean {
  const last = String(path.at(-1))
  return path[0] === 'timeline' ? REFERENCES.has(last) : ELSEWHERE.has(last)
}

const ELSEWHERE: ReadonlySet<string> = new Set(['list', 'folder', 'template', 'parent'])

/** The instant at which a world of the scenario starts; if that is invalid, the instant without it. */
function readScenarioStart(scenario: Scenario): { readonly now: Millis; readonly clockErrors: readonly DataError[] } {
  try {
    return { now: scenarioClock(scenario).now, clockErrors: [] }
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    const { now } = scenarioClock({ ...scenario, clock: {} })
    return { now, clockErrors: [{ path: ['clock', 'now'], message: error.message }] }
  }
}
