import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { compiledScenarios } from './compiled-scenarios.ts'
import { scenarioFolder } from './scenario-folder.ts'
import type { ScenarioSource } from './scenario-source.ts'

/** The scenarios of this package: YAML when it runs from source, JSON when it was built. */
export const shippedScenarios: ScenarioSource = source(import.meta.dirname)

function source(here: string): ScenarioSource {
  if (import.meta.url.endsWith('.ts')) return scenarioFolder(resolve(here, '../../../..'))
  // After bundling, this code is in an entry or in a chunk one folder below.
  const beside = resolve(here, 'scenarios')
  return compiledScenarios(existsSync(beside) ? beside : resolve(here, '../scenarios'))
}
