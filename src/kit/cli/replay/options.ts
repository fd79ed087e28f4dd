export interface ReplayOptions {
  readonly port: number
  readonly scenarioDir?: string
  readonly url?: string
  readonly controlToken?: string
  readonly check?: boolean
  readonly json?: boolean
}
