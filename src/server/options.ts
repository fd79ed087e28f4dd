import type { WorldWish } from '../scenarios/world-options.ts'
import type { DoubleEvent } from './events.ts'

/** How a double is to begin. Everything has a default. */
export interface DoubleOptions extends Omit<WorldWish, 'id' | 'base_url'> {
  /** The address that all URLs of the answers are built from. */
  readonly publicUrl?: string
  /** What callers of the control API must send as a bearer token. */
  readonly controlToken?: string
  /** Further host names by which the control API may be addressed. */
  readonly allowHosts?: readonly string[]
  /** Further origins whose pages may use the control API, such as `https://dashboard.example`: scheme, host, and port if it is not the default. */
  readonly allowOrigins?: readonly string[]
  /** Whom webhooks may be sent to besides this machine: host names, addresses, and ranges of addresses such as 10.1.0.0/16. */
  readonly allowEgress?: readonly string[]
  /** A folder with scenarios of your own, which may extend those that ship. */
  readonly scenarioDir?: string
  /**
   * Whether the world `default` begins anew, with its id, its key and the pace of its clock, when the scenario that it is of has changed
   * in `scenarioDir`, which it takes. What is broken changes nothing, and goes to `log` unless `onEvent` hears of it. Other worlds stay what they began with, after a reset as well.
   */
  readonly watch?: boolean
  /** A folder in which worlds are kept, a file each; without it, and without `store`, they end with the process. */
  readonly data?: string
  /** The URL of a Valkey or Redis in which worlds are kept, such as `redis://127.0.0.1:6379/0`; several processes can share it. */
  readonly store?: string
  /** Whether worlds that are kept and can't be read are moved aside. Otherwise they stay, and calls for them are answered with 503. */
  readonly recover?: boolean
  /** How long worlds stay in `store` that nobody uses: an ISO 8601 duration or milliseconds. For ever by default, as `default` does. */
  readonly worldTtl?: string | number
  /**
   * Hears of every call of the service that was answered, of webhooks that went out, and of scenarios that were read again. It is called
   * while that happens: what it does keeps the double waiting, and what it throws goes to `log`.
   */
  readonly onEvent?: (event: DoubleEvent) => void
  /** Where defects and notices go; standard error by default. */
  readonly log?: (message: string) => void
}
