import { isObject } from '../support/is-object.ts'
import { pointerTo, parsePointer, valueAt } from '../support/json-pointer.ts'

/** Where a value violates its schema. */
export interface SchemaError {
  readonly instancePath: string
  readonly keyword: string
  readonly message?: string
  readonly params: { readonly [name: string]: unknown }
  /** The value of the keyword, and the invalid value. */
  readonly schema?: unknown
  readonly data?: unknown
  readonly parentSchema?: { readonly [keyword: string]: unknown }
}

/** A generated validator. After it returned false, `errors` holds the first error. */
export interface ValidateFunction {
  (value: unknown): boolean
  errors?: SchemaError[] | null
}

/**
 * The generated validators of one resource: `request_<operationId>`, `request_<operationId>_when` where a setting requires another
 * schema, and `response_<operationId>`.
 */
export type Validators = { readonly [name: string]: ValidateFunction }

/** An invalid field: a dotted path such as `lines.item:0.price`, or `''` for the value as a whole. */
export interface SchemaViolation {
  readonly field: string
  readonly message: string
  /** What would fit, if the message does not say so. */
  readonly precise?: Pick<SchemaViolation, 'field' | 'message'>
}

/** Validates a value. Returns the first violation, with all names that are missing there, or `undefined` if the value is valid. */
export function checkSchema(validate: ValidateFunction, value: unknown): SchemaViolation | undefined {
  if (validate(value)) return undefined
  const error = validate.errors?.[0]
  return error ? violation(error, value) : { field: '', message: 'Schema describes another value.' }
}

/** Validates a value by a validator that reports all errors. Returns each violation once, in the order of the schema. */
export function checkWholeSchema(validate: ValidateFunction, value: unknown): readonly SchemaViolation[] {
  if (validate(value)) return []
  const errors = validate.errors ?? []
  const isRedundant = redundantAmong(errors)
  const found = new Map<string, SchemaViolation>()
  for (const error of errors) {
    if (isRedundant(error)) continue
    const wrong = violation(error, value)
    found.set(JSON.stringify(wrong), wrong)
  }
  return [...found.values()]
}

/** A value that may violate its schema: `null` stands for each part that does, and any member may be missing. */
export type Flawed<T> = T extends readonly (infer Item)[]
  ? readonly (Flawed<Item> | null)[]
  : T extends object
    ? { readonly [Name in keyof T]?: Flawed<T[Name]> | null }
    : T

/** A copy of an object in which `null` stands for each part that violates the schema. No schema of a body allows `null`. */
export function markFlaws(validate: ValidateFunction, value: object): unknown {
  const copy: unknown = structuredClone(value)
  if (validate(value)) return copy
  for (const { keyword, instancePath } of validate.errors ?? []) {
    const name = parsePointer(instancePath).at(-1)
    if (name === undefined || keyword === 'required' || SUMMARIES.has(keyword)) continue
    const holder = valueAt(copy, instancePath.slice(0, instancePath.lastIndexOf('/')))
    if (typeof holder === 'object' && holder !== null) Object.assign(holder, { [name]: null })
  }
  return copy
}

/** The members of an object that fit its schema. */
export function keepFitting<T extends object>(value: T): Fitting<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) as Fitting<T>
}

type Fitting<T> = { readonly [Name in keyof T]: Exclude<T[Name], null> }

/** Tells which of all errors of a value say nothing new: they only summarize others, or are about a value whose type is wrong. */
export function redundantAmong(errors: readonly SchemaError[]): (error: SchemaError) => boolean {
  const types = errors.filter(({ keyword }) => keyword === 'type')
  const mistyped = new Set(types.map(({ instancePath }) => instancePath))
  const fractions = new Set(
    types.flatMap(({ schema, data, instancePath }) => (schema === 'integer' && typeof data === 'number' ? [instancePath] : [])),
  )
  return ({ keyword, instancePath }) =>
    SUMMARIES.has(keyword) ||
    (OF_ANY_TYPE.has(keyword) && mistyped.has(instancePath)) ||
    (OF_NUMBERS.has(keyword) && fractions.has(instancePath))
}

/** Keywords that only summarize errors reported by other keywords. */
const SUMMARIES: ReadonlySet<string> = new Set(['anyOf', 'propertyNames', 'if'])

/** Keywords that apply to values of every type, so that they fail together with `type`. */
const OF_ANY_TYPE: ReadonlySet<string> = new Set(['enum', 'const'])

/** Keywords that apply to fractions too where a schema wants an integer. */
const OF_NUMBERS: ReadonlySet<string> = new Set(['minimum', 'maximum', 'exclusiveMinimum'])

/** The message of a value that fits none of several schemas. */
export const NONE_OF_SEVERAL = 'Data did not match any of the schemas described in anyOf.'

/** The violation of a value that fits none of several schemas. `precise` says what would fit. */
export function noneOfSeveral(field: string, precise: Pick<SchemaViolation, 'field' | 'message'>): SchemaViolation {
  return { field, message: NONE_OF_SEVERAL, precise }
}

function violation(error: SchemaError, whole: unknown): SchemaViolation {
  const { instancePath, keyword, params, schema } = error
  const tag = keyword === 'discriminator' && params['tagValue'] !== undefined ? [String(params['tag'])] : []
  const wrong = { field: fieldAt(instancePath + pointerTo(tag), whole), message: describeSchemaError(error) }
  const isOfSeveral = keyword === 'type' && typesIn(schema).length > 1
  return isOfSeveral ? noneOfSeveral(wrong.field, wrong) : wrong
}

/** The dotted path of a JSON pointer; elements of arrays are `item:0`. */
function fieldAt(pointer: string, whole: unknown): string {
  let holder = whole
  const keys = parsePointer(pointer).map((token) => {
    const key = Array.isArray(holder) ? `item:${token}` : token
    holder = valueAt(holder, pointerTo([token]))
    return key
  })
  return keys.join('.')
}

/** What is wrong with a value. */
export function describeSchemaError(error: SchemaError): string {
  return messages[error.keyword]?.(error) ?? `${error.message ?? 'does not match the contract'}.`
}

/** The pattern of a text with at least one non-blank character. */
const NOT_BLANK = String.raw`\S`
const BLANK = 'This value should not be blank.'

const messages: { readonly [keyword: string]: (error: SchemaError) => string } = {
  required: ({ schema, data }) => {
    const names = Array.isArray(schema) && isObject(data) ? schema.filter((name: string) => data[name] === undefined) : []
    return missingMessage(names)
  },
  type: ({ schema, data }) => wrongType(typesIn(schema).join(' or '), data),
  enum: ({ schema }) => `Value must be one of: ${(Array.isArray(schema) ? schema : []).join(', ')}.`,
  discriminator: ({ params, parentSchema }) =>
    params['tagValue'] === undefined
      ? missingMessage([String(params['tag'])])
      : `Value must be one of: ${(Array.isArray(parentSchema?.['x-tags']) ? parentSchema['x-tags'] : []).join(', ')}.`,
  const: ({ schema }) => `Value must be ${String(schema)}.`,
  format: ({ schema }) => `Value must be ${formatNames[String(schema)] ?? String(schema)}.`,
  pattern: ({ schema, parentSchema }) =>
    schema === NOT_BLANK ? BLANK : `Value must be ${String(parentSchema?.['description'] ?? `like ${String(schema)}`)}.`,
  minLength: ({ schema }) => (schema === 1 ? BLANK : `Value must have at least ${String(schema)} characters.`),
  maxLength: ({ schema }) => `Value must have at most ${String(schema)} characters.`,
  minItems: ({ schema }) => `At least ${String(schema)} must be given.`,
  maxItems: ({ schema }) => `At most ${String(schema)} may be given.`,
  minimum: ({ schema }) => `Value must be at least ${String(schema)}.`,
  exclusiveMinimum: ({ schema }) => `Value must be greater than ${String(schema)}.`,
  maximum: ({ schema }) => `Value must be at most ${String(schema)}.`,
  minProperties: ({ parentSchema }) => `One of ${listKnownNames(parentSchema)} must be given.`,
  maxProperties: ({ parentSchema }) => `Only one of ${listKnownNames(parentSchema)} may be given.`,
  additionalProperties: ({ params, parentSchema }) =>
    `There is no member ${String(params['additionalProperty'])} here; known are ${listKnownNames(parentSchema)}.`,
}

/** How the names of members and the values of enums are written. */
export interface Translation {
  readonly name: (name: string) => string
  readonly value: (value: string) => string
}

/** The message about missing members of an object. */
export function missingMessage(names: readonly string[]): string {
  return `Required fields were not provided: ${names.join(', ')}`
}

/** The message about a value of another type than the one that its schema wants. */
export function wrongType(wanted: string, value: unknown): string {
  return `Schema describes ${wanted}, ${typeName(value)} found instead`
}

/** The sentences above that list names of members, followed by the sentences that list values. Names in backquotes come from operations. */
const NAMES = [
  /(?<=^Required fields were not provided: ).+/,
  /(?<=^(?:One|Only one) of )[^.]+(?= (?:must|may) be given\.)/,
  /(?<=^There is no member .*; known are )[^.]+/,
  /(?<=`)\w+(?=`)/g,
]
const VALUES = [/(?<=^Value must be one of: ).+(?=\.$)/, /(?<=^Value must be )[^ .]+(?=\.$)/]

/** Replaces the names and values that a message lists. */
export function renameListed(message: string, { name, value }: Translation): string {
  const renamed = NAMES.reduce((text, places) => text.replace(places, (words) => eachListed(words, name)), message)
  return VALUES.reduce((text, places) => text.replace(places, (words) => eachListed(words, value)), renamed)
}

function eachListed(words: string, translate: (word: string) => string): string {
  return words.split(', ').map(translate).join(', ')
}

const formatNames: { readonly [format: string]: string } = {
  'email-address': 'an email address',
  'iso-8601': 'a date or a date with a time (ISO 8601)',
  'iso-8601-or-zero': 'a date or a date with a time (ISO 8601), or 0000-00-00',
  'iso-8601-duration': 'an ISO 8601 duration such as PT5M',
  'ip-address': 'an IP address',
  'http-url': 'an http or https URL',
  'currency-code': 'a currency of ISO 4217, such as EUR',
}

function listKnownNames(schema: SchemaError['parentSchema']): string {
  return isObject(schema?.['properties']) ? Object.keys(schema['properties']).join(', ') : 'the known ones'
}

/** The types that a schema allows besides null. */
function typesIn(types: unknown): string[] {
  return [types]
    .flat()
    .map(String)
    .filter((type) => type !== 'null')
}

/** The type of a value in the words of the service. */
function typeName(value: unknown): string {
  if (value === null) return 'NULL'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}
