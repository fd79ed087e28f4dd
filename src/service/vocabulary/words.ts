import { routerOf, type RouteMatch } from '../../kernel/contract/router.ts'
import { routes } from '../../kernel/contract/service.ts'
import type { DeployedMatch } from './paths.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Translates between the words of a world's callers and the words of the reference. Requests are decoded, and answers encoded. */
export type Words = Pick<
  Vocabulary,
  | 'isReference'
  | 'find'
  | 'header'
  | 'headers'
  | 'queryOf'
  | 'queryAsSent'
  | 'bodyOf'
  | 'pointerAsSent'
  | 'answer'
  | 'problem'
  | 'mistake'
  | 'payload'
  | 'key'
  | 'value'
  | 'openApi'
  | 'schema'
  | 'schemaUrlPath'
>

const route = routerOf(routes)

/** Maximum number and length of cached paths. Clients call the same paths again and again. */
const CACHED_PATHS_MAX = 1_000
const CACHED_PATH_LENGTH_MAX = 200
const cache = new Map<string, DeployedMatch>()

function findPath(path: string): DeployedMatch | undefined {
  const cached = cache.get(path)
  if (cached) return cached
  const match = route(path)
  if (!match) return undefined
  const found = { match, path }
  if (path.length > CACHED_PATH_LENGTH_MAX) return found
  if (cache.size >= CACHED_PATHS_MAX) cache.clear()
  cache.set(path, found)
  return found
}

/** Finds the operations at a path below `/3.0`, in the words of the reference. */
export function findRoute(path: string): RouteMatch | undefined {
  return findPath(path)?.match
}

/** The words of the reference, which most worlds use. */
export const REFERENCE_WORDS: Words = {
  isReference: true,
  find: findPath,
  header: (name) => name,
  headers: (headers) => headers,
  queryOf: (_route, query) => query,
  queryAsSent: (_route, query) => query,
  bodyOf: (_route, body) => body,
  pointerAsSent: (_route, pointer) => pointer,
  answer: (_route, text) => text,
  problem: (_route, text) => text,
  mistake: (_route, mistake) => mistake,
  payload: (_event, payload) => payload,
  key: (name) => name,
  value: (_holder, word) => word,
  openApi: (document) => document,
  schema: (schema) => schema,
  schemaUrlPath: (path) => path,
}
