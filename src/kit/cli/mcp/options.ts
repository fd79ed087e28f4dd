export interface McpOptions {
  readonly url?: string
  readonly controlToken?: string
  readonly port: number
  readonly scenarioDir?: string
  readonly allowWrites?: boolean
  /** The resources whose operations are tools; `true` for all. */
  readonly operations?: true | readonly string[]
}
