import { isDeepStrictEqual } from 'node:util'

/** Whether two plain values are deeply equal. */
export const equal = isDeepStrictEqual

/** Whether changes would leave an object as it is. Compares only the members that the changes name. */
export function isUnchangedBy<T extends object>(whole: T, changes: Partial<T>): boolean {
  for (const name in changes) if (changes[name] !== whole[name] && !equal(changes[name], whole[name])) return false
  return true
}

/** Copies the named own properties of an object. Missing members are left out. */
export function pick<T extends object, Name extends keyof T & string>(from: T, names: readonly Name[]): Partial<Pick<T, Name>> {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(from, name)).map((name) => [name, from[name]])) as Partial<
    Pick<T, Name>
  >
}

/** Copies the named members of an object, each through a function. Members that are missing or undefined are left out. */
export function pickMapped<Name extends string, From, To>(
  from: { readonly [Key in Name]?: From | undefined },
  names: readonly Name[],
  map: (value: From, name: Name) => To,
): { [Key in Name]?: To } {
  const picked: { [Key in Name]?: To } = {}
  for (const name of names) {
    const value = from[name]
    if (value !== undefined) picked[name] = map(value, name)
  }
  return picked
}
