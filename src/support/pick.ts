/** The named members of an object, as far as it has them itself. */
export function pick<T extends object, Name extends keyof T & string>(from: T, names: readonly Name[]): Partial<Pick<T, Name>> {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(from, name)).map((name) => [name, from[name]])) as Partial<
    Pick<T, Name>
  >
}
