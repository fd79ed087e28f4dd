/** Copies the named own properties of an object. Missing members are left out. */
export function pick<T extends object, Name extends keyof T & string>(from: T, names: readonly Name[]): Partial<Pick<T, Name>> {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(from, name)).map((name) => [name, from[name]])) as Partial<
    Pick<T, Name>
  >
}
