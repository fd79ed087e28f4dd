import { routerOf, type Found } from '../contract/router.ts'
import { routes } from '../contract/service.ts'
import { ApiError } from '../world/errors.ts'

const route = routerOf(routes)

/** So many paths are remembered, so long at most: clients call the same ones again and again. */
const PATHS_KEPT_MAX = 1_000
const PATH_KEPT_MAX = 200
const found = new Map<string, Found>()

/** Finds the operations at a path below `/3.0`. */
export function findRoute(path: string): Found | undefined {
  const known = found.get(path)
  if (known) return known
  const here = route(path)
  if (!here || path.length > PATH_KEPT_MAX) return here
  if (found.size >= PATHS_KEPT_MAX) found.clear()
  found.set(path, here)
  return here
}

/** A path has at most so many segments after `/3.0`. */
const SEGMENTS_MAX = 8

/** The path without the one slash that may stand at its end; refuses one that is too long. */
export function pathOf(below: string): string {
  const path = below.length > 1 && below.endsWith('/') ? below.slice(0, -1) : below || '/'
  let segments = 0
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) segments++
  if (segments <= SEGMENTS_MAX) return path
  throw new ApiError('ResourceNestingTooDeep', { detail: `A path has at most ${SEGMENTS_MAX} segments after /3.0.` })
}
