/** Texts of the service's errors, as recorded. */

export const NOT_FOUND = 'The requested resource could not be found.'
export const NONE_OF_SEVERAL = 'Data did not match any of the schemas described in anyOf.'

/** The message about missing members. */
export function missing(...names: readonly string[]): string {
  return `Required fields were not provided: ${names.join(', ')}`
}

/** The message about a value of another type. */
export function mistyped(wanted: string, found: string): string {
  return `Schema describes ${wanted}, ${found} found instead`
}
