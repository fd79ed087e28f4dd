export interface McpOptions {
  readonly url?: string
  readonly controlToken?: string
  readonly port: number
  readonly scenarioDir?: string
  readonly allowWrites?: boolean
}
