import type { HostOptions } from '../options.ts'
import type { ClockOption } from '../serve/options.ts'

export interface TrialOptions extends HostOptions {
  readonly scenario: string
  readonly scenarioDir?: string
  readonly vocabulary?: string
  readonly clock: ClockOption
  /** The outages to try. By default all outages of the scenario. */
  readonly outage: readonly string[]
  /** The outages that the command need not survive. */
  readonly expectFailure: readonly string[]
  /** A file for the results. */
  readonly json?: string
}
