import { mendData } from '../../service/scenarios/read/mend.ts'
import { siftData } from '../../service/scenarios/read/data-errors.ts'
import { Draft } from '../../service/scenarios/read/draft.ts'
import { ScenarioError, sentence } from '../../service/scenarios/read/scenario-error.ts'
import { NOTHING, type LoadedScenario, type Scenario, type ScenarioSource } from '../../service/scenarios/read/scenario-source.ts'
import { standardPools } from '../../service/scenarios/generate/people.ts'
import { needsPools } from '../../service/scenarios/plant/plant.ts'
import { scenarioClock } from '../../service/scenarios/scenarios.ts'
import { mistakesIn } from '../../kernel/contract/mistakes.ts'
import { conditionValidators, type ScenarioSchemas, scenarioValidators } from '../../kernel/contract/scenario.ts'
import type { ValidateFunction } from '../../kernel/contract/check.ts'
import { isObject } from '../../kernel/support/is-object.ts'
import type { Members } from './sketch.ts'

/** The data of a scenario file that is written here. */
type ScenarioData = ScenarioSchemas['Scenario'] & { readonly seed: string }

/** A scenario from which worlds can be created, and the parts that were left out since they cannot be created. */
interface UsableScenario {
  readonly scenario: Scenario
  /** The data without the parts that were left out, for a file. */
  readonly data: ScenarioData
  /** The kind of each part, with `*` for each item, and no value of the account. */
  readonly leftOut: readonly string[]
}

/** Rounds of leaving out parts: each round finds up to a hundred. */
const ROUNDS_MAX = 50
const ERRORS_MAX = 100

/** Length of the path to a part that is left out as a whole: an item of a list of the account. */
const PART_DEPTH = 4

/** Leaves out the parts of a scenario that cannot be created. Data from elsewhere may break any rule. */
export async function usableScenario(given: Members & { readonly name: string }): Promise<UsableScenario> {
  const validate = (await scenarioValidators())['Scenario']
  if (!validate) throw new Error('There is no validator of scenarios.')
  const leftOut = mistakesIn(validate, given).map(({ pointer }) => kindAt(pointer.split('/').slice(1)))
  let draft = mendedData(validate, given)
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const scenario = { ...NOTHING, ...draft.data, generate: { ...NOTHING.generate, ...draft.data.generate } }
    const context = {
      conditions: await conditionValidators(),
      ...(needsPools(scenario) ? { pools: await standardPools() } : {}),
    }
    const { errors, rest } = await siftData({ scenario }, context, scenarioClock(scenario).now, ERRORS_MAX)
    leftOut.push(...errors.map(({ path }) => kindAt(path)))
    if (rest) {
      const data = { ...draft.data, ...pickParts(draft.data, rest.data) }
      return { scenario: rest.data, data, leftOut }
    }
    const next = new Draft(draft.data)
    // Later items first, so that the places of the others stay the same.
    for (const { path } of errors.toReversed()) next.remove(path.slice(0, PART_DEPTH))
    draft = next
  }
  throw new ScenarioError('The account has too many parts that contradict each other, so no world can be made like it.')
}

/** The kind of the part at a place. Only names of the scenario are in lower case; fields have the names of the account. */
function kindAt(path: readonly (string | number)[]): string {
  const names = path.slice(0, PART_DEPTH).map((each) => (/^[a-z_]+$/.test(String(each)) ? each : '*'))
  return names.join('/').replace(/(?:\/\*)+$/, '') || 'the scenario'
}

function mendedData(validate: ValidateFunction, given: Members & { readonly name: string }): Draft<ScenarioData> {
  const draft = mendData(validate, given, given.name)
  const data = draft?.data
  if (!isScenarioData(data)) throw new ScenarioError('Nothing of the account can be read.')
  return new Draft(data)
}

/** The validator has seen it. */
function isScenarioData(data: unknown): data is ScenarioData {
  return isObject(data) && typeof data['name'] === 'string' && typeof data['seed'] === 'string'
}

/** The parts of a scenario that the given data name. */
function pickParts(given: ScenarioData, scenario: Scenario): ScenarioData {
  const names = new Set(Object.keys(given))
  return Object.fromEntries(Object.entries(scenario).filter(([name]) => names.has(name))) as ScenarioData
}

/** The one scenario, for a server that knows no other. */
export function makeSingleSource(scenario: Scenario): ScenarioSource {
  const loaded: LoadedScenario = {
    scenario,
    mistake: (path, message) => new ScenarioError(`${scenario.name}: ${sentence(path, message)}`),
  }
  return {
    names: async () => [scenario.name],
    load: async (name) => (name === scenario.name ? loaded : undefined),
    text: async () => undefined,
    fixture: async () => undefined,
  }
}
