import { readInstant, type Seconds } from '../support/time.ts'
import { errors } from './errors.ts'

/**
 * The instant that a text of a body stands for. The contract has checked its form, and only a text that is empty or lies
 * beyond the years 0 to 9999 in UTC is refused here.
 */
export function instantIn(field: string, text: string): Seconds {
  const at = readInstant(text)
  if (at === undefined) throw errors.invalid({ field, message: 'Value must be a date or a date with a time (ISO 8601).' })
  return at
}
