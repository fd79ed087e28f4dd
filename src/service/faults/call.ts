import type { Millis } from '../../kernel/support/time.ts'

/** A call as faults see it. */
export interface FaultCall {
  readonly via: 'http' | 'batch'
  /** The operation, of the service's contract or of the contract of public pages. */
  readonly operation: string
  readonly method: string
  /** Below `/3.0`; for pages and sign-in, below the URL of the world. Percent-encoded. */
  readonly path: string
  /** Returns a header by its name in lower case. */
  readonly header: (name: string) => string | undefined
  readonly query: ReadonlyMap<string, string>
  /** The parsed body, or `undefined` if there is none or it cannot be read. */
  readonly body: unknown
  /** Where the answer comes from, for problem objects. */
  readonly origin: { readonly base_url: string; readonly request_id: string }
}

/** A call that can be delayed. */
export interface FaultyCall extends FaultCall {
  /** Waits in real time. Ends early if the world is reset, or if delays are switched off. */
  readonly wait: (ms: Millis) => Promise<void>
}
