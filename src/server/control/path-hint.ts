import { routes } from '../../kernel/contract/control.ts'
import { nearestPaths, splitPath, type PathTemplate } from '../../kernel/contract/nearest-path.ts'

/** Made for the first hint, since most servers never get an unknown path. */
let templates: readonly PathTemplate[] | undefined

/** A template of each path, also in the short form for the world `default`. */
function pathTemplates(): readonly PathTemplate[] {
  return (templates ??= routes
    .flatMap(({ path }) => [path, path.replace(/^\/worlds\/\{world\}(?=\/)/, '')])
    .map((path) => splitPath(path)))
}

/**
 * Asks whether one of the paths that differ least from a misspelled one was meant; both are below `/_control`. Returns `''` if none is close.
 *
 * @example
 * pathHint('/worlds/mine/clok') // Did you mean /_control/worlds/mine/clock?
 */
export function pathHint(below: string): string {
  const paths = nearestPaths(below, pathTemplates()).map((path) => `/_control${path}`)
  return paths.length === 0 ? '' : `Did you mean ${paths.join(' or ')}?`
}
