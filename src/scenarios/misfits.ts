import { needsPools } from './plant.ts'
import { standardPools } from './pools.ts'
import type { ScenarioError } from './scenario-error.ts'
import type { LoadedScenario } from './scenario-source.ts'
import { clockOf } from './scenarios.ts'
import { misfitsOf } from './trial.ts'

/** So many are told. */
const MISFITS_MAX = 100

/** All places at which the data of a scenario do not fit, each with the file and the line it came from. */
export async function misfits({ scenario, conditions, mistake }: LoadedScenario): Promise<ScenarioError[]> {
  const { now } = clockOf(scenario)
  const pools = needsPools(scenario) ? await standardPools() : undefined
  const aids = { ...(pools ? { pools } : {}), ...(conditions ? { conditions } : {}) }
  const found = await misfitsOf(scenario, aids, now, MISFITS_MAX)
  return found.map(({ path, message }) => mistake(path, message))
}
