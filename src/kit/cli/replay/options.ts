/** The options of `maildouble replay` as parsed. */
export interface ReplayOptions {
  readonly port: number
  readonly scenarioDir?: string
  readonly url?: string
  readonly controlToken?: string
  readonly check?: boolean
  readonly json?: boolean
}
