import { type Millis, readInstantMillis } from '../../kernel/support/time.ts'
import { ControlError } from './errors.ts'

/** Default number of items in an answer. */
export const SHOWN = 100

/** The instant in a query parameter. Throws 422 if the text is none. */
export function instantOrThrow(name: string, text: string): Millis {
  const at = readInstantMillis(text)
  if (at !== undefined) return at
  const hint = / \d{2}:?\d{2}$/.test(text) ? ' In a query, a plus sign must be encoded as %2B.' : ''
  throw new ControlError(
    422,
    `The query parameter ${name} must be an ISO 8601 instant such as 2026-01-15T09:00:00Z; ${text.slice(0, 100)} is none.${hint}`,
  )
}
