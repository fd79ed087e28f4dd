import type { OpenAPIV3_1 } from 'openapi-types'
import { isObject } from '../../kernel/support/is-object.ts'
import { readInstant } from '../../kernel/support/time.ts'
import { describeValue, maskMemberName, formatValue, type Difference } from './finding.ts'

/** The schemas of a contract by their names. */
export type NamedSchemas = Readonly<Record<string, OpenAPIV3_1.SchemaObject>>

/** A schema of the contract with the extensions that say how it is known. */
export interface SchemaNode {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: SchemaNode
  readonly properties?: { readonly [name: string]: SchemaNode }
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | SchemaNode
  readonly oneOf?: readonly SchemaNode[]
  readonly anyOf?: readonly SchemaNode[]
  readonly allOf?: readonly SchemaNode[]
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: { readonly [value: string]: string } }
  readonly 'x-assumption'?: string
  readonly 'x-enum-assumptions'?: { readonly [value: string]: string }
  readonly 'x-links'?: { readonly [rel: string]: string }
  /** Relations that some resources of the schema lack. */
  readonly 'x-optional-links'?: readonly string[]
  /** Members that are required beside a value of another member: `{ options: { type: saved } }`. */
  readonly 'x-required-when'?: { readonly [member: string]: { readonly [other: string]: unknown } }
}

/** Where a value is, and the assumption about the nearest schema around it. */
interface ValuePlace {
  /** A JSON pointer with `*` for items and free keys. */
  readonly at: string
  readonly assumption: string | undefined
}

/** Receives the outcome of each comparison of a value with its schema. */
interface SchemaVisitor {
  readonly agrees: (at: string, assumptions: readonly string[]) => void
  readonly differs: (at: string, assumptions: readonly string[], difference: Difference) => void
  /** An object of a resource: its members, and the name of its schema. */
  readonly linked?: (value: { readonly [name: string]: unknown }, schema: string, at: string) => void
}

interface SchemaCheckOptions {
  /** Whether members that the contract does not have are differences. */
  readonly isClosed: boolean
  /** Whether missing members are no differences: the answer was asked for some fields only. */
  readonly isPartial: boolean
}

/**
 * Compares values with schemas of the contract, member by member. Unlike a validator, it also reports each member that agrees, with the
 * assumptions behind its schema.
 */
export class SchemaCheck {
  readonly #schemas: NamedSchemas
  readonly #visitor: SchemaVisitor
  readonly #options: SchemaCheckOptions

  constructor(schemas: NamedSchemas, visitor: SchemaVisitor, options: SchemaCheckOptions) {
    this.#schemas = schemas
    this.#visitor = visitor
    this.#options = options
  }

  check(value: unknown, schema: SchemaNode, place: ValuePlace): void {
    const { node, name, own } = resolvedNode(this.#schemas, schema)
    const assumption = own.at(-1) ?? place.assumption
    if (node.discriminator && node.oneOf) return this.#discriminated(value, node, { at: place.at, assumption })
    const alternatives = node.anyOf ?? node.oneOf
    if (alternatives && (!this.#alternative(value, alternatives, { at: place.at, assumption }) || node.type === undefined)) return
    for (const part of node.allOf ?? []) this.check(value, part, { at: place.at, assumption })
    const difference = findDifference(value, node)
    if (difference) return this.#visitor.differs(place.at, own, difference)
    const listed = typeof value === 'string' ? node['x-enum-assumptions']?.[value] : undefined
    if (place.at !== '') this.#visitor.agrees(place.at, listed === undefined ? own : [...own, listed])
    if (Array.isArray(value)) {
      if (node.items) for (const item of value) this.check(item, node.items, { at: `${place.at}/*`, assumption })
    } else if (isObject(value)) this.#members(value, node, name, { at: place.at, assumption })
  }

  #members(value: { readonly [name: string]: unknown }, node: SchemaNode, name: string | undefined, place: ValuePlace): void {
    const { properties = {}, required = [], additionalProperties, 'x-required-when': conditional = {} } = node
    const also = Object.entries(conditional).filter(([, when]) =>
      Object.entries(when).every(([other, expected]) => value[other] === expected),
    )
    const { at, assumption } = place
    for (const [key, member] of Object.entries(value)) {
      const known = Object.hasOwn(properties, key) ? properties[key] : undefined
      if (known) this.check(member, known, { at: `${at}/${key}`, assumption })
      else if (isObject(additionalProperties)) this.check(member, additionalProperties, { at: `${at}/*`, assumption })
      else if (this.#options.isClosed && node.properties && additionalProperties === undefined)
        this.#visitor.differs(`${at}/${maskMemberName(key)}`, assumption === undefined ? [] : [assumption], {
          expected: 'no such member',
          found: describeValue(member),
          value: formatValue(member),
        })
    }
    if (!this.#options.isPartial)
      for (const key of [...required, ...also.map(([member]) => member)]) {
        if (Object.hasOwn(value, key)) continue
        const { own } = resolvedNode(this.#schemas, properties[key] ?? {})
        this.#visitor.differs(`${at}/${key}`, own, {
          expected: describeSchema(properties[key] ?? {}, this.#schemas),
          found: 'no member',
        })
      }
    if (node['x-links'] && name !== undefined) this.#visitor.linked?.(value, name, at)
  }

  #discriminated(value: unknown, node: SchemaNode, place: ValuePlace): void {
    const { propertyName = '', mapping = {} } = node.discriminator ?? {}
    const tag = isObject(value) ? value[propertyName] : undefined
    const reference = typeof tag === 'string' && Object.hasOwn(mapping, tag) ? mapping[tag] : undefined
    if (reference !== undefined) return this.check(value, { $ref: reference }, place)
    this.#visitor.differs(`${place.at}/${propertyName}`, place.assumption === undefined ? [] : [place.assumption], {
      expected: `one of ${Object.keys(mapping).join(', ')}`,
      found: describeValue(tag),
      value: formatValue(tag),
    })
  }

  /** Checks a value against the first alternative that it fits. Returns whether there is one. */
  #alternative(value: unknown, alternatives: readonly SchemaNode[], place: ValuePlace): boolean {
    const fitting = alternatives.find((each) => this.#fits(value, each))
    if (fitting) {
      this.check(value, fitting, place)
      return true
    }
    const expected = [...new Set(alternatives.map((each) => describeSchema(each, this.#schemas)))].join(' or ')
    this.#visitor.differs(place.at, place.assumption === undefined ? [] : [place.assumption], {
      expected,
      found: describeValue(value),
      value: formatValue(value),
    })
    return false
  }

  #fits(value: unknown, schema: SchemaNode): boolean {
    let fits = true
    const visitor = { agrees: () => {}, differs: () => void (fits = false) }
    const checks = new SchemaCheck(this.#schemas, visitor, this.#options)
    checks.check(value, schema, { at: '', assumption: undefined })
    return fits
  }
}

/** A schema with its references resolved, the name of the last reference, and the assumptions on the way, outer ones first. */
export function resolvedNode(
  schemas: NamedSchemas,
  schema: SchemaNode,
): { node: SchemaNode; name: string | undefined; own: string[] } {
  const own: string[] = []
  let node = schema
  let name: string | undefined
  for (;;) {
    if (node['x-assumption'] !== undefined) own.push(node['x-assumption'])
    if (node.$ref === undefined) return { node, name, own }
    name = node.$ref.slice(node.$ref.lastIndexOf('/') + 1)
    // The document is written by the build: its schemas have these keywords only.
    node = (schemas[name] ?? {}) as SchemaNode
  }
}

/** How a value violates the keywords of its schema that do not concern its members. */
function findDifference(value: unknown, node: SchemaNode): Difference | undefined {
  const violation = findViolation(value, node)
  return violation && { found: describeValue(value), ...violation, value: formatValue(value) }
}

function findViolation(value: unknown, node: SchemaNode): { readonly expected: string; readonly found?: string } | undefined {
  const { type, enum: listed, const: only } = node
  if (type !== undefined && !isOfType(value, type)) return { expected: typeInWords(type) }
  if (listed && !listed.includes(value)) return { expected: `one of ${listed.map(String).join(', ')}` }
  if (only !== undefined && only !== value) return { expected: String(only) }
  if (typeof value === 'string') return violationOfText(value, node)
  if (typeof value !== 'number') return undefined
  const { minimum, maximum } = node
  if (minimum !== undefined && value < minimum) return { expected: `a number of at least ${minimum}`, found: 'a lower number' }
  if (maximum !== undefined && value > maximum) return { expected: `a number of at most ${maximum}`, found: 'a higher number' }
  return undefined
}

function violationOfText(value: string, { format, pattern, minLength = 0, maxLength = Infinity }: SchemaNode) {
  if (format !== undefined && !hasFormat(value, format, pattern))
    return { expected: FORMATS[format] ?? `a text of the format ${format}` }
  if (format === undefined && pattern !== undefined && !compilePattern(pattern).test(value))
    return { expected: `a text like ${pattern}` }
  if (value.length < minLength) return { expected: `a text of at least ${minLength} characters` }
  if (value.length > maxLength) return { expected: `a text of at most ${maxLength} characters` }
  return undefined
}

const patterns = new Map<string, RegExp>()

function compilePattern(source: string): RegExp {
  const pattern = patterns.get(source) ?? new RegExp(source)
  patterns.set(source, pattern)
  return pattern
}

function hasFormat(text: string, format: string, pattern: string | undefined): boolean {
  if (pattern !== undefined && !compilePattern(pattern).test(text)) return false
  return format !== 'timestamp' || text === '' || readInstant(text) !== undefined
}

/** The formats of the contract in words. */
const FORMATS: { readonly [format: string]: string } = {
  timestamp: 'a time such as 2024-01-15T09:30:00+00:00, or an empty text',
  'iso-8601': 'a date, with or without a time (ISO 8601)',
  'iso-8601-or-zero': 'a date, with or without a time (ISO 8601), or 0000-00-00',
  md5: '32 lower-case hexadecimal digits',
  hex10: '10 lower-case hexadecimal digits',
  'email-address': 'an email address',
  'ip-address': 'an IP address, or an empty text',
  'http-url': 'an http or https URL',
}

function isOfType(value: unknown, type: string | readonly string[]): boolean {
  if (typeof type !== 'string') return type.some((each) => isOfType(value, each))
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

const TYPES: { readonly [type: string]: string } = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'a boolean',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

function typeInWords(type: string | readonly string[]): string {
  return [type]
    .flat()
    .map((each) => TYPES[each] ?? each)
    .join(' or ')
}

/** What a schema describes, in words. */
function describeSchema(schema: SchemaNode, schemas: NamedSchemas): string {
  const { node } = resolvedNode(schemas, schema)
  if (node.enum) return `one of ${node.enum.map(String).join(', ')}`
  if (node.format !== undefined && FORMATS[node.format] !== undefined) return FORMATS[node.format] ?? ''
  return node.type === undefined ? 'a member' : typeInWords(node.type)
}
