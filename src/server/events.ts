/**
 * A call of the service that has been answered, or an operation of a batch that has been performed, as its journal shows it: secrets are
 * redacted. Calls of the control plane are not reported.
 *
 * @example
 * const server = await startServer({ onEvent: (event) => event.type === 'call' && console.log(event.method, event.path, event.status) })
 * await fetch(`${server.url}/3.0/ping`, { headers: { authorization: `Bearer ${server.apiKey}` } })
 * await server.stop()
 */
export interface CallEvent {
  readonly type: 'call'
  /** The real time of its arrival, ISO 8601. */
  readonly time: string
  /** The id of its world. */
  readonly world: string
  /** The `X-Request-Id` of its answer, by which `GET /_control/requests/{id}` finds it. */
  readonly request_id: string
  /** Whether it came by itself, or as an operation of a batch. */
  readonly via: 'http' | 'batch'
  /** In capitals: `GET`. */
  readonly method: string
  /** Below the address of its world: `/3.0/lists`. */
  readonly path: string
  /** What stood behind the question mark, empty if nothing did. */
  readonly query: string
  /** The operationId; `null` where the path belongs to none. */
  readonly operation: string | null
  /** `null` where a fault kept the answer back. */
  readonly status: number | null
  /** Real milliseconds from its arrival to its answer. */
  readonly duration_ms: number | null
  /** The id of the last fault that struck it. */
  readonly fault: number | null
  /** All faults that struck it, in order, with what each did. */
  readonly faults: readonly { readonly id: number; readonly effect: string }[]
  /** The word of the error catalogue that it was refused with. */
  readonly error: string | null
  /** Whether its answer was made by a fault, or by `X-Trigger-Error`. */
  readonly injected: boolean
  /** Whether it met a bug of maildouble. */
  readonly defect: boolean
}

/**
 * An attempt to deliver a webhook, or that one was recorded or blocked.
 *
 * @example
 * const server = await startServer({ onEvent: (event) => event.type === 'delivery' && console.log(event.event, event.status) })
 * await server.stop()
 */
export interface DeliveryEvent {
  readonly type: 'delivery'
  /** The real time at which it came to this, ISO 8601. */
  readonly time: string
  /** The id of its world. */
  readonly world: string
  /** The id by which `GET /_control/deliveries/{id}` finds it. */
  readonly delivery: number
  /** What the webhook is told of: `subscribe`, `campaign` ... */
  readonly event: string
  /** The webhook that it belongs to. */
  readonly webhook_id: string
  /** The list whose webhook it is; empty for one of batches. */
  readonly list_id: string
  /** Whom it goes to: without what stands behind the question mark, and without a password. */
  readonly url: string
  /** What became of it so far, as the control API says it. */
  readonly status: 'pending' | 'delivered' | 'failed' | 'retrying' | 'blocked' | 'recorded'
  /** How many attempts there have been. */
  readonly attempts: number
  /** The status that the receiver answered the last one with. */
  readonly answered: number | null
  /** Real milliseconds that the last one took. */
  readonly duration_ms: number | null
  /** Why there was no answer. */
  readonly error: string | null
}

/**
 * Files of the folder of scenarios have changed while it was watched.
 *
 * @example
 * const server = await startServer({ scenarioDir: '.', watch: true, onEvent: (event) => event.type === 'reload' && console.log(event.errors) })
 * await server.stop()
 */
export interface ReloadEvent {
  readonly type: 'reload'
  /** The real time, ISO 8601. */
  readonly time: string
  /** What has changed, below the folder. */
  readonly files: readonly string[]
  /** The scenario of the world `default`. */
  readonly scenario: string
  /** Whether the world `default` began anew. It does when its scenario is another one now, and can be used. */
  readonly renewed: boolean
  /** What is wrong with scenarios of the folder, with file and line. */
  readonly errors: readonly string[]
}

/**
 * What a double tells of as it happens. Names are those of the control API.
 *
 * @example
 * const events: DoubleEvent[] = []
 * const double = await createDouble({ onEvent: (event) => events.push(event) })
 * await double.stop()
 */
export type DoubleEvent = CallEvent | DeliveryEvent | ReloadEvent
