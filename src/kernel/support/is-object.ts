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

/** The object at a path of names in nested objects. Returns `undefined` if there is none. */
export function findObject(whole: unknown, path: readonly string[]): { readonly [name: string]: unknown } | undefined {
  let found = whole
  for (const name of path) {
    if (!isObject(found) || !Object.hasOwn(found, name)) return undefined
    found = found[name]
  }
  return isObject(found) ? found : undefined
}
