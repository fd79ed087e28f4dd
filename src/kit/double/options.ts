import type { ScenarioName } from '../../kernel/contract/names.ts'
import type { GivenSettings } from '../../kernel/contract/settings.ts'
import type { NewWorldOptions } from '../../service/scenarios/world-options.ts'
import type { GivenVocabulary } from '../../service/vocabulary/definition.ts'
import type { DoubleEvent } from './events.ts'

/** Options of a double. Everything has a default. */
export interface DoubleOptions extends Omit<
  NewWorldOptions,
  'id' | 'base_url' | 'scenario' | 'scenario_inline' | 'defaultVocabulary' | 'settings'
> {
  /** The scenario of the world `default`: one that ships, or one of your own in `scenarioDir`; default `starter`. */
  readonly scenario?: ScenarioName
  /** The settings of the world `default`. */
  readonly settings?: GivenSettings
  /**
   * The settings of every new world, such as `{ stats_cache: 'PT0S' }`. They override the settings of its scenario. A world that is created
   * with settings of its own uses its own.
   */
  readonly serverSettings?: GivenSettings
  /** The base of all URLs in answers. */
  readonly publicUrl?: string
  /** The bearer token that callers of the control API must send. */
  readonly controlToken?: string
  /** Further host names for the control API. */
  readonly allowHosts?: readonly string[]
  /**
   * Further origins whose pages may use the control API, such as `https://dashboard.example`: scheme, host, and port if it is not
   * the default.
   */
  readonly allowOrigins?: readonly string[]
  /** Hosts that webhooks may be sent to besides this machine: host names, addresses, and address ranges such as 10.1.0.0/16. */
  readonly allowEgress?: readonly string[]
  /** A folder with your own scenarios. They may extend the scenarios of the package. */
  readonly scenarioDir?: string
  /**
   * The words of your deployment where they differ from the reference, or the name of a file with them. Every new world uses these words,
   * unless its scenario or its settings have other words.
   */
  readonly vocabulary?: GivenVocabulary | string
  /**
   * A file with the result of `maildouble drift --json` or `maildouble compare --json`: the ledger of assumptions then tells how each compares with
   * the service.
   */
  readonly evidence?: string
  /**
   * Whether the world `default` is reset when its scenario in `scenarioDir` changes; id, key and clock mode stay. An invalid
   * scenario changes nothing; its errors go to `log` unless `onEvent` is set. Other worlds keep the scenario they were created
   * with, even after a reset.
   */
  readonly watch?: boolean
  /** A folder in which worlds are saved, one file each. Without it, and without `store`, worlds end with the process. */
  readonly data?: string
  /** The URL of a Valkey or Redis server for saved worlds, such as `redis://127.0.0.1:6379/0`. Several processes can share the server. */
  readonly store?: string
  /** Whether stored worlds that can't be read are moved aside. Otherwise they stay, and calls for them are answered with 503. */
  readonly recover?: boolean
  /**
   * How long an unused world stays in `store`: an ISO 8601 duration or milliseconds. By default forever, as `default` always does.
   */
  readonly worldTtl?: string | number
  /**
   * Maximum number of bytes that the journal of a world takes in memory before its oldest calls are evicted; 16 MiB by default, which
   * hold some 15,000 small calls. The journals of all worlds together may take 16 times as much.
   */
  readonly journalBytes?: number
  /**
   * A key that is valid in each world that a call names. Calls of the service then choose their world by a header, `baggage: maildouble.world=<id>` or
   * `X-Maildouble-World: <id>`, so that one application can be tested in many worlds. By default headers choose no worlds.
   */
  readonly sharedKey?: string
  /**
   * Called for every answered call of the service, every webhook sent, and every reload of scenarios. It is called synchronously,
   * so slow functions delay the double; thrown errors go to `log`.
   */
  readonly onEvent?: (event: DoubleEvent) => void
  /** Receives defects and notices; standard error by default. */
  readonly log?: (message: string) => void
}

/**
 * Hands the webhooks for a URL, and for the paths below it, to a function of this process instead of sending them, such as `app.fetch` of
 * your application. It may answer for any host, since nothing leaves the process. A thrown error is the error of the attempt. With
 * `world`, it receives only the webhooks of the world with that id. Returns an unregister function.
 *
 * @throws Error if the URL is not one of http or https, or has a function already.
 * @example
 * import { createDouble } from 'maildouble'
 * await using double = await createDouble({ scenario: 'webhooks' })
 * const unregister = double.receiveAt('http://127.0.0.1:5000', async (request) => {
 *   console.log(request.method, new URL(request.url).pathname)
 *   return new Response('Thanks')
 * })
 * unregister()
 */
export type ReceiveAt = (
  url: string | URL,
  receive: (request: Request) => Response | Promise<Response>,
  options?: { readonly world?: string },
) => () => void
