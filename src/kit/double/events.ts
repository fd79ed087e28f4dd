import type { DeliveryStatus } from '../../kernel/contract/names.ts'

/**
 * An answered call of the service, or a performed operation of a batch, as in the journal: secrets are redacted. Calls of the
 * control API are not reported.
 *
 * @example
 * const server = await startServer({
 *   onEvent: (event) => event.type === 'call' && console.log(event.method, event.path, event.status)
 * })
 * await fetch(`${server.url}/3.0/ping`, { headers: { authorization: `Bearer ${server.apiKey}` } })
 * await server.stop()
 */
export interface CallEvent {
  readonly type: 'call'
  /** Real time of its arrival, ISO 8601. */
  readonly time: string
  /** The id of its world. */
  readonly world: string
  /** What chose the world: the path, a header, the key, or nothing; `null` for an operation of a batch. */
  readonly world_by: 'path' | 'header' | 'key' | 'default' | null
  /** The `X-Request-Id` of its answer, for `GET /_control/requests/{id}`. */
  readonly request_id: string
  /** Whether it was a request of its own or an operation of a batch. */
  readonly via: 'http' | 'batch'
  /** In capitals: `GET`. */
  readonly method: string
  /** Below the address of its world: `/3.0/lists`. */
  readonly path: string
  /** The query string; empty if there was none. */
  readonly query: string
  /** The operationId; `null` if the path belongs to none. */
  readonly operation: string | null
  /** `null` if a fault suppressed the answer. */
  readonly status: number | null
  /** Real milliseconds from arrival to answer. */
  readonly duration_ms: number | null
  /** The id of the last applied fault. */
  readonly fault: number | null
  /** All applied faults, in order, with their effects. */
  readonly faults: readonly { readonly id: number; readonly effect: string }[]
  /** The error of a refused call, as named in the catalogue. */
  readonly error: string | null
  /** Whether its answer was made by a fault or by `X-Trigger-Error`. */
  readonly injected: boolean
  /** Whether it hit a bug in maildouble. */
  readonly defect: boolean
}

/**
 * A webhook delivery that was attempted, recorded or blocked.
 *
 * @example
 * const server = await startServer({
 *   onEvent: (event) => event.type === 'delivery' && console.log(event.event, event.status)
 * })
 * await server.stop()
 */
export interface DeliveryEvent {
  readonly type: 'delivery'
  /** Real time of the event, ISO 8601. */
  readonly time: string
  /** The id of its world. */
  readonly world: string
  /** The id for `GET /_control/deliveries/{id}`. */
  readonly delivery: number
  /** The event of the webhook: `subscribe`, `campaign` ... */
  readonly event: string
  /** The id of its webhook. */
  readonly webhook_id: string
  /** The list of the webhook; empty for a batch webhook. */
  readonly list_id: string
  /** The URL of the receiver, without query and password. */
  readonly url: string
  /** Its status, as in the control API. */
  readonly status: DeliveryStatus
  /** Number of attempts so far. */
  readonly attempts: number
  /** The status that the receiver answered the last attempt with. */
  readonly answered: number | null
  /** Real milliseconds that the last attempt took. */
  readonly duration_ms: number | null
  /** Why there was no answer. */
  readonly error: string | null
}

/**
 * Files of the watched scenario folder have changed.
 *
 * @example
 * const server = await startServer({
 *   scenarioDir: '.',
 *   watch: true,
 *   onEvent: (event) => event.type === 'reload' && console.log(event.errors)
 * })
 * await server.stop()
 */
export interface ReloadEvent {
  readonly type: 'reload'
  /** Real time, ISO 8601. */
  readonly time: string
  /** The changed files, relative to the folder. */
  readonly files: readonly string[]
  /** The scenario of the world `default`. */
  readonly scenario: string
  /** Whether the world `default` was reset, which happens if its scenario has changed and is valid. */
  readonly renewed: boolean
  /** The errors in the folder's scenarios, with file and line. */
  readonly errors: readonly string[]
}

/**
 * An event of a double, with the names of the control API.
 *
 * @example
 * const events: DoubleEvent[] = []
 * const double = await createDouble({ onEvent: (event) => events.push(event) })
 * await double.stop()
 */
export type DoubleEvent = CallEvent | DeliveryEvent | ReloadEvent
