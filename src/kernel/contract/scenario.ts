import type { components } from './generated/scenario/types.ts'
import type { Validators } from './check.ts'

/** The schemas of scenario files, by name. */
export type ScenarioSchemas = components['schemas']

/** Loads the validators of scenarios and fixtures, when a file is first read. */
export const scenarioValidators = (): Promise<Validators> => import('./generated/scenario/validators.js')

/** Loads the validators of segment conditions, by the names of their schemas, when a scenario with saved segments is read. */
export const conditionValidators = (): Promise<Validators> => import('./generated/service/validators/segments.js')
