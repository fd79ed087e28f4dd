/** Returns the value at a JSON pointer, or `undefined` if there is none. */
export function valueAt(whole: unknown, pointer: string): unknown {
  if (pointer === '') return whole
  let found = whole
  for (const step of pointer.slice(1).split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    if (Array.isArray(found) && !/^\d+$/.test(name)) return undefined
    found = (found as { readonly [name: string]: unknown })[name]
  }
  return found
}
