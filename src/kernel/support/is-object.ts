/** Whether a value is an object with members: neither an array nor `null`. */
export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The members of an object; none of anything else. */
export function asObject(value: unknown): { readonly [name: string]: unknown } {
  return isObject(value) ? value : {}
}

/** The items of a list; none of anything else. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
