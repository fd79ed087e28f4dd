import { nearest } from '../support/nearest.ts'

/** The segments of a path of a contract; parameters are in braces. */
export type PathTemplate = readonly string[]

/** Maximum number and length of the paths, and maximum number of segments that are compared. */
const NAMED_MAX = 3
const LENGTH_MAX = 200
const SEGMENTS_MAX = 16

/**
 * Corrects a misspelled path by the templates that differ least from it. The values of parameters stay.
 *
 * @example
 * nearestPaths('/list/3eb', [['lists', '{list_id}']]) // ['/lists/3eb']
 */
export function nearestPaths(path: string, templates: readonly PathTemplate[]): readonly string[] {
  const given = splitPath(path)
  if (given.length === 0 || given.length > SEGMENTS_MAX) return []
  const close = templates.flatMap((template) => corrected(given, template) ?? [])
  const fewest = Math.min(...close.map(({ different }) => different))
  const paths = new Set(close.flatMap(({ different, path: meant }) => (different === fewest ? [meant] : [])))
  return [...paths].slice(0, NAMED_MAX)
}

export function splitPath(path: string): PathTemplate {
  return path.split('/').filter((segment) => segment !== '')
}

export function isParameter(segment: string): boolean {
  return /^\{\w+\}$/.test(segment)
}

/** A path corrected by a template, and the number of segments that were wrong. `undefined` if the template has other segments. */
function corrected(
  given: readonly string[],
  template: PathTemplate,
): { readonly path: string; readonly different: number } | undefined {
  if (given.length !== template.length) return undefined
  const meant = given.map((segment, index) => {
    const expected = template[index] ?? ''
    return isParameter(expected) ? segment : expected
  })
  const wrong = given.filter((segment, index) => segment !== meant[index])
  const isClose = given.every((segment, index) => nearest(segment, [meant[index] ?? '']).length > 0)
  return isClose ? { path: `/${meant.join('/')}`.slice(0, LENGTH_MAX), different: wrong.length } : undefined
}
