import type { ScenarioSchemas } from '../../kernel/contract/scenario.ts'

/** The data of a scenario file that is written here. */
export type ScenarioData = ScenarioSchemas['Scenario'] & { readonly seed: string }
