import { readInstant, type Seconds } from '../support/time.ts'
import { errors } from './errors.ts'

/** The instant that a text of a body stands for. Its form has been checked, but not whether its day stands in the calendar. */
export function instantIn(field: string, text: string): Seconds {
  const at = readInstant(text)
  if (at === undefined) throw errors.invalid({ field, message: 'Value must be a date or a date with a time (ISO 8601).' })
  return at
}
