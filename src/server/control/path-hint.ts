import { routes } from '../../kernel/contract/control.ts'
import { nearest } from '../../kernel/support/nearest.ts'

/** The segments of a path. Parameters are `undefined`. */
type Template = readonly (string | undefined)[]

/** Made for the first hint, since most servers never get an unknown path. */
let templates: readonly Template[] | undefined

/** A template of each path, also in the short form for the world `default`. */
function pathTemplates(): readonly Template[] {
  return (templates ??= [...new Set(routes.map(({ path }) => path))]
    .flatMap((path) => [path, path.replace(/^\/worlds\/\{world\}(?=\/)/, '')])
    .map((path) => segmentsOf(path).map((segment) => (/^\{\w+\}$/.test(segment) ? undefined : segment))))
}

/** Maximum number of paths in a hint, and of segments that are compared. */
const NAMED_MAX = 3
const SEGMENTS_MAX = 16

/**
 * Asks whether one of the paths that differ least from a misspelled one was meant; both are below `/_control`. Returns `''` if none is close.
 *
 * @example
 * pathHint('/worlds/mine/clok') // Did you mean /_control/worlds/mine/clock?
 */
export function pathHint(below: string): string {
  const given = segmentsOf(below)
  if (given.length === 0 || given.length > SEGMENTS_MAX) return ''
  const close = pathTemplates().flatMap((template) => likeTemplate(given, template) ?? [])
  const fewest = Math.min(...close.map(({ different }) => different))
  const paths = new Set(close.flatMap(({ different, path }) => (different === fewest ? [path] : [])))
  return paths.size === 0 ? '' : `Did you mean ${[...paths].slice(0, NAMED_MAX).join(' or ')}?`
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '')
}

/** A path corrected by a template, and the number of segments that were wrong. `undefined` if the template has other segments. */
function likeTemplate(
  given: readonly string[],
  template: Template,
): { readonly path: string; readonly different: number } | undefined {
  if (given.length !== template.length) return undefined
  const corrected = given.map((segment, index) => template[index] ?? segment)
  const wrong = given.filter((segment, index) => segment !== corrected[index])
  const isClose = given.every((segment, index) => nearest(segment, [corrected[index] ?? '']).length > 0)
  return isClose ? { path: `/_control/${corrected.join('/')}`.slice(0, 200), different: wrong.length } : undefined
}
