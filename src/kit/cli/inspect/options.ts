export interface InspectOptions {
  readonly port: number
  readonly scenarioDir?: string
  readonly open?: boolean
}
