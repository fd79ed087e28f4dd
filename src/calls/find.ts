import { routerOf } from '../contract/router.ts'
import { routes } from '../contract/service.ts'
import { ApiError } from '../world/errors.ts'

/** Finds the operations at a path below `/3.0`. */
export const findRoute = routerOf(routes)

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
