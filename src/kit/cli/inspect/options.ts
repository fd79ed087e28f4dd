export interface InspectOptions {
  readonly port: number
  readonly scenarioDir?: string
  readonly open?: boolean
  readonly url?: string
  readonly controlToken?: string
  readonly check?: boolean
  readonly json?: boolean
}
