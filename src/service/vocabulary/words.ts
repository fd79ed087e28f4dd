import { createRouter, type RouteMatch } from '../../kernel/contract/router.ts'
import { routes } from '../../kernel/contract/service.ts'
import type { DeployedMatch } from './paths.ts'
import { Vocabulary, lowerCased } from './vocabulary.ts'
import type { Contract } from '../../kernel/contract/openapi.ts'
import { documents } from '../../kernel/contract/documents.ts'
import { Defect } from '../../kernel/world/errors.ts'
import { type LinkParameter, USER_AGENT } from './catalogue.ts'
import type { GivenVocabulary } from './definition.ts'
import { WordMap } from './word-map.ts'

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

const route = createRouter(routes)

/** Maximum number and length of cached paths. Clients call the same paths again and again: a `GET` takes 7 % less (`bench/compare.mjs`, 2026-11-30). */
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

let document: Contract | undefined
let loading: Promise<void> | undefined
/** Without it, a page of ten members takes 8 ms instead of 1.2 (2026-11-30). */
const made = new WeakMap<GivenVocabulary, Vocabulary>()

/** Loads what vocabularies need, once. Returns `undefined` if it is loaded, or if there is no vocabulary. */
export function loadVocabulary({ vocabulary }: SettingsWithVocabulary): Promise<void> | undefined {
  if (!vocabulary || document) return undefined
  return (loading ??= documents.service().then((found) => void (document = found)))
}

/** Settings, as far as they say which words a world uses. */
export interface SettingsWithVocabulary {
  readonly vocabulary?: GivenVocabulary | null | undefined
}

/** The words of a world. Those of a deployment need `loadVocabulary` first. */
export function chooseWords(settings: SettingsWithVocabulary): Words {
  const { vocabulary } = settings
  if (!vocabulary) return REFERENCE_WORDS
  const known = made.get(vocabulary)
  if (known) return known
  if (!document) throw new Defect('The vocabulary of a world has not been loaded.')
  const compiled = new Vocabulary(vocabulary, document)
  made.set(vocabulary, compiled)
  return compiled
}

/** The user agent of webhooks, and of the request that validates their URL. */
export function chooseUserAgent({ vocabulary }: SettingsWithVocabulary): string {
  return vocabulary?.user_agent ?? USER_AGENT
}

/** The deployment's name of a query parameter that a tracked link adds. */
export function linkParameter({ vocabulary }: SettingsWithVocabulary, name: LinkParameter): string {
  return new WordMap(vocabulary?.keys ?? {}).toDeployment(name)
}

/** The deployment's name of a header that webhooks carry, in lower case. */
export function webhookHeader({ vocabulary }: SettingsWithVocabulary, name: string): string {
  return new WordMap(lowerCased(vocabulary?.headers ?? {})).toDeployment(name)
}
