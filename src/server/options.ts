import type { WorldWish } from '../scenarios/scenarios.ts'

/** How a double is to begin. Everything has a default. */
export interface DoubleOptions extends Omit<WorldWish, 'id' | 'base_url'> {
  /** The address that all URLs of the answers are built from. */
  readonly publicUrl?: string
  /** What callers of the control API must send as a bearer token. */
  readonly controlToken?: string
  /** Further host names by which the control API may be addressed. */
  readonly allowHosts?: readonly string[]
  /** Whom webhooks may be sent to besides this machine: host names, addresses, and ranges of addresses such as 10.1.0.0/16. */
  readonly allowEgress?: readonly string[]
  /** A folder with scenarios of your own, which may extend those that ship. */
  readonly scenarioDir?: string
  /** Where defects and notices go; standard error by default. */
  readonly log?: (message: string) => void
}
