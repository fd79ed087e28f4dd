import { standardPools } from '../generate/people.ts'
import { needsPools } from '../plant/plant.ts'
import { scenarioClock } from '../scenarios.ts'
import { dataErrorsIn } from './data-errors.ts'
import type { ScenarioError } from './scenario-error.ts'
import type { LoadedScenario } from './scenario-source.ts'
import { vocabularyErrors } from './vocabulary-file.ts'

/** Maximum number of reported errors. */
const ERRORS_MAX = 100

/** All invalid data of a scenario, each with the file and the line it comes from. */
export async function collectErrors({ scenario, conditions, mistake }: LoadedScenario): Promise<ScenarioError[]> {
  const { now } = scenarioClock(scenario)
  const pools = needsPools(scenario) ? await standardPools() : undefined
  const context = { ...(pools ? { pools } : {}), ...(conditions ? { conditions } : {}) }
  const words = scenario.settings.vocabulary ? await vocabularyErrors(scenario.settings.vocabulary) : []
  const found = await dataErrorsIn(scenario, context, now, ERRORS_MAX)
  return [...words, ...found].map(({ path, message }) => mistake(path, message))
}
