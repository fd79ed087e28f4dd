import { isDeepStrictEqual } from 'node:util'

/** Whether two plain values are deeply equal. */
export const equal = isDeepStrictEqual

/** Whether changes would leave an object as it is. Compares only the members that the changes name. */
export function isUnchangedBy<T extends object>(whole: T, changes: Partial<T>): boolean {
  for (const name in changes) if (changes[name] !== whole[name] && !equal(changes[name], whole[name])) return false
  return true
}
