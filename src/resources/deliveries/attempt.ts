import type { Millis } from '../../support/time.ts'

/** A request that was made of a receiver, and what came of it. */
export interface Attempt {
  /** The time of the world, and the real one. */
  readonly at: Millis
  readonly real_at: Millis
  readonly duration_ms: number
  readonly request: { readonly url: string; readonly headers: HeaderTexts; readonly body: string }
  readonly response?: { readonly status: number; readonly headers: HeaderTexts; readonly body: string }
  /** Why there is no answer. */
  readonly error?: string
  /** Whether nothing was sent, since the receiver may not be called. */
  readonly blocked?: boolean
  /** Whether somebody asked for it: retries are counted from it. */
  readonly resent?: boolean
}

/** What came of a request, without the request. */
export type AttemptOutcome = Omit<Attempt, 'request' | 'resent'>

/** Headers by their names in lower case. */
export interface HeaderTexts {
  readonly [name: string]: string
}

/** Whether the receiver took what it was sent: by any answer from 200 to 299, and by no other. */
export function isTaken({ response }: Attempt): boolean {
  return response !== undefined && response.status >= 200 && response.status <= 299
}

/** About how many bytes an attempt takes to keep. */
export function sizeOf({ request, response }: Attempt): number {
  return request.body.length + (response ? response.body.length + JSON.stringify(response.headers).length : 0)
}

/** Whether something is an attempt. */
export function isAttempt(value: unknown): value is Attempt {
  return typeof value === 'object' && value !== null && 'request' in value && 'real_at' in value
}
