import { needsPools } from './plant.ts'
import { standardPools } from './pools.ts'
import { namesIn, readBelow } from './read-below.ts'
import { ScenarioError, sentence, type Path } from './scenario-error.ts'
import type { ScenarioFile } from './scenario-file.ts'
import type { LoadedScenario, ScenarioSource } from './scenario-source.ts'

/** A scenario as the build writes it: folded, held against its schema, and planted once to see that it fits. */
export type CompiledScenario = Pick<LoadedScenario, 'scenario' | 'pools'>

/** What is written of a scenario. */
export async function compiledFrom({ scenario }: LoadedScenario): Promise<CompiledScenario> {
  return { scenario, ...(needsPools(scenario) ? { pools: await standardPools() } : {}) }
}

/** Scenarios that were compiled to JSON when the package was built, with their data sets in `fixtures/`. */
export function compiledScenarios(folder: string): ScenarioSource {
  return {
    names: () => namesIn(folder, '.', ['.json']),
    load: async (name) => {
      const text = await readBelow(folder, '.', `${name}.json`)
      if (text === undefined) return undefined
      const compiled = JSON.parse(text) as CompiledScenario
      return { ...compiled, mistake: mistakesOf(name) }
    },
    fixture: async (path) => {
      const text = await readBelow(folder, 'fixtures', `${path}.json`)
      if (text === undefined) return undefined
      const data = JSON.parse(text) as ScenarioFile<'Fixture'>['data']
      return { data, mistake: mistakesOf(`fixtures/${path}`) }
    },
  }
}

function mistakesOf(name: string) {
  return (path: Path, message: string) => new ScenarioError(`${name}: ${sentence(path, message)}`)
}
