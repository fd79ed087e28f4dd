import { readInstant, type Seconds } from '../../../kernel/support/time.ts'
import { errors } from '../answers/errors.ts'

/**
 * Reads an instant in a body. The contract has checked its form; this rejects only an empty text and years outside of 0 to 9999 in
 * UTC.
 */
export function instantIn(field: string, text: string): Seconds {
  const at = readInstant(text)
  if (at === undefined) throw errors.invalid({ field, message: 'Value must be a date or a date with a time (ISO 8601).' })
  return at
}

/** Reads an instant in a body that may be unset by an empty text, and by zero dates where the contract allows them. Returns 0 for these. */
export function optionalInstantIn(field: string, text: string): Seconds {
  return text === '' || text.startsWith('0000-00-00') ? 0 : instantIn(field, text)
}
