import { readInstant, type Seconds } from '../../../kernel/support/time.ts'
import type { FieldError } from '../../../kernel/world/errors.ts'
import { errors } from '../../model/errors.ts'

/**
 * Reads an instant in a body. The contract has checked its form; this rejects only an empty text and years outside of 0 to 9999 in
 * UTC.
 */
export function checkInstant(field: string, text: string): Seconds {
  const at = readInstant(text)
  if (at === undefined) throw errors.invalid({ field, message: NO_INSTANT })
  return at
}

/** Lists the named members that hold no instant although their form is valid: their years are outside of 0 to 9999 in UTC. */
export function instantMistakes<Name extends string>(
  body: { readonly [Each in Name]?: string | null | undefined },
  names: readonly Name[],
  at = '',
): FieldError[] {
  const wrong = names.filter((name) => {
    const text = body[name] ?? ''
    return text !== '' && !text.startsWith('0000-00-00') && readInstant(text) === undefined
  })
  return wrong.map((name) => ({ field: `${at}${name}`, message: NO_INSTANT }))
}

const NO_INSTANT = 'Value must be a date or a date with a time (ISO 8601).'
