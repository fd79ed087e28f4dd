import { readdir } from 'node:fs/promises'
import { needsPools } from './plant.ts'
import { standardPools } from './pools.ts'
import { ScenarioError, sentence } from './scenario-error.ts'
import { readBelow } from './scenario-file.ts'
import type { LoadedScenario, ScenarioSource } from './scenario-source.ts'

/** A scenario as the build writes it: folded, held against its schema, and planted once to see that it fits. */
export type CompiledScenario = Pick<LoadedScenario, 'scenario' | 'pools'>

/** What is written of a scenario. */
export async function compiledFrom({ scenario }: LoadedScenario): Promise<CompiledScenario> {
  return { scenario, ...(needsPools(scenario) ? { pools: await standardPools() } : {}) }
}

/** Scenarios that were compiled to JSON when the package was built. */
export function compiledScenarios(folder: string): ScenarioSource {
  return {
    names: async () => {
      const files = await readdir(folder)
      return files
        .filter((file) => file.endsWith('.json'))
        .map((file) => file.slice(0, -'.json'.length))
        .toSorted()
    },
    load: async (name) => {
      const text = await readBelow(folder, `${name}.json`)
      if (text === undefined) return undefined
      const compiled = JSON.parse(text) as CompiledScenario
      return { ...compiled, mistake: (path, message) => new ScenarioError(`${name}: ${sentence(path, message)}`) }
    },
  }
}
