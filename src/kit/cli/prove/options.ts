export interface ProveOptions {
  readonly base?: string
  readonly whole?: boolean
  readonly call?: string
  readonly scenarioDir?: string
}
