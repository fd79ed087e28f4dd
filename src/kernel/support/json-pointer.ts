/** Returns the value at a JSON pointer, or `undefined` if there is none. */
export function valueAt(whole: unknown, pointer: string): unknown {
  if (pointer === '') return whole
  let found = whole
  for (const name of parsePointer(pointer)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    if (Array.isArray(found) && !/^\d+$/.test(name)) return undefined
    found = (found as { readonly [name: string]: unknown })[name]
  }
  return found
}

export function pointerTo(path: readonly (string | number)[]): string {
  return path.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** Says why a text is not a JSON pointer, and what would be right. Returns `undefined` if it is one. */
export function pointerMistake(text: string): string | undefined {
  const not = 'which is not a JSON pointer: '
  if (text !== '' && !text.startsWith('/')) {
    const meant = `/${text.replaceAll(/[.[]/g, '/').replaceAll(']', '')}`
    return `${not}use ${JSON.stringify(meant).slice(0, SHOWN_MAX)}.`
  }
  return /~(?![01])/.test(text) ? `${not}a ~ is written as ~0, and a slash in a name as ~1.` : undefined
}

const SHOWN_MAX = 100

/** Parses a JSON pointer into a path. */
export function parsePointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}
