import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import type { GivenSettings } from '../../../kernel/contract/settings.ts'
import type { Validators } from '../../../kernel/contract/check.ts'
import { didYouMean, existing } from '../../../kernel/support/nearest.ts'
import { UnknownScenarioError, type Path, type ScenarioError } from './scenario-error.ts'
import type { Mended, ScenarioFile } from './scenario-file.ts'

/** The arrays of scenarios and fixtures. The data of all files are concatenated. */
export const COLLECTIONS = [
  'lists',
  'folders',
  'templates',
  'file_folders',
  'files',
  'landing_pages',
  'connected_sites',
  'verified_domains',
  'batches',
  'batch_webhooks',
  'oauth_clients',
  'automations',
  'journeys',
  'stores',
] as const

/** The name of such an array. */
export type Collection = (typeof COLLECTIONS)[number]

/** A scenario, combined with its base scenarios and its data sets. */
export interface Scenario extends Required<Pick<ScenarioSchemas['Fixture'], Collection>> {
  readonly name: string
  readonly description: string
  readonly seed: string
  readonly clock: ScenarioSchemas['Clock']
  readonly account: ScenarioSchemas['Account']
  readonly generate: Required<ScenarioSchemas['Generate']>
  readonly settings: GivenSettings
  readonly faults: ScenarioSchemas['Faults']
  readonly delivery_faults: ScenarioSchemas['DeliveryFaults']
  readonly outages: ScenarioSchemas['Outages']
  readonly timeline: ScenarioSchemas['Timeline']
}

/** A scenario that is ready to create worlds. */
export interface LoadedScenario {
  readonly scenario: Scenario
  /** The validators of conditions, if these have not been checked yet. */
  readonly conditions?: Validators
  /** Creates an error at a place of the folded scenario, with the file and the line it comes from. */
  readonly mistake: (path: Path, message: string) => ScenarioError
  /** The scenario as a file that needs no other one, if it was given instead of a file. */
  readonly standalone?: object
  /** The left-out parts, if the scenario was loaded in spite of mistakes. */
  readonly gaps?: Mended
}

export interface ScenarioSource {
  /** The names of all scenarios, in order. */
  readonly names: () => Promise<readonly string[]>
  /** Loads a scenario by its name. Returns `undefined` if there is none, and throws a `ScenarioError` if it is invalid. */
  readonly load: (name: string) => Promise<LoadedScenario | undefined>
  /** The file of a scenario as it was written, with its comments. Returns `undefined` if there is none. */
  readonly text: (name: string) => Promise<string | undefined>
  /** Loads a data set by its path, for scenarios of another source. */
  readonly fixture: (path: string) => Promise<ScenarioFile<'Fixture'> | undefined>
  /** The default settings of the user's own folder, for scenarios that extend none of its own. */
  readonly settings?: () => Promise<GivenSettings>
  /** The names of the scenarios in the user's own folder, in order; none if there is no such folder. */
  readonly own?: () => Promise<readonly string[]>
  /** Whether a scenario may differ the next time it is loaded. */
  readonly changes?: true
}

/** Loads a scenario by its name, or throws an error that lists the existing ones. */
export async function loadOrThrow(source: ScenarioSource, name: string): Promise<LoadedScenario> {
  const loaded = await source.load(name)
  if (loaded) return loaded
  const names = await source.names()
  const bare = name.replace(/^.*[/\\]/, '').replace(/\.(?:ya?ml|json)$/i, '')
  const hint =
    bare === name ? didYouMean(name, names) : `A scenario is named without its folder and extension: ${bare.slice(0, 100)}.`
  const words = [`There is no scenario "${name.slice(0, 100)}".`, hint, existing(names)]
  throw new UnknownScenarioError(words.filter(Boolean).join(' '))
}

/** An empty scenario, from which each scenario starts. */
export const NOTHING: Omit<Scenario, 'name' | 'description' | 'seed'> = {
  clock: {},
  account: {},
  lists: [],
  folders: [],
  templates: [],
  file_folders: [],
  files: [],
  landing_pages: [],
  connected_sites: [],
  verified_domains: [],
  batches: [],
  batch_webhooks: [],
  oauth_clients: [],
  automations: [],
  journeys: [],
  stores: [],
  generate: { lists: [], members: [], campaigns: [], shops: [] },
  settings: {},
  faults: [],
  delivery_faults: [],
  outages: {},
  timeline: [],
}
