import { basename, dirname } from 'node:path'
import { needsPools } from '../plant/plant.ts'
import type { Pools } from '../generate/people.ts'
import { namesIn, readBelow } from './read-below.ts'
import { ScenarioError, sentence, type Path } from './scenario-error.ts'
import type { ScenarioFile } from './scenario-file.ts'
import type { LoadedScenario, ScenarioSource } from './scenario-source.ts'

/** A scenario as the build writes it: folded, held against its schema, and planted once to see that it fits. */
export type CompiledScenario = Pick<LoadedScenario, 'scenario'>

/** What is written of a scenario. */
export function compiledFrom({ scenario }: LoadedScenario): CompiledScenario {
  return { scenario }
}

/** Where the pools are that all compiled scenarios share. */
export const COMPILED_POOLS = 'pools/standard.json'

/** Scenarios that were compiled to JSON when the package was built, with their data sets in `fixtures/`. */
export function compiledScenarios(folder: string): ScenarioSource {
  return {
    names: () => namesIn(folder, '.', ['.json']),
    load: async (name) => {
      const text = await readBelow(folder, '.', `${name}.json`)
      if (text === undefined) return undefined
      const { scenario } = JSON.parse(text) as CompiledScenario
      return { scenario, ...(needsPools(scenario) ? await poolsBelow(folder) : {}), mistake: mistakesOf(name) }
    },
    fixture: async (path) => {
      const text = await readBelow(folder, 'fixtures', `${path}.json`)
      if (text === undefined) return undefined
      const data = JSON.parse(text) as ScenarioFile<'Fixture'>['data']
      return { data, mistake: mistakesOf(`fixtures/${path}`) }
    },
  }
}

async function poolsBelow(folder: string): Promise<Pick<LoadedScenario, 'pools'>> {
  const text = await readBelow(folder, dirname(COMPILED_POOLS), basename(COMPILED_POOLS))
  return text === undefined ? {} : { pools: JSON.parse(text) as Pools }
}

function mistakesOf(name: string) {
  return (path: Path, message: string) => new ScenarioError(`${name}: ${sentence(path, message)}`)
}
