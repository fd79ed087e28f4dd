import { allowed, type PathItem } from '../../kernel/contract/router.ts'
import { errors } from '../resources/answers/errors.ts'
import { ApiError } from '../../kernel/world/errors.ts'

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

/** The error for a method that a path does not have. Its details list the methods that exist with the settings of the world. */
export function methodNotAllowed(method: string, item: PathItem): ApiError {
  const allow = allowed(item)
  return errors.wrongState(`The method ${method} is not allowed at this path. What maildouble has here: ${allow}.`, allow)
}
