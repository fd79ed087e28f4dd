/** Where a value breaks its schema. */
export interface SchemaError {
  readonly instancePath: string
  readonly keyword: string
  readonly message?: string
  readonly params: { readonly [name: string]: unknown }
  /** The value of the keyword, and the value that broke it. */
  readonly schema?: unknown
  readonly data?: unknown
  readonly parentSchema?: { readonly [keyword: string]: unknown }
}

/** A generated check; the first error stands in `errors` after it said no. */
export interface ValidateFunction {
  (value: unknown): boolean
  errors?: SchemaError[] | null
}

/**
 * The generated checks of one resource: `request_<operationId>`, `request_<operationId>_when` for where a setting asks for
 * something else, and `response_<operationId>`.
 */
export type Validators = { readonly [name: string]: ValidateFunction }

/** One place that is wrong: a dotted path, `''` for the value as a whole. */
export interface Complaint {
  readonly field: string
  readonly message: string
}

/** What is wrong with a value, or nothing. Only the first thing that is wrong, but all names that are missing there. */
export function check(validate: ValidateFunction, value: unknown): Complaint | undefined {
  if (validate(value)) return undefined
  const error = validate.errors?.[0]
  return error ? fieldError(error) : { field: '', message: 'Schema describes another value.' }
}

/** The JSON pointer of the first thing that is wrong. */
export function pointerOf(validate: ValidateFunction): string {
  const error = validate.errors?.[0]
  return error ? pointerIn(error) : ''
}

/** The JSON pointer of something that is wrong. */
export function pointerIn(error: SchemaError): string {
  const name = error.params['additionalProperty'] ?? tagOf(error)
  return typeof name === 'string' ? `${error.instancePath}/${name}` : error.instancePath
}

/** The member that tells alternatives apart, where it tells none. */
function tagOf({ keyword, params }: SchemaError): unknown {
  return keyword === 'discriminator' ? params['tag'] : undefined
}

/** What is wrong, as a complaint. */
export function fieldError(error: SchemaError): Complaint {
  const place = error.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
  // What is missing is complained of where it should be, or, unless the schema wants it so, nowhere but in the message.
  const missing = error.parentSchema?.['x-names-missing'] ? error.params['missingProperty'] : tagOf(error)
  const field = typeof missing === 'string' ? [place, missing].filter(Boolean).join('.') : place
  const say = messages[error.keyword]
  return { field, message: say ? say(error) : `${error.message ?? 'is not as the contract asks'}.` }
}

/** The pattern of a text in which something stands that is no blank. */
const NOT_BLANK = String.raw`\S`
const BLANK = 'This value should not be blank.'

const messages: { readonly [keyword: string]: (error: SchemaError) => string } = {
  required: ({ schema, data }) => {
    const names = Array.isArray(schema) && isObject(data) ? schema.filter((name: string) => data[name] === undefined) : []
    return names.length === 1 ? `Required field is missing: ${names[0]}.` : `Required fields are missing: ${names.join(', ')}.`
  },
  type: ({ schema, data }) => `Schema describes ${listed(schema)}, ${nameOf(data)} found instead.`,
  enum: ({ schema }) => `Value must be one of: ${(Array.isArray(schema) ? schema : []).join(', ')}.`,
  discriminator: ({ params, parentSchema }) =>
    params['tagValue'] === undefined
      ? `Required field is missing: ${String(params['tag'])}.`
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
  minProperties: ({ parentSchema }) => `One of ${namesIn(parentSchema)} must be given.`,
  maxProperties: ({ parentSchema }) => `Only one of ${namesIn(parentSchema)} may be given.`,
  additionalProperties: ({ params, parentSchema }) =>
    `There is no member ${String(params['additionalProperty'])} here; known are ${namesIn(parentSchema)}.`,
}

const formatNames: { readonly [format: string]: string } = {
  'email-address': 'an email address',
  'iso-8601': 'a date or a date with a time (ISO 8601)',
  'iso-8601-duration': 'an ISO 8601 duration such as PT5M',
  'ip-address': 'an IP address',
  'http-url': 'an http or https URL',
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null
}

function namesIn(schema: SchemaError['parentSchema']): string {
  return isObject(schema?.['properties']) ? Object.keys(schema['properties']).join(', ') : 'the known ones'
}

function listed(types: unknown): string {
  return (Array.isArray(types) ? types : [types]).map(String).join(' or ')
}

function nameOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
