import { pickMapped } from '../../../kernel/support/pick.ts'
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

/** Reads the named instants of a body, as far as it has them. Empty texts, and zero dates where the contract allows them, are read as 0. */
export function instantsIn<Name extends string>(
  body: { readonly [Key in Name]?: string | undefined },
  names: readonly Name[],
): { [Key in Name]?: Seconds } {
  return pickMapped<Name, string, Seconds>(body, names, (text, name) =>
    text === '' || text.startsWith('0000-00-00') ? 0 : instantIn(name, text),
  )
}
