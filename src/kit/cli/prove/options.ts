import type { HostOptions } from '../options.ts'

export interface ProveOptions extends HostOptions {
  readonly base?: string
  readonly whole?: boolean
  readonly call?: string
  readonly scenarioDir?: string
  readonly vocabulary?: string
}
