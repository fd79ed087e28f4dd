/** The next id of a prefix and a number that is not taken, if there are so many things of its kind. */
export function freeId(prefix: string, count: number, isTaken: (id: string) => unknown): string {
  for (let number = count + 1; ; number++) if (!isTaken(`${prefix}${number}`)) return `${prefix}${number}`
}
