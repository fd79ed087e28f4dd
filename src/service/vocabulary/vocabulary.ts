import { renameListed, type SchemaViolation } from '../../kernel/contract/check.ts'
import type { Contract } from '../../kernel/contract/openapi.ts'
import type { Route } from '../../kernel/contract/route.ts'
import type { GivenVocabulary } from './definition.ts'
import { DocumentTranslator } from './document.ts'
import { Paths, type DeployedMatch } from './paths.ts'
import { Shapes, type Direction, type JsonSchema, type ShapeWords } from './shape.ts'
import { WordMap } from './word-map.ts'
import { isObject, findObject } from '../../kernel/support/is-object.ts'

/**
 * The words of a deployment. The service's code knows only the words of the reference: requests are translated before they are checked, and
 * answers when they are sent. Data of users stay unchanged, since only names of the contract are translated.
 */
export class Vocabulary {
  readonly isReference: boolean = false
  readonly #document: Contract
  readonly #keys: WordMap
  readonly #values: ReadonlyMap<string, WordMap>
  readonly #headers: WordMap
  readonly #shapeWords: ShapeWords
  readonly #shapes: Shapes
  readonly paths: Paths

  constructor({ paths = {}, keys = {}, values = {}, headers = {} }: GivenVocabulary, document: Contract) {
    this.#document = document
    this.#keys = new WordMap(keys)
    this.#values = new Map(Object.entries(values).map(([holder, pairs]) => [holder, new WordMap(pairs)]))
    this.#headers = new WordMap(lowerCased(headers))
    this.paths = new Paths(new WordMap(paths))
    this.#shapeWords = {
      keys: this.#keys,
      valuesOf: (holder: string) => this.#values.get(holder),
      url: (url: string, direction: Direction) => this.url(url, direction),
      sentence: (text: string, about: JsonSchema) => this.#sentenceAbout(about, text),
    }
    this.#shapes = new Shapes(this.#shapeWords, findObject(document, ['components', 'schemas']) ?? {})
  }

  /** The operations at a path of the deployment, and the path in the reference's words. */
  find(path: string): DeployedMatch | undefined {
    return this.paths.find(path)
  }

  /** The deployment's name of a header, in lower case. */
  header(name: string): string {
    return this.#headers.toDeployment(name)
  }

  /** The query of a call in the reference's words. */
  queryOf(route: Route, query: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    return this.#query(route, query, 'toReference')
  }

  /** The query of a call in the deployment's words. */
  queryAsSent(route: Route, query: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    return this.#query(route, query, 'toDeployment')
  }

  /** The body of a call in the reference's words. */
  bodyOf(route: Route, body: unknown): unknown {
    return this.#shapes.translate(this.#requestSchemas(route), body, 'toReference')
  }

  /** The body of a call in the deployment's words. */
  bodyAsSent(route: Route, body: unknown): unknown {
    return this.#shapes.translate(this.#requestSchemas(route), body, 'toDeployment')
  }

  /** A pointer to a member of a body, in the deployment's words. */
  pointerAsSent(route: Route, pointer: string): string {
    const tokens = pointer.split('/').slice(1)
    if (tokens.some((token) => token.includes('.'))) return pointer
    return tokens.length === 0
      ? pointer
      : `/${this.#shapes.dotted(this.#requestSchemas(route), tokens.join('.'), 'toDeployment').replaceAll('.', '/')}`
  }

  /** The JSON of a successful answer, in the deployment's words. Returns text that is not JSON unchanged. */
  answer(route: Route, text: string): string {
    return this.#json(text, (value) => this.#shapes.translate(this.#answerSchemas(route), value, 'toDeployment'))
  }

  /** A successful answer of a deployment in the reference's words. */
  answerOf(route: Route, answer: unknown): unknown {
    return this.#shapes.translate(this.#answerSchemas(route), answer, 'toReference')
  }

  /** A problem object of a deployment with the reference's keys. Its texts stay as they are. */
  problemOf(problem: unknown): unknown {
    return this.#shapes.translate(PROBLEM, problem, 'toReference')
  }

  /** The JSON of a problem object. `route` is the operation, if one was found. */
  problem(route: Route | undefined, text: string): string {
    return this.#json(text, (value) => this.#shapes.translate(PROBLEM, this.#problemWords(route, value), 'toDeployment'))
  }

  /** A mistake in a body or a parameter of a call. `route` is the operation, if one was found. */
  mistake(route: Route | undefined, { field, message }: SchemaViolation): SchemaViolation {
    const isParameter = route?.query.some(({ name }) => name === field)
    const written =
      !route || field === ''
        ? field
        : isParameter
          ? this.key(field)
          : this.#shapes.dotted(this.#requestSchemas(route), field, 'toDeployment')
    return { field: written, message: this.#sentence(message, holderIn(field)) }
  }

  /** The headers of an answer, with lower-case names. */
  headers(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        this.header(name),
        name === 'link' ? value.replaceAll(/<([^>]*)>/g, (_, url: string) => `<${this.url(url)}>`) : value,
      ]),
    )
  }

  /** The payload of a webhook event in the deployment's words. */
  payload(event: string, payload: unknown): unknown {
    return this.#shapes.translate(this.#payloadSchemas(event), payload, 'toDeployment')
  }

  /** The payload of a webhook, as a deployment sends it, in the reference's words. Its `type` is the event. */
  payloadOf(payload: Readonly<Record<string, unknown>>): unknown {
    const type = payload[this.#keys.toDeployment('type')]
    const event = typeof type === 'string' ? (this.#values.get('type')?.toReference(type) ?? type) : ''
    return this.#shapes.translate(this.#payloadSchemas(event), payload, 'toReference')
  }

  /** A name that the contract has as a key. */
  key(name: string): string {
    return this.#keys.toDeployment(name)
  }

  /** A value of a key. */
  value(holder: string, word: string): string {
    return this.#values.get(holder)?.toDeployment(word) ?? word
  }

  /** A URL of a resource or a schema in the deployment's words, or the other way round. Returns other URLs unchanged. */
  url(url: string, direction: Direction = 'toDeployment'): string {
    const found = /^(.*?\/)(3\.0|schema\/3\.0(?:\/(?:Definitions|Paths))?)(\/[^?#]*)?(\?[^#]*)?$/.exec(url)
    if (!found) return url
    const [, base = '', version = '', path = '', search = ''] = found
    if (version !== '3.0') return `${base}${version}${this.schemaPath(path, direction)}${search}`
    const query = search.replaceAll(/(?<=[?&])[^=&]+/g, (name) => this.#keys[direction](name))
    return `${base}${version}${this.paths[direction](path)}${query}`
  }

  /** An OpenAPI document of the service in the deployment's words. */
  openApi(document: Contract): object {
    return this.#translator(findObject(document, ['components', 'schemas'])).document(document)
  }

  /** A JSON schema that the service publishes, in the deployment's words. */
  schema(schema: JsonSchema): JsonSchema {
    return this.#translator(findObject(schema, ['$defs'])).schema(schema)
  }

  /** The path of a schema below `/schema/3.0`, in the reference's words. */
  schemaUrlPath(path: string): string {
    const [, folder = '', rest = path] = /^(\/Definitions|\/Paths)?(\/.*)$/.exec(path) ?? []
    return folder + this.schemaPath(rest, 'toReference')
  }

  /** The path of a schema below `/schema/3.0`, or below `Definitions` or `Paths` there: `/Lists/Instance.json`. */
  schemaPath(path: string, direction: Direction): string {
    const [, name, kind] = /^\/(.+)(\/[\w-]+\.json)$/.exec(path) ?? []
    return name === undefined || kind === undefined ? path : `/${this.paths.schemaName(name, direction)}${kind}`
  }

  #translator(named: JsonSchema = {}): DocumentTranslator {
    // The document may have other schemas than the strict contract.
    const shapes = new Shapes(this.#shapeWords, named)
    const words = {
      key: (name: string) => this.key(name),
      value: (holder: string, word: string) => this.value(holder, word),
      path: (path: string) => this.paths.toDeployment(path),
      example: (schema: JsonSchema, value: unknown, holder: string) => shapes.translate([schema], value, 'toDeployment', holder),
    }
    return new DocumentTranslator(words, named)
  }

  #query(route: Route, query: ReadonlyMap<string, string>, direction: Direction): ReadonlyMap<string, string> {
    const translated = [...query].map(([name, text]): [string, string] => {
      const written = this.#keys[direction](name)
      const reference = direction === 'toReference' ? written : name
      return [written, this.#parameter(route, reference, text, direction)]
    })
    return new Map(translated)
  }

  #parameter(route: Route, name: string, text: string, direction: Direction): string {
    const parameter = route.query.find((each) => each.name === name)
    if (name === 'fields' || name === 'exclude_fields') {
      const schemas = this.#answerSchemas(route)
      return translateItems(text, (field) => this.#shapes.dotted(schemas, field, direction))
    }
    const words = parameter?.accepted && this.#values.get(name)
    if (!words) return text
    return parameter.kind === 'array' ? translateItems(text, (word) => words[direction](word)) : words[direction](text)
  }

  #problemWords(route: Route | undefined, problem: unknown): unknown {
    if (!isObject(problem)) return problem
    const { title, detail, errors } = problem
    return {
      ...problem,
      ...(typeof title === 'string' ? { title: this.value('title', title) } : {}),
      ...(typeof detail === 'string' ? { detail: this.#sentence(detail) } : {}),
      ...(Array.isArray(errors) ? { errors: errors.map((error: unknown) => this.#fieldError(route, error)) } : {}),
    }
  }

  #fieldError(route: Route | undefined, error: unknown): unknown {
    if (!isObject(error) || typeof error['field'] !== 'string' || typeof error['message'] !== 'string') return error
    const { field, message } = error
    return { ...error, ...this.mistake(route, { field, message }) }
  }

  /** Translates a message about a value, after the name of a field if the message is about a part of it: `status: Value must be ...`. */
  #sentenceAbout(schema: JsonSchema, text: string): string {
    const [, field, message] = /^([\w.]+): (.*)$/s.exec(text) ?? []
    if (field === undefined || message === undefined) return this.#sentence(text)
    return `${this.#shapes.dotted([schema], field, 'toDeployment')}: ${this.#sentence(message, holderIn(field))}`
  }

  /** Translates the names and values that a message of the service lists. */
  #sentence(text: string, holder = ''): string {
    return renameListed(text, {
      name: (word) => this.#keys.toDeployment(word),
      value: (word) => this.value(holder, word),
    })
  }

  #requestSchemas(route: Route): readonly JsonSchema[] {
    const found = findObject(this.#document, [
      'paths',
      route.path,
      route.method.toLowerCase(),
      'requestBody',
      'content',
      JSON_TYPE,
      'schema',
    ])
    const other = route.bodyWhen && findObject(this.#document, ['components', 'schemas', route.bodyWhen.schema])
    return [found, other].filter((schema) => schema !== undefined)
  }

  #payloadSchemas(event: string): readonly JsonSchema[] {
    const schema = findObject(this.#document, ['webhooks', event, 'post', 'requestBody', 'content', FORM, 'schema'])
    return schema ? [schema] : []
  }

  #answerSchemas(route: Route): readonly JsonSchema[] {
    const responses = findObject(this.#document, ['paths', route.path, route.method.toLowerCase(), 'responses']) ?? {}
    return Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([, response]) => findObject(response, ['content', JSON_TYPE, 'schema']))
      .filter((schema) => schema !== undefined)
  }

  #json(text: string, translate: (value: unknown) => unknown): string {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return text
    }
    return JSON.stringify(translate(value))
  }
}

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const PROBLEM: readonly JsonSchema[] = [{ $ref: '#/components/schemas/ProblemDocument' }]

/** Names of headers, compared without regard to case. */
export function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.toLowerCase()]))
}

/** The key that holds the value at a dotted path. */
function holderIn(field: string): string {
  return field.split('.').findLast((key) => !/^item:\d+$/.test(key)) ?? ''
}

function translateItems(text: string, translate: (item: string) => string): string {
  return text
    .split(',')
    .map((item) => translate(item.trim()))
    .join(',')
}
