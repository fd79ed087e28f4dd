import type { GivenSettings } from '../contract/settings.ts'

/** Credentials that a world is to have instead of those that it would get. */
export interface GivenCredentials {
  readonly api_key?: string | undefined
  readonly oauth?: { readonly client_id?: string; readonly client_secret?: string; readonly redirect_uri?: string } | undefined
}

/** What a world is to be made of. */
export interface WorldWish extends GivenCredentials {
  readonly id: string
  readonly base_url: string
  /** The name of a scenario; `starter` if not given. */
  readonly scenario?: string
  /** What chance depends on from then on; the scenario's own if not given. The scenario's data do not depend on it. A whole number is the same as its digits. */
  readonly seed?: string | number
  /** ISO 8601; the scenario's own instant if not given, or the machine's time in a world that runs in real time. */
  readonly now?: string
  readonly clock?: { readonly mode: 'realtime' | 'frozen' | 'scaled'; readonly rate: number }
  readonly settings?: GivenSettings
}
