import type { Schemas } from '../../contract/scenario.ts'
import type { GivenSettings } from '../../contract/settings.ts'
import type { Validators } from '../../contract/check.ts'
import { nearest } from '../../support/nearest.ts'
import type { Pools } from '../generate/people.ts'
import { ScenarioError, type Path } from './scenario-error.ts'
import type { ScenarioFile } from './scenario-file.ts'

/** What scenarios and fixtures hold beside the account: one after the other, all of it comes into the world. */
export const COLLECTIONS = [
  'lists',
  'folders',
  'templates',
  'landing_pages',
  'connected_sites',
  'verified_domains',
  'batch_webhooks',
  'oauth_clients',
] as const

/** The name of one of them. */
export type Collection = (typeof COLLECTIONS)[number]

/** A scenario with all that it extends and loads folded into it. */
export interface Scenario extends Required<Pick<Schemas['Fixture'], Collection>> {
  readonly name: string
  readonly description: string
  readonly seed: string
  readonly clock: Schemas['Clock']
  readonly account: Schemas['Account']
  readonly generate: Required<Schemas['Generate']>
  readonly settings: GivenSettings
  readonly faults: Schemas['Faults']
  readonly delivery_faults: Schemas['DeliveryFaults']
  readonly timeline: Schemas['Timeline']
}

/** A scenario that was found, ready to be made into worlds. */
export interface LoadedScenario {
  readonly scenario: Scenario
  /** What generated data are combined from, if that was made before. */
  readonly pools?: Pools
  /** What conditions are held against, if they have not been before. */
  readonly conditions?: Validators
  /** The error for a place of the folded scenario: names the file and the line it came from. */
  readonly mistake: (path: Path, message: string) => ScenarioError
}

/** Where scenarios come from. */
export interface ScenarioSource {
  /** The names of all scenarios, in order. */
  readonly names: () => Promise<readonly string[]>
  /** The scenario of a name, or nothing when there is none. Throws a `ScenarioError` when it cannot be used. */
  readonly load: (name: string) => Promise<LoadedScenario | undefined>
  /** The data set of a path, for scenarios of another source that load it. */
  readonly fixture: (path: string) => Promise<ScenarioFile<'Fixture'> | undefined>
  /** The names of those that somebody has put into a folder of his own, in order; none where there is no such folder. */
  readonly own?: () => Promise<readonly string[]>
  /** Whether a scenario that was loaded once may be another one the next time. */
  readonly changes?: true
}

/** The scenario of a name, or an error that says which there are. */
export async function loadOrThrow(source: ScenarioSource, name: string): Promise<LoadedScenario> {
  const loaded = await source.load(name)
  if (loaded) return loaded
  const names = await source.names()
  const meant = nearest(name, names)
  const hint = meant.length > 0 ? ` Did you mean ${meant.join(' or ')}?` : ''
  throw new ScenarioError(`There is no scenario "${name.slice(0, 100)}".${hint} There are: ${names.join(', ') || 'none'}.`)
}

/** A scenario that holds nothing: what each one starts from. */
export const NOTHING: Omit<Scenario, 'name' | 'description' | 'seed'> = {
  clock: {},
  account: {},
  lists: [],
  folders: [],
  templates: [],
  landing_pages: [],
  connected_sites: [],
  verified_domains: [],
  batch_webhooks: [],
  oauth_clients: [],
  generate: { lists: [], members: [], campaigns: [] },
  settings: {},
  faults: [],
  delivery_faults: [],
  timeline: [],
}
