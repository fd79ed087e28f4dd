import type { GivenSettings } from '../contract/settings.ts'

/** Credentials that a world is to have instead of those that it would get. */
export interface GivenCredentials {
  readonly api_key?: string | undefined
  readonly oauth?: { readonly client_id?: string; readonly client_secret?: string; readonly redirect_uri?: string } | undefined
}

/** How time passes: not at all, with the real time, or `rate` times as fast. */
export interface Pace {
  readonly mode: 'realtime' | 'frozen' | 'scaled'
  readonly rate: number
}

/** What a world is to be made of. */
export interface WorldWish extends GivenCredentials {
  readonly id: string
  readonly base_url: string
  /** The name of a scenario; `starter` if not given. */
  readonly scenario?: string
  /** What chance depends on from then on; the scenario's own if not given. The scenario's data do not depend on it. A whole number is the same as its digits. */
  readonly seed?: string | number
  /**
   * ISO 8601. If not given, the instant that the scenario sets; in a world that runs in real time, the machine's time unless both the pace and
   * the instant are the scenario's.
   */
  readonly now?: string
  /** How time passes; if not given, as the scenario says. */
  readonly clock?: Pace
  /** How time passes if neither `clock` nor the scenario says; frozen if not given. */
  readonly defaultClock?: Pace
  readonly settings?: GivenSettings
}
