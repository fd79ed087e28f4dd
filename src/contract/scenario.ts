import type { components } from './generated/scenario/types.ts'
import type { Validators } from './check.ts'

/** The schemas of scenario files, by name. */
export type Schemas = components['schemas']

/** The checks of scenarios and fixtures; loaded when a file is first read. */
export const validators = (): Promise<Validators> => import('./generated/scenario/validators.js')

/** The checks of segment conditions, by the names of their schemas; loaded when a scenario with saved segments is read. */
export const conditionValidators = (): Promise<Validators> => import('./generated/service/validators/segments.js')
