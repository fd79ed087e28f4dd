import type { Contract } from '../../kernel/contract/openapi.ts'
import { documents } from '../../kernel/contract/documents.ts'
import { errorCatalogue, links, routes } from '../../kernel/contract/service.ts'
import { isObject, findObject } from '../../kernel/support/is-object.ts'
import { fixedSegments, linkedPaths } from './paths.ts'

/** The words that a vocabulary can map, each with the places where it occurs: operations, webhooks, links or problems. */
export interface WordCatalogue {
  readonly paths: WordPlaces
  readonly keys: WordPlaces
  /** The values by the key that holds them. */
  readonly values: ReadonlyMap<string, WordPlaces>
  readonly headers: WordPlaces
}

/** Words, and the places of each. */
export type WordPlaces = ReadonlyMap<string, readonly string[]>

/** The headers whose names a deployment can change, as the reference writes them. */
const HEADERS: WordPlaces = new Map([
  ['X-HTTP-Method-Override', ['requests']],
  ['X-Trigger-Error', ['requests']],
  ['X-Request-Id', ['answers']],
  ['X-Service-Signature', ['webhooks']],
])

/** The query parameters that name the campaign and the recipient to shops, where tracked links lead. */
const LINK_PARAMETERS = ['cid', 'eid'] as const

export type LinkParameter = (typeof LINK_PARAMETERS)[number]

/** The user agent of webhooks in the reference. */
export const USER_AGENT = 'Service'

let loaded: Promise<WordCatalogue> | undefined

/** Loads the words of the contract, once. */
export function loadCatalogue(): Promise<WordCatalogue> {
  return (loaded ??= documents.service().then(makeCatalogue))
}

function makeCatalogue(document: Contract): WordCatalogue {
  const gatherer = new Gatherer(document)
  for (const { id, path, method, query } of routes) {
    for (const { name, accepted = [] } of query) {
      gatherer.key(name, id)
      for (const value of accepted) gatherer.value(name, value, id)
    }
    const operation = findObject(document, ['paths', path, method.toLowerCase()])
    gatherer.bodies(findObject(operation, ['requestBody']), id)
    for (const answer of Object.values(findObject(operation, ['responses']) ?? {})) gatherer.bodies(answer, id)
  }
  for (const [name, item] of Object.entries(findObject(document, ['webhooks']) ?? {})) {
    gatherer.bodies(findObject(item, ['post', 'requestBody']), `webhook ${name}`)
  }
  for (const [name, ofSchema] of Object.entries(links)) {
    for (const rel of Object.keys(ofSchema)) gatherer.value('rel', rel, `links of ${name}`)
  }
  for (const name of LINK_PARAMETERS) gatherer.key(name, 'tracked links')
  for (const { title } of Object.values(errorCatalogue)) gatherer.value('title', title, 'problem objects')
  const paths = fixedSegments().map((segment) => {
    const within = linkedPaths().filter((path) => path.split('/').includes(segment))
    return [segment, within] as const
  })
  return { paths: new Map(paths), keys: gatherer.keys, values: gatherer.values, headers: HEADERS }
}

/** Collects the keys and values of schemas. */
class Gatherer {
  readonly keys = new Map<string, string[]>()
  readonly values = new Map<string, Map<string, string[]>>()
  readonly #document: Contract

  constructor(document: Contract) {
    this.#document = document
  }

  key(name: string, place: string): void {
    note(this.keys, name, place)
  }

  value(holder: string, word: string, place: string): void {
    const words = this.values.get(holder) ?? new Map<string, string[]>()
    note(words, word, place)
    this.values.set(holder, words)
  }

  /** The words of the bodies of a request or an answer. */
  bodies(holder: unknown, place: string): void {
    for (const media of Object.values(findObject(this.#resolved(holder), ['content']) ?? {}))
      this.#schema(findObject(media, ['schema']), '', place, new Set())
  }

  /** The node that a reference leads to, or the node itself if it is none. */
  #resolved(node: unknown): unknown {
    const reference = isObject(node) ? node['$ref'] : undefined
    return typeof reference === 'string' ? findObject(this.#document, reference.slice(2).split('/')) : node
  }

  #schema(node: unknown, holder: string, place: string, seen: Set<string>): void {
    if (!isObject(node)) return
    const { $ref: reference, properties, additionalProperties, items, enum: listed, const: only } = node
    if (typeof reference === 'string' && !seen.has(`${holder} ${reference}`)) {
      seen.add(`${holder} ${reference}`)
      this.#schema(this.#resolved(node), holder, place, seen)
    }
    const item = node['x-item-schema']
    if (typeof item === 'string') this.#schema({ $ref: `#/components/schemas/${item}` }, holder, place, seen)
    for (const word of [...(Array.isArray(listed) ? listed : []), only]) {
      if (typeof word === 'string' && word !== '' && holder !== '') this.value(holder, word, place)
    }
    for (const [name, member] of Object.entries(isObject(properties) ? properties : {})) {
      this.key(name, place)
      this.#schema(member, name, place, seen)
    }
    for (const below of [additionalProperties, items, node['allOf'], node['oneOf'], node['anyOf']].flat()) {
      this.#schema(below, holder, place, seen)
    }
  }
}

function note(words: Map<string, string[]>, word: string, place: string): void {
  const places = words.get(word)
  if (!places) words.set(word, [place])
  else if (!places.includes(place)) places.push(place)
}
