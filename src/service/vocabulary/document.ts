import { findObject, asObject, isObject } from '../../kernel/support/is-object.ts'
import type { JsonSchema } from './shape.ts'

/** The words that a document is written in. */
export interface DocumentWords {
  readonly key: (name: string) => string
  readonly value: (holder: string, word: string) => string
  /** A path below `/3.0`, with parameters in braces. */
  readonly path: (path: string) => string
  readonly example: (schema: JsonSchema, value: unknown, holder: string) => unknown
}

/** Translates the keys, values and paths of OpenAPI documents and JSON schemas into the words of a deployment. Descriptions stay as they are. */
export class DocumentTranslator {
  readonly #words: DocumentWords
  /** The schemas that references lead to, by name. */
  readonly #named: JsonSchema

  constructor(words: DocumentWords, named: JsonSchema) {
    this.#words = words
    this.#named = named
  }

  /** An OpenAPI document. */
  document(document: JsonSchema): JsonSchema {
    const { paths, webhooks, components } = document
    const { schemas, parameters, responses } = asObject(components)
    return {
      ...document,
      paths: mapped(paths, (item) => this.#item(item), this.#words.path),
      ...(webhooks ? { webhooks: mapped(webhooks, (item) => this.#item(item)) } : {}),
      components: {
        ...asObject(components),
        schemas: this.#definitions(schemas),
        ...(parameters ? { parameters: mapped(parameters, (parameter) => this.#parameter(parameter)) } : {}),
        ...(responses ? { responses: mapped(responses, (response) => this.#body(response)) } : {}),
      },
    }
  }

  schema(schema: JsonSchema): JsonSchema {
    const { $defs: definitions, ...own } = schema
    return { ...this.#schema(own, ''), ...(definitions ? { $defs: this.#definitions(definitions) } : {}) }
  }

  /** Definitions that list values are translated where they are referred to, since their words depend on the key there. */
  #definitions(schemas: unknown): JsonSchema {
    const kept = Object.entries(asObject(schemas)).filter(([, schema]) => !isListed(schema))
    return Object.fromEntries(kept.map(([name, schema]) => [name, this.#translated(schema, '')]))
  }

  #item(item: unknown): unknown {
    return mapped(item, (part, name) => {
      if (name === 'parameters') return this.#list(part, (parameter) => this.#parameter(parameter))
      return isObject(part) && isObject(part['responses']) ? this.#operation(part) : part
    })
  }

  #operation(operation: JsonSchema): JsonSchema {
    const { parameters, requestBody, responses } = operation
    return {
      ...operation,
      ...(parameters ? { parameters: this.#list(parameters, (parameter) => this.#parameter(parameter)) } : {}),
      ...(requestBody ? { requestBody: this.#body(requestBody) } : {}),
      responses: mapped(responses, (response) => this.#body(response)),
    }
  }

  #parameter(parameter: unknown): unknown {
    const found = asObject(parameter)
    const name = found['name']
    if (found['in'] !== 'query' || typeof name !== 'string') return parameter
    return { ...found, name: this.#words.key(name), schema: this.#translated(found['schema'], name) }
  }

  /** A request or a response: its schemas, examples and links. */
  #body(body: unknown): unknown {
    const { content, links, ...rest } = asObject(body)
    return {
      ...rest,
      ...(content ? { content: mapped(content, (media) => this.#media(asObject(media))) } : {}),
      ...(links ? { links: mapped(links, (link) => this.#link(asObject(link))) } : {}),
    }
  }

  #media(media: JsonSchema): JsonSchema {
    const { schema, example } = media
    if (!isObject(schema)) return media
    return {
      ...media,
      schema: this.#schema(schema, ''),
      ...(example === undefined ? {} : { example: this.#words.example(schema, example, '') }),
    }
  }

  /** A link takes the values of its parameters from members of the answer: `$response.body#/lists/0/id`. */
  #link(link: JsonSchema): JsonSchema {
    const parameters = mapped(link['parameters'], (value) =>
      typeof value === 'string' ? value.replace(/(?<=^\$response\.body#\/).*/, (pointer) => this.#pointer(pointer)) : value,
    )
    return { ...link, parameters }
  }

  #pointer(pointer: string): string {
    return pointer
      .split('/')
      .map((token) => this.#words.key(token))
      .join('/')
  }

  #translated(schema: unknown, holder: string): unknown {
    return isObject(schema) ? this.#schema(schema, holder) : schema
  }

  /** A schema of the value of a key. */
  #schema(schema: JsonSchema, holder: string): JsonSchema {
    const { $ref: reference } = schema
    const named =
      typeof reference === 'string' ? findObject(this.#named, [reference.slice(reference.lastIndexOf('/') + 1)]) : undefined
    if (named && isListed(named)) {
      const { $ref: _, ...own } = schema
      return this.#schema({ ...named, ...own }, holder)
    }
    const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
      const translate = Object.hasOwn(this.#keywords, keyword) ? this.#keywords[keyword] : undefined
      return [keyword, translate ? translate(value, holder, schema) : value]
    })
    return Object.fromEntries(entries)
  }

  readonly #keywords: { readonly [keyword: string]: (value: unknown, holder: string, schema: JsonSchema) => unknown } = {
    properties: (value) => mapped(value, (schema, name) => this.#translated(schema, name), this.#words.key),
    required: (value) => this.#list(value, (name) => (typeof name === 'string' ? this.#words.key(name) : name)),
    'x-required': (value) => this.#list(value, (name) => (typeof name === 'string' ? this.#words.key(name) : name)),
    enum: (value, holder) => this.#list(value, (word) => this.#word(holder, word)),
    const: (value, holder) => this.#word(holder, value),
    default: (value, holder, schema) => this.#words.example(schema, value, holder),
    example: (value, holder, schema) => this.#words.example(schema, value, holder),
    examples: (value, holder, schema) => this.#list(value, (each) => this.#words.example(schema, each, holder)),
    discriminator: (value) => this.#discriminator(asObject(value)),
    items: (value, holder) => this.#translated(value, holder),
    additionalProperties: (value, holder) => this.#translated(value, holder),
    not: (value, holder) => this.#translated(value, holder),
    allOf: (value, holder) => this.#list(value, (schema) => this.#translated(schema, holder)),
    anyOf: (value, holder) => this.#list(value, (schema) => this.#translated(schema, holder)),
    oneOf: (value, holder) => this.#list(value, (schema) => this.#translated(schema, holder)),
  }

  #discriminator(discriminator: JsonSchema): JsonSchema {
    const { propertyName, mapping } = discriminator
    if (typeof propertyName !== 'string') return discriminator
    return {
      ...discriminator,
      propertyName: this.#words.key(propertyName),
      ...(mapping
        ? {
            mapping: mapped(
              mapping,
              (to) => to,
              (word) => this.#words.value(propertyName, word),
            ),
          }
        : {}),
    }
  }

  #word(holder: string, word: unknown): unknown {
    return typeof word === 'string' ? this.#words.value(holder, word) : word
  }

  #list(list: unknown, translate: (item: unknown) => unknown): unknown {
    return Array.isArray(list) ? list.map(translate) : list
  }
}

function isListed(schema: unknown): boolean {
  return asObject(schema)['enum'] !== undefined
}

function mapped(
  record: unknown,
  make: (value: unknown, name: string) => unknown,
  rename: (name: string) => string = (name) => name,
): JsonSchema {
  return Object.fromEntries(Object.entries(asObject(record)).map(([name, value]) => [rename(name), make(value, name)]))
}
