import { isDeepStrictEqual } from 'node:util'

/** Whether two plain values are equal in depth. */
export const equal = isDeepStrictEqual

/** Whether changes would leave an object as it is. Only what they name is looked at, and in depth only where it has to be. */
export function leavesAsIs<T extends object>(whole: T, changes: Partial<T>): boolean {
  for (const name in changes) if (changes[name] !== whole[name] && !equal(changes[name], whole[name])) return false
  return true
}
