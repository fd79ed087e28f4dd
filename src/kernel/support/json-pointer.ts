/** Returns the value at a JSON pointer, or `undefined` if there is none. */
export function valueAt(whole: unknown, pointer: string): unknown {
  if (pointer === '') return whole
  let found = whole
  for (const name of stepsOf(pointer)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    if (Array.isArray(found) && !/^\d+$/.test(name)) return undefined
    found = (found as { readonly [name: string]: unknown })[name]
  }
  return found
}

export function pointerTo(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** Parses a JSON pointer into a path. */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}
