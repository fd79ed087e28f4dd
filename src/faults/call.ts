import type { Millis } from '../support/time.ts'

/** A call as faults see it. */
export interface FaultCall {
  readonly via: 'http' | 'batch'
  /** The operation, of the service's contract or of that of public pages. */
  readonly operation: string
  readonly method: string
  /** Below `/3.0`; of pages and of sign-in below the address of the world. Percent-encoded. */
  readonly path: string
  /** A header by its name in lower case. */
  readonly header: (name: string) => string | undefined
  readonly query: ReadonlyMap<string, string>
  /** The parsed body; nothing when there is none that can be read. */
  readonly body: unknown
  /** Where the answer comes from: for problem objects. */
  readonly origin: { readonly base_url: string; readonly request_id: string }
}

/** A call that can be held up. */
export interface FaultyCall extends FaultCall {
  /** Lets real time pass, unless the world is put back before or time is of no account. */
  readonly wait: (ms: Millis) => Promise<void>
}
