import type { Millis } from '../../../kernel/support/time.ts'
import { standardPools } from '../generate/people.ts'
import { needsPools } from '../plant/plant.ts'
import { scenarioClock } from '../scenarios.ts'
import { REFERENCES, siftData } from './data-errors.ts'
import { type DataError, type Path, ScenarioError } from './scenario-error.ts'
import type { LoadedScenario, Scenario } from './scenario-source.ts'
import { danglingSteps } from './timeline-errors.ts'
import { vocabularyErrors } from './vocabulary-file.ts'

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
