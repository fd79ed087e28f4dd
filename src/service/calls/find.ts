import { allowed, type PathItem, routerOf, type RouteMatch } from '../../kernel/contract/router.ts'
import { routes } from '../../kernel/contract/service.ts'
import { errors } from '../resources/errors.ts'
import { ApiError } from '../../kernel/world/errors.ts'

const route = routerOf(routes)

/** Maximum number and length of cached paths. Clients call the same paths again and again. */
const CACHED_PATHS_MAX = 1_000
const CACHED_PATH_LENGTH_MAX = 200
const cache = new Map<string, RouteMatch>()

/** Finds the operations at a path below `/3.0`. */
export function findRoute(path: string): RouteMatch | undefined {
  const cached = cache.get(path)
  if (cached) return cached
  const match = route(path)
  if (!match || path.length > CACHED_PATH_LENGTH_MAX) return match
  if (cache.size >= CACHED_PATHS_MAX) cache.clear()
  cache.set(path, match)
  return match
}

/** Maximum number of segments of a path after `/3.0`. */
const SEGMENTS_MAX = 8

/** The path without a trailing slash. Rejects a path with too many segments. */
export function pathOf(below: string): string {
  const path = below.length > 1 && below.endsWith('/') ? below.slice(0, -1) : below || '/'
  let segments = 0
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) segments++
  if (segments <= SEGMENTS_MAX) return path
  throw new ApiError('ResourceNestingTooDeep', { detail: `A path has at most ${SEGMENTS_MAX} segments after /3.0.` })
}

/** The error for a method that a path does not have. It lists the methods that exist with the settings of the world. */
export function methodNotAllowed(method: string, item: PathItem): ApiError {
  const allow = allowed(item)
  return errors.wrongState(`The method ${method} is not allowed at this path. What maildouble has here: ${allow}.`, allow)
}
