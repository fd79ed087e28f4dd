import { allowed, existingIn, type PathItem } from '../../kernel/contract/router.ts'
import type { Route } from '../../kernel/contract/route.ts'
import { ApiError } from '../../kernel/world/errors.ts'
import type { Settings } from '../../kernel/world/world.ts'
import { errors } from '../model/errors.ts'
import type { DeployedMatch } from '../vocabulary/paths.ts'
import type { Words } from '../vocabulary/words.ts'
import { loadResource } from './checks.ts'
import { parseBody } from './json.ts'

/** Maximum number of segments of a path after `/3.0`. */
const SEGMENTS_MAX = 8

/** The path without a trailing slash. Rejects a path with too many segments. */
export function normalizePath(below: string): string {
  const path = below.length > 1 && below.endsWith('/') ? below.slice(0, -1) : below || '/'
  let segments = 0
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) segments++
  if (segments <= SEGMENTS_MAX) return path
  throw new ApiError('ResourceNestingTooDeep', { detail: `A path has at most ${SEGMENTS_MAX} segments after /3.0.` })
}

/** Finds what is served at a path below `/3.0`. Returns an error if there is nothing. */
export function findPath(words: Words, below: string, hint = ''): DeployedMatch | ApiError {
  try {
    const path = normalizePath(below)
    return words.find(path) ?? errors.notFound(`nothing is served at ${path.slice(0, 200)}${hint}`)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

const loadedItems = new WeakSet<PathItem>()

/** Loads what the operations at a path need. Returns `undefined` if it is loaded. */
export function loadOperationsAt(item: PathItem): Promise<unknown> | undefined {
  if (loadedItems.has(item)) return undefined
  const loading = Object.values(item).flatMap(({ resource }) => loadResource(resource) ?? [])
  if (loading.length === 0) loadedItems.add(item)
  return loading.length === 0 ? undefined : Promise.all(loading)
}

/** The operation of a method at a path. Throws a 405 with the methods that exist with the settings of the world. */
export function routeOrThrow(all: PathItem, method: string, settings: Settings): Route {
  const item = existingIn(all, settings)
  // The answer to HEAD is that of GET, without its body.
  const route = item[method === 'HEAD' ? 'GET' : method]
  if (route) return route
  const allow = allowed(item)
  throw errors.wrongState(`The method ${method} is not allowed at this path. What maildouble has here: ${allow}.`, allow)
}

/** The body of a call in the words of the reference. It is parsed once, when it is first needed. */
export class CallBody {
  readonly #text: () => string
  readonly #words: Words
  readonly #route: Route | undefined
  #read: { readonly json: unknown } | ApiError | undefined

  /** `text` throws an `ApiError` if the body could not be received. */
  constructor(words: Words, route: Route | undefined, text: () => string) {
    this.#words = words
    this.#route = route
    this.#text = text
  }

  /** Returns `undefined` if there is no body. Throws an `ApiError` if it is not JSON. */
  get json(): unknown {
    const read = (this.#read ??= this.#parse())
    if (read instanceof ApiError) throw read
    return read.json
  }

  /** Returns `undefined` if there is no body, or if it cannot be read. */
  get readableJson(): unknown {
    const read = (this.#read ??= this.#parse())
    return read instanceof ApiError ? undefined : read.json
  }

  #parse(): { readonly json: unknown } | ApiError {
    try {
      const sent = parseBody(this.#text())
      return { json: this.#route ? this.#words.bodyOf(this.#route, sent) : sent }
    } catch (error) {
      if (error instanceof ApiError) return error
      throw error
    }
  }
}
