import type { GivenSettings } from '../../kernel/contract/settings.ts'
import type { GivenVocabulary } from '../vocabulary/definition.ts'

/** Credentials that replace the generated ones. */
export interface GivenCredentials {
  readonly api_key?: string | undefined
  readonly oauth?: { readonly client_id?: string; readonly client_secret?: string; readonly redirect_uri?: string } | undefined
}

/** How time passes: not at all, at the speed of real time, or, if it is scaled, `rate` times as fast; default 60. */
export interface Pace {
  readonly mode: 'realtime' | 'frozen' | 'scaled'
  readonly rate?: number | undefined
}

/** A scenario that is given instead of a file: an object, or a text in YAML. */
export type InlineScenario = object | string

export interface NewWorldOptions extends GivenCredentials {
  readonly id: string
  readonly base_url: string
  /** The name of a scenario; default `starter`. */
  readonly scenario?: string
  /** The scenario itself, instead of a name. */
  readonly scenario_inline?: InlineScenario
  /**
   * The seed for ids and randomness after the start; by default the scenario's own. The scenario's data do not depend on it. A
   * whole number equals its digits as text.
   */
  readonly seed?: string | number
  /**
   * ISO 8601. If not given, the instant that the scenario sets; in a world that runs in real time, the machine's time unless both
   * the pace and the instant are the scenario's.
   */
  readonly now?: string
  /** How time passes; by default as the scenario says. */
  readonly clock?: Pace
  /** How time passes if neither `clock` nor the scenario says; frozen by default. */
  readonly defaultClock?: Pace
  readonly settings?: GivenSettings
  /** The outage of the scenario in which the world starts. */
  readonly outage?: string
  /** The settings of all worlds of the server: they override those of the scenario, and `settings` override them. */
  readonly serverSettings?: GivenSettings
  /** The words of the deployment, unless the scenario or `settings` have other ones. */
  readonly defaultVocabulary?: GivenVocabulary
}
