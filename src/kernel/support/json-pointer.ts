/** Returns the value at a JSON pointer, or `undefined` if there is none. */
export function valueAt(whole: unknown, pointer: string): unknown {
  if (pointer === '') return whole
  let found = whole
  for (const name of tokensOf(pointer)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    if (Array.isArray(found) && !/^\d+$/.test(name)) return undefined
    found = (found as { readonly [name: string]: unknown })[name]
  }
  return found
}

export function pointerTo(path: readonly (string | number)[]): string {
  return path.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** Parses a JSON pointer into a path. */
export function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}
