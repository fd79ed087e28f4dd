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

/** The outcome of a request, without the request. */
export type AttemptOutcome = Omit<Attempt, 'request' | 'resent'>

/** Headers by their lower-case names. */
export interface HeaderTexts {
  readonly [name: string]: string
}

/** Whether the receiver accepted the delivery: by an answer from 200 to 299. */
export function isAccepted({ response }: Attempt): boolean {
  return response !== undefined && response.status >= 200 && response.status <= 299
}

/** The approximate size of an attempt in bytes. */
export function sizeOf({ request, response }: Attempt): number {
  return request.body.length + (response ? response.body.length + JSON.stringify(response.headers).length : 0)
}

export function isAttempt(value: unknown): value is Attempt {
  return typeof value === 'object' && value !== null && 'request' in value && 'real_at' in value
}
