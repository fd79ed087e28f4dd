import type { Millis } from '../../kernel/support/time.ts'

/** A request and its answer, as a server gave it. */
export interface Exchange {
  readonly method: string
  readonly url: URL
  /** Names in lower case. */
  readonly requestHeaders: ReadonlyMap<string, string>
  readonly requestBody: string | undefined
  readonly status: number
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
  /** When the request was sent, if the source says so. */
  readonly at: Millis | undefined
}
