import type { Millis } from '../../../kernel/support/time.ts'

/** A request to a receiver, and its outcome. */
export interface Attempt {
  /** The time of the world, and the real time. */
  readonly at: Millis
  readonly real_at: Millis
  readonly duration_ms: number
  readonly request: { readonly url: string; readonly headers: HeaderTexts; readonly body: string }
  readonly response?: { readonly status: number; readonly headers: HeaderTexts; readonly body: string }
  /** Why there is no answer. */
  readonly error?: string
  /** Whether nothing was sent, because the receiver may not be called. */
  readonly blocked?: boolean
  /** Whether it was requested by a resend. Retries are counted from the latest resend. */
  readonly resent?: boolean
}

/** Headers by their lower-case names. */
export interface HeaderTexts {
  readonly [name: string]: string
}
