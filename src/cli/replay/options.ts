/** The options of `maildouble replay`, as the command line parser hands them over. */
export interface ReplayOptions {
  readonly port: number
  readonly scenarioDir?: string
  readonly url?: string
  readonly controlToken?: string
  readonly check?: boolean
  readonly json?: boolean
}
