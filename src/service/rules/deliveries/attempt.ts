import type { Attempt } from '../../model/deliveries/attempt.ts'

/** The outcome of a request, without the request. */
export type AttemptOutcome = Omit<Attempt, 'request' | 'resent'>

/** Whether the receiver accepted the delivery: by an answer from 200 to 299. */
export function isAccepted({ response }: Attempt): boolean {
  return response !== undefined && response.status >= 200 && response.status <= 299
}

/** The approximate size of an attempt in bytes. */
export function measureAttempt({ request, response }: Attempt): number {
  return request.body.length + (response ? response.body.length + JSON.stringify(response.headers).length : 0)
}

export function isAttempt(value: unknown): value is Attempt {
  return typeof value === 'object' && value !== null && 'request' in value && 'real_at' in value
}
