import { fileNamesIn, readBelow } from './read-below.ts'
import { ScenarioError, sentence, type Path } from './scenario-error.ts'
import type { ScenarioFile } from './scenario-file.ts'
import type { LoadedScenario, ScenarioSource } from './scenario-source.ts'

/** A scenario as the build writes it: folded, validated, and planted once as a check, with its file for people to read. */
export interface CompiledScenario extends Pick<LoadedScenario, 'scenario'> {
  readonly text: string
}

/** The part of a scenario that the build writes. */
export function compiledFrom({ scenario }: LoadedScenario, text: string): CompiledScenario {
  return { scenario, text }
}

/** The scenarios that the build compiled to JSON, with their data sets in `fixtures/`. */
export function compiledScenarios(folder: string): ScenarioSource {
  return {
    names: () => fileNamesIn(folder, '.', ['.json']),
    load: async (name) => {
      const text = await readBelow(folder, '.', `${name}.json`)
      if (text === undefined) return undefined
      const { scenario } = JSON.parse(text) as CompiledScenario
      return { scenario, mistake: makeCompiledError(name) }
    },
    text: async (name) => {
      const text = await readBelow(folder, '.', `${name}.json`)
      return text === undefined ? undefined : (JSON.parse(text) as CompiledScenario).text
    },
    fixture: async (path) => {
      const text = await readBelow(folder, 'fixtures', `${path}.json`)
      if (text === undefined) return undefined
      const data = JSON.parse(text) as ScenarioFile<'Fixture'>['data']
      return { data, mistake: makeCompiledError(`fixtures/${path}`) }
    },
  }
}

function makeCompiledError(name: string) {
  return (path: Path, message: string) => new ScenarioError(`${name}: ${sentence(path, message)}`)
}
