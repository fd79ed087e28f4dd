import type { HostOptions } from '../options.ts'
import type { ClockOption } from '../serve/options.ts'

export interface RunCommandOptions extends HostOptions {
  readonly scenario: string
  readonly clock?: ClockOption
  readonly scenarioDir?: string
  readonly vocabulary?: string
  /** A running server, instead of one of its own. */
  readonly url?: string
  readonly controlToken?: string
  /** The world of the running server. */
  readonly world: string
}
