import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { compiledScenarios } from './compiled-scenarios.ts'
import { scenarioFolder } from './scenario-folder.ts'
import type { ScenarioSource } from './scenario-source.ts'

/** The scenarios of this package: as YAML where the program runs from its source, as JSON where it was built. */
export const shippedScenarios: ScenarioSource = source(import.meta.dirname)

function source(here: string): ScenarioSource {
  if (import.meta.url.endsWith('.ts')) return scenarioFolder(resolve(here, '../../..'))
  // A bundler puts this file into an entry or into a chunk in a folder below.
  const beside = resolve(here, 'scenarios')
  return compiledScenarios(existsSync(beside) ? beside : resolve(here, '../scenarios'))
}
